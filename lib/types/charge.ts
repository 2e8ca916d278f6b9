import type { CardTry } from './card-try.ts';
import type { LinkTry } from './link-try.ts';
import type { Decline, Outcome } from './outcome.ts';
import type { Particulars } from './particulars.ts';
import type { Keeps } from './payment-method.ts';
import type { Advice, DisputeFact, LookUpResult, PspEvent, RefundReason } from './psp.ts';
import type { Remembered, Revised } from './records.ts';
import type { Step } from './step.ts';
import type { Trial } from './trial.ts';

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;

export type RefundStatus = (typeof refundStatuses)[number];

/** `id`: ours (`re_…`), or `ext_` and a hash of the PSP's id if it was made at the PSP. */
export type Refund = {
  readonly id: string;
  readonly rev: number;
  readonly write: string;
  readonly amount: number;
  readonly status: RefundStatus;
  readonly external?: true;
  /** The merchant requested it although an open dispute may take the same money. */
  readonly allow_disputed?: true;
  readonly reason?: RefundReason;
  readonly failure_reason?: Decline;
  /** When we learned that it failed. Unix milliseconds. */
  readonly failed_at?: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  /** The last time that it may have been sent. Unix milliseconds. */
  readonly sent?: number;
  /** The PSP's id of the capture it is taken from, if there may be several. Recorded before the refund is sent. */
  readonly of?: string;
  /** Set once the PSP has accepted it, even if the result is pending: recovery looks it up instead of repeating it. */
  readonly accepted?: true;
  /** Its last check left it open: a person decides. */
  readonly needs_review?: true;
  readonly psp_reference?: string;
  /** The API key's id; absent if the refund was not requested through this service. */
  readonly by?: string;
  readonly remembered?: Remembered;
};

/** A refund as stored for lists, with the fields of its charge that are shown with it. */
export type RefundRow = {
  readonly refund: Omit<Refund, 'remembered'>;
  readonly charge: Pick<Charge, 'id' | 'currency' | 'psp'>;
};

/**
 * A chargeback or an inquiry; its id is `dp_` and a hash of the PSP's id. `amount` is in the charge's currency. `events`: the PSP's ids of the events
 * that changed it last, oldest first; absent in records of earlier releases.
 */
export type Dispute = DisputeFact & {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  readonly events?: readonly string[];
};

/** A dispute as stored for lists. */
export type DisputeRow = {
  readonly dispute: Omit<Dispute, 'events' | 'as_of'>;
  readonly charge: Pick<Charge, 'id' | 'currency' | 'psp'>;
};

/**
 * `pending`: sent or about to be, outcome unknown. `capturing`, `canceling`: an operation on an authorised charge is in progress. `needs_review`:
 * the last check left the attempt, capture or cancel open; a person decides.
 */
export const chargeStatuses = [
  'pending',
  'requires_action',
  'authorized',
  'capturing',
  'captured',
  'canceling',
  'canceled',
  'failed',
  'needs_review',
] as const;

export type ChargeStatus = (typeof chargeStatuses)[number];

