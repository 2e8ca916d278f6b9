import type { CreatedRange, Page, PageRequest } from './list.ts';
import type { RecordedAct } from './recorded-act.ts';
import type { StoredResponse } from './webhook.ts';

/** A link with which anybody who has its address can pay. It creates sessions until it ends or is deleted. */
export type PaymentLink = {
  /** `pl_` + 26 characters of Crockford base32, all 130 bits random: whoever has it may read this link and create its sessions. */
  readonly id: string;
  readonly rev: number;
  readonly amount: number;
  readonly currency: string;
  readonly description?: string;
  readonly reference?: string;
  /** Whether only one of its sessions can be paid. */
  readonly pay_once: boolean;
  readonly routing_rule: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly livemode: boolean;
  /** Unix milliseconds. */
  readonly created_ms: number;
  /** Unix seconds. Absent if it never ends. */
  readonly expires_at?: number;
  /** Unix seconds. */
  readonly deleted_at?: number;
};

/** Whether a token has the form of a link's id. */
export const isLinkId = (token: string): boolean => /^pl_[0-9a-hjkmnp-tv-z]{26}$/.test(token);

/** `now` in Unix milliseconds. */
export const hasLinkEnded = ({ expires_at }: Pick<PaymentLink, 'expires_at'>, now: number): boolean =>
  expires_at !== undefined && now >= expires_at * 1000;

type BesideLink = { readonly remembered: StoredResponse | undefined; readonly act: RecordedAct };

/**
 * Reads are consistent, except for which links a list has. Every method throws `ApiError('storage_unavailable')`; a write that threw may still have
 * been stored.
 */
export type PaymentLinks = {
  /** Also finds a deleted one. */
  readonly find: (id: string) => Promise<PaymentLink | undefined>;
  /** Stores a new link, its author and the response under the caller's idempotency key, or nothing. False if that key already has a response. */
  readonly add: (link: PaymentLink, beside: BesideLink) => Promise<boolean>;
  /** Marks this revision as deleted, with the same as above. False if it was deleted meanwhile, or the key already has a response. */
  readonly withdraw: (link: PaymentLink, deleted_at: number, beside: BesideLink) => Promise<boolean>;
  readonly storedResponse: (key: string) => Promise<StoredResponse | undefined>;
  /** Newest first, with deleted ones. */
  readonly list: (request: PageRequest<CreatedRange>) => Promise<Page<PaymentLink>>;
  /** A session that holds the order. */
  readonly holderOf: (order: string) => Promise<string | undefined>;
};
