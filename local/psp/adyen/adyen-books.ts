import type { Collection } from '../framework/journal.ts';
import type { Payment, Refund } from '../framework/payment.ts';
import { randomId } from '../framework/random-id.ts';
import type { SimulatorContext } from '../framework/simulated-psp.ts';
import type { AdyenCard } from './adyen-card.ts';
import type { AdyenRefusal } from './refusals.ts';

export type AdyenPayment = Payment & {
  readonly brand: string;
  /** Month and year; undefined for a stored card. */
  readonly expiry?: string;
  readonly address_given?: boolean;
  readonly manual_capture: boolean;
  readonly return_url: string;
  /** The bank's answer once the customer has authenticated. */
  readonly refusal: AdyenRefusal | null;
  readonly redirect_result: string | null;
  readonly authenticated: boolean | null;
  readonly cvc_absent?: true;
  /** The card to keep for a shopper once it is paid. */
  readonly storing?: StoredCard;
  /** The operation that the card scheme will undo after it has succeeded. */
  readonly fails_later: 'capture' | 'refund' | null;
};

/** Stored details belong to a shopper. */
export type StoredCard = { readonly card: AdyenCard; readonly shopper: string };

/** A received capture, cancel or refund that is decided later. */
export type AdyenModification = {
  readonly id: string;
  readonly kind: 'capture' | 'cancel' | 'technical_cancel' | 'refund';
  /** The payment's PSP reference; for a technical cancel, the merchant's. */
  readonly payment: string;
  readonly reference: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly decline: string | null;
};

export type AdyenDispute = {
  readonly id: string;
  readonly payment: string;
  readonly reference: null;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'open' | 'won' | 'lost';
};

export type AdyenBooks = {
  readonly context: SimulatorContext;
  /** By the merchant's reference. */
  readonly payments: Collection<AdyenPayment>;
  readonly modifications: Collection<AdyenModification>;
  /** Modifications that have succeeded and will fail. */
  readonly failing: Collection<AdyenModification>;
  readonly refunds: Collection<Refund>;
  readonly disputes: Collection<AdyenDispute>;
  readonly redirects: Collection<{ readonly payment: string }>;
  /** By `storedPaymentMethodId`. */
  readonly stored: Collection<StoredCard>;
};

export const openAdyenBooks = (context: SimulatorContext): AdyenBooks => ({
  context,
  payments: context.journal.collection<AdyenPayment>('payments', ({ reference }) => reference ?? undefined),
  modifications: context.journal.collection<AdyenModification>('modifications'),
  failing: context.journal.collection<AdyenModification>('failing'),
  disputes: context.journal.collection<AdyenDispute>('disputes', ({ payment }) => payment),
  refunds: context.journal.collection<Refund>('refunds', ({ payment }) => payment),
  redirects: context.journal.collection<{ readonly payment: string }>('redirects'),
  stored: context.journal.collection<StoredCard>('stored'),
});

/** Sixteen characters, like Adyen's PSP references. */
export const pspReference = (): string => randomId(16, 'BCDFGHJKLMNPQRSTVWXZ23456789');
