import type { AuditAction } from './audit-entry.ts';
import type { CardBrand } from './card.ts';
import type { ChargeStatus, RefundStatus } from './charge.ts';
import type { EventType } from './event.ts';
import type { DisputeFact } from './psp.ts';
import type { PaymentStatus } from './session.ts';
import type { SessionStatus } from './session-status.ts';
import type { UnsentStatus } from './webhook.ts';

/**
 * A page of a list, newest first. `from`: the page's rows are older than the one with this key (`after`), or newer (`before`); if undefined, the page
 * begins with the newest. `limit`: 1 to 100 rows.
 */
export type PageRequest<Filters = unknown> = {
  readonly filters: Filters;
  readonly limit: number;
  readonly from?: { readonly direction: 'after' | 'before'; readonly key: string };
};

/**
 * `has_more`: there may be more in the requested direction. If few rows match the filters, the search is bounded: a page may be shorter than its
 * limit, even empty, with more to come. `next` and `previous`: keys from which to continue to older and newer rows; null if there are none.
 */
export type Page<Row> = {
  readonly rows: readonly Row[];
  readonly has_more: boolean;
  readonly next: string | null;
  readonly previous: string | null;
};

/** Filters by prefix, case-insensitive. Such a list is sorted by the value, and by newest first among equal values. */
export type PrefixFilters = {
  readonly 'reference[prefix]'?: string;
  readonly 'customer_email[prefix]'?: string;
};

/** Bounds of a list, all inclusive: times in Unix seconds, amounts in the currency's minor unit. */
export type CreatedRange = { readonly 'created[gte]'?: number; readonly 'created[lte]'?: number };
export type AmountRange = { readonly 'amount[gte]'?: number; readonly 'amount[lte]'?: number };

export type SessionFilters = CreatedRange &
  AmountRange & {
    readonly status?: SessionStatus;
    readonly payment_status?: PaymentStatus;
    readonly currency?: string;
    readonly reference?: string;
    /** Case-insensitive. */
    readonly customer_email?: string;
  } & PrefixFilters;

/** `charge`, `session`, `reference` identify the payment; its refunds or disputes are then read from the charges themselves. */
export type DisputeFilters = Omit<RefundFilters, 'status'> & { readonly status?: DisputeFact['status'] };

export type RefundFilters = CreatedRange &
  AmountRange & {
    readonly status?: RefundStatus;
    readonly psp?: string;
    readonly currency?: string;
    readonly charge?: string;
    readonly session?: string;
    readonly reference?: string;
  };

/** `object`: the id of the object that the event is about. */
export type EventFilters = CreatedRange & { readonly type?: EventType; readonly object?: string };

/** `customer`: the merchant's own id. */
export type PaymentMethodFilters = CreatedRange & { readonly customer: string };

/** `endpoint`: only deliveries to this one; without it, to all endpoints that exist. */
export type DeliveryFilters = { readonly status: UnsentStatus; readonly endpoint?: string };

export type AuditFilters = CreatedRange & {
  readonly action?: AuditAction;
  readonly actor?: string;
  readonly target?: string;
};

/** `reference`, `customer_email`: of the session. `open`: only charges with something open, longest open first. */
export type ChargeFilters = CreatedRange &
  AmountRange & {
    readonly status?: ChargeStatus;
    readonly psp?: string;
    readonly currency?: string;
    readonly session?: string;
    readonly reference?: string;
    readonly psp_reference?: string;
    readonly open?: boolean;
    readonly last4?: string;
    readonly brand?: CardBrand;
  } & PrefixFilters;