/** One attempt: what we requested (intents) and what the PSP reported (facts). Maps the charge to the PSP's payment; never deleted. */
export type Charge = Revised & {
  readonly session: string;
  /** The PSP account that holds the charge. The PSP gets `id` as its reference. */
  readonly psp: string;
  readonly psp_reference?: string;
  /** The print of the API key that the account had when the attempt began, if it was known. */
  readonly key_print?: string;
  /** The PSP's own customer: repeating the call that creates the payment must name it again. */
  readonly psp_customer?: string;
  /** The PSP has refused an optional value about the customer: this attempt and every repeat of it are sent without such values. */
  readonly without_details?: true;
  readonly amount: number;
  readonly currency: string;
  readonly capture_method: 'automatic' | 'manual';
  readonly livemode: boolean;
  /** Derived from intents and facts; stored because conditions and indexes need it. */
  readonly status: ChargeStatus;
  /** The result of the attempt; null until there is one. */
  readonly outcome: Outcome | 'canceled' | 'absent' | null;
  readonly code?: string;
  readonly advice?: Advice;
  /** The end of the time to wait that `advice` gives, if it gives one. Unix seconds. */
  readonly advice_until?: number;
  readonly particulars?: Particulars;
  /** What to store as the customer's payment method once this is authorised. */
  readonly keeps?: Keeps;
  /** Keyed HMAC of the card. Attempts of one card are counted under it. */
  readonly card_fingerprint?: string;
  /** The try of that card that this attempt is counted as. */
  readonly card_try?: CardTry;
  /** The try of a payment link that its confirm is counted as, if a link created its session. */
  readonly link_try?: LinkTry;
  /** Its outcome counts for PSP health: the session's first attempt, by card, at a PSP drawn from several. */
  readonly counts?: true;
  /** Another PSP refused the payment earlier in the same confirm. */
  readonly failed_over?: true;
  /** The course of its attempt, oldest step first, bounded; absent if it was one call and one response. No decision depends on it. */
  readonly steps?: readonly Step[];
  /** Its outcome counts for a rollout: the session's first attempt, by card. */
  readonly trial?: Trial;
  /** Fact: everything ever captured, minus captures reported failed. Refunds are not deducted. */
  readonly amount_captured: number;
  /** When `amount_captured` last rose. Unix milliseconds. */
  readonly captured_at?: number;
  /** The automatic capture counts from the authorisation on; the PSP has not shown or reported it yet. */
  readonly supposed?: true;
  /** Fact: how the hold ended without being captured. Undefined while it is held, or if it never was. */
  readonly hold?: 'voided' | 'expired';
  /** Captured, minus what is refunded, reserved, pending or disputed. Negative if the PSP returned more. */
  readonly amount_refundable: number;
  /** The same, without deducting open disputes. */
  readonly amount_refundable_disputed: number;
  readonly refunds: Readonly<Record<string, Refund>>;
  /**
   * Failed refunds that were removed to make space for others: by id, with the hash of the request under its idempotency key (empty without a key),
   * and by `ext_` and a hash of the PSP's id.
   */
  readonly failed_refunds?: Readonly<Record<string, string>>;
  /** The most bytes of the refunds requested here, once they have ended, and of `failed_refunds`. */
  readonly refund_bytes?: number;
  readonly disputes: Readonly<Record<string, Dispute>>;
  /**
   * Facts: captures not made here that events reported individually, by `ext_` and a hash of the PSP's id, or by `again_` if the PSP repeated a
   * failed capture. Minor units; 0 once reported failed.
   */
  readonly captures?: Readonly<Record<string, number>>;
  /**
   * Facts: partial captures that the PSP reported individually, ours and others, by the PSP's id. A look-up that shows less than their sum is
   * outdated. Minor units; cleared when the captured total falls.
   */
  readonly captures_told?: Readonly<Record<string, number>>;
  /** A person decided that it was captured or released. A contradicting fact wins. */
  readonly presumed?: true;
  /** It was captured, released or refunded at the PSP, not through this service. */
  readonly external?: true;
  /** Unix seconds. */
  readonly created: number;
  /** Unix milliseconds. */
  readonly started: number;
  /** The PSP sent the customer to authenticate, so the call that made the payment took nothing. */
  readonly redirected?: true;
  /** When the customer came back from authentication; from then on the attempt may take money. Unix milliseconds. */
  readonly completing?: number;
  /** Intents: the latest of each kind. */
  readonly capture?: ChargeOperation;
  readonly cancel?: ChargeOperation;
  /** How many earlier captures and cancels the PSP may have executed: an event that names none of them may mean any. */
  readonly former_captures?: number;
  readonly former_cancels?: number;
  /** How often a capture failed or was reversed. Whatever was read before the last of these is outdated. */
  readonly captures_failed?: number;
  /** Stored responses of failed captures and cancels before the current ones, bounded, so that their idempotency keys keep working. */
  readonly answered?: readonly Remembered[];
  /** Stored responses of refreshes, bounded. Kept apart so that they never displace the key of a call that has an effect. */
  readonly refreshed?: readonly Remembered[];
  /** Money that arrived after the attempt was given up and is being returned: voided, or refunded if it was captured. */
  readonly reversal?: Reversal;
  readonly recovery?: Recovery;
  /** The last check left the attempt open: a person decides. */
  readonly needs_review?: true;
  /**
   * When the attempt, a capture or a cancel was ended because the PSP had reported nothing for long. The PSP is asked again later. Unix milliseconds.
   */
  readonly timed_out_at?: number;
  /** Kept events: they wait until they can be applied, or for a person. Oldest first, bounded. */
  readonly unbelieved?: readonly KeptEvent[];
  /** Other payments that the PSP has under this charge's reference. Each is recorded as a charge of its own. Bounded. */
  readonly other_payments?: readonly { readonly psp_reference: string; readonly charge: string }[];
  /** The charge whose reference this payment has, although that charge records another payment. No session counts this one as its own. */
  readonly other_payment_of?: string;
  /** Decisions by people, oldest first, bounded. */
  readonly decisions?: readonly Decision[];
  /** Webhook events already applied, newest last, bounded. It saves work; it proves nothing. */
  readonly events?: readonly string[];
  /** The shard of the recovery index, and when recovery next works on the charge (Unix milliseconds). Absent if nothing is open. */
  readonly recover_shard?: number;
  readonly recover_at?: number;
  /** When what has timed out is checked again, if the charge is in the index for an event that comes before. Unix milliseconds. */
  readonly late_check_at?: number;
};

/** `open`: recorded, perhaps sent. `accepted`: accepted by the PSP, result pending. `done` and `failed` are final. */
export type ChargeOperation = {
  readonly id: string;
  readonly amount: number;
  readonly status: 'open' | 'accepted' | 'done' | 'failed';
  readonly started: number;
  /** The last time that it may have been sent. Unix milliseconds. */
  readonly sent: number;
  readonly psp_reference?: string;
  /** Why it failed, and the PSP's own code for it. */
  readonly failure?: { readonly reason: Decline; readonly code?: string };
  readonly needs_review?: true;
  /** The API key's id. */
  readonly by?: string;
  readonly remembered?: Remembered;
};

export type Reversal = {
  readonly id: string;
  readonly by: 'cancel' | 'refund';
  /** Minor units to return. */
  readonly amount: number;
  /** `sent`: sent or being sent, for the first time or again. `accepted`: accepted by the PSP, result pending. */
  readonly status: 'open' | 'sent' | 'accepted' | 'done';
  readonly started: number;
  /** When it was last sent in its current form. Unix milliseconds. */
  readonly sent?: number;
  /** As in a refund. */
  readonly of?: string;
  /** The captured total when the reversal began, all of which it returns. Minor units. */
  readonly captured?: number;
  /** The amount lost to disputes that is already deducted from `amount`. Minor units. */
  readonly lost?: number;
  /** When a refund was last found to have failed. Unix milliseconds. */
  readonly failed_at?: number;
  /** What refunds have returned so far, by the PSP's refund id, or ours if the PSP gave none. 0 once a refund has failed. Minor units. */
  readonly parts?: Readonly<Record<string, number>>;
  /** `amount` + `less` is the total to return, `parts` included. Negative if more was held than captured. Minor units. */
  readonly less?: number;
  /** Done by other refunds while our own was under way: its result is still to come. */
  readonly unsettled?: true;
  readonly needs_review?: true;
};

/**
 * A signed event that a charge keeps and has not applied. `whole`: it waits, and is taken up again by recovery until it can be applied. `why`: an
 * alarm was raised.
 * * `other_payment`: it names no payment, or another one than the payment that holds or took the money.
 * * `not_completed`, only at a PSP without look-up: it reports money although the payment still waits for a call that only we can make.
 * * `not_confirmed`: it has waited for an hour, or only a person can say whether its payment exists.
 *
 * `psp_reference`: the payment that the event names. `at`: when it first arrived, Unix milliseconds. `tries`: how many checks of recovery's schedule
 * it has had. `capture`: the capture recorded when it arrived, empty if none.
 */
export type KeptEvent = {
  readonly event: string;
  readonly about: PspEvent['claim']['about'];
  readonly why?: 'not_completed' | 'not_confirmed' | 'other_payment';
  readonly whole?: PspEvent;
  readonly at: number;
  readonly tries?: number;
  readonly capture?: string;
  readonly psp_reference?: string;
  readonly amount?: number;
  readonly currency?: string;
};

/**
 * The last claim on an open charge. `noted`: none, a webhook has stored `observed`. `look`: by recovery. `fence`: for a cancel by reference, by
 * recovery, a confirm or the end of the session; the code does not tell it from `look`.
 */
export type Recovery = {
  readonly action: 'noted' | 'look' | 'fence';
  /** A definite, verified result that could not be applied when it arrived. */
  readonly observed?: LookUpResult;
  /**
   * `sent`: a cancel by reference may have ended the attempt, so an approval is not trusted before the cancel by reference's own result. `failed`:
   * the cancel by reference did not end it.
   */
  readonly fence?: 'sent' | 'failed';
};

/** A person's decision on an open item, and why. `at` in Unix seconds; `by` names the key or the user, never a secret. */
export type Decision = {
  readonly operation: string;
  readonly outcome: 'captured' | 'canceled' | 'failed' | 'succeeded' | 'absent';
  readonly amount?: number;
  readonly note: string;
  readonly by: string;
  readonly at: number;
  readonly remembered?: Remembered;
};
