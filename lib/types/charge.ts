import type { CardTry } from './card-try.ts';
import type { LinkTry } from './link-try.ts';
import type { Decline, Outcome } from './outcome.ts';
import type { Particulars } from './particulars.ts';
import type { Keeps } from './payment-method.ts';
import type { Advice, DisputeFact, LookUpAnswer, PspEvent, RefundReason } from './psp.ts';
import type { Remembered, Revised } from './records.ts';
import type { Step } from './step.ts';
import type { Trial } from './trial.ts';

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;

export type RefundStatus = (typeof refundStatuses)[number];

/** `id`: ours (`re_…`), or `ext_` and a hash of the PSP's own id if made at the PSP. */
export type Refund = {
  readonly id: string;
  readonly rev: number;
  readonly write: string;
  readonly amount: number;
  readonly status: RefundStatus;
  readonly external?: true;
  /** Requested although a dispute may take the same money. */
  readonly allow_disputed?: true;
  readonly reason?: RefundReason;
  readonly failure_reason?: Decline;
  /** When that became known. Unix milliseconds. */
  readonly failed_at?: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  /** The last time that it could have been sent. Unix milliseconds. */
  readonly sent?: number;
  /** The PSP's id of the capture that it is taken from, recorded before it is sent, if there may be several. */
  readonly of?: string;
  /** Set once the PSP has accepted it (its result may still be open), so that recovery asks instead of repeating. */
  readonly accepted?: true;
  /** The schedule of looks is used up: a person decides. */
  readonly needs_review?: true;
  readonly psp_reference?: string;
  /** The API key's id; absent for a refund that was not requested here. */
  readonly by?: string;
  readonly remembered?: Remembered;
};

/** A refund as stored in lists, with the fields that are shown without its charge. */
export type RefundRow = {
  readonly refund: Omit<Refund, 'remembered'>;
  readonly charge: Pick<Charge, 'id' | 'currency' | 'psp'>;
};

/**
 * A chargeback or an inquiry, under `dp_` and a hash of the PSP's id. `amount` in the charge's currency. `events`: the PSP's ids of those that changed
 * it last, oldest first; a record of an earlier release has none.
 */
export type Dispute = DisputeFact & {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  readonly events?: readonly string[];
};

/** A dispute as stored in lists. */
export type DisputeRow = {
  readonly dispute: Omit<Dispute, 'events'>;
  readonly charge: Pick<Charge, 'id' | 'currency' | 'psp'>;
};

/**
 * `pending`: sent or about to be, outcome unknown. `capturing`, `canceling`: an operation on an authorised charge is in progress. `needs_review`: the
 * schedule is used up for the open attempt, capture or cancel; a person decides.
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

/** Our requests (intents) and the PSP's state (facts) for one attempt: the charge-to-PSP mapping, never deleted. */
export type Charge = Revised & {
  readonly session: string;
  /** The account that holds the charge; `id` is the reference sent to it. */
  readonly psp: string;
  readonly psp_reference?: string;
  /** The PSP's own customer: a repeat of the payment's creation has to name it again. */
  readonly psp_customer?: string;
  /** Its PSP has refused an optional value about the customer: this attempt is made without them, and so is every repeat of it. */
  readonly without_details?: true;
  readonly amount: number;
  readonly currency: string;
  readonly capture_method: 'automatic' | 'manual';
  readonly livemode: boolean;
  /** Follows from intents and facts; stored because conditions and indexes need it. */
  readonly status: ChargeStatus;
  /** The result of the attempt; null until there is an answer. */
  readonly outcome: Outcome | 'canceled' | 'absent' | null;
  readonly code?: string;
  readonly advice?: Advice;
  /** Until when `advice` says to wait, if it says so. Unix seconds. */
  readonly advice_until?: number;
  readonly particulars?: Particulars;
  /** The data that becomes its customer's payment method once this is paid. */
  readonly keeps?: Keeps;
  /** Keyed HMAC of the card, under which its attempts are counted. */
  readonly card_fingerprint?: string;
  /** The try of that card that this attempt counts as. */
  readonly card_try?: CardTry;
  /** The try with a payment link that its confirm counts as, if its session was begun with one. */
  readonly link_try?: LinkTry;
  /** Its outcome counts for its PSP's health: the first attempt of its session, by card, at the PSP that was drawn among several. */
  readonly counts?: true;
  /** Another PSP had refused the payment in the same confirm. */
  readonly failed_over?: true;
  /** How its attempt went, oldest first, bounded; absent as long as it was simply answered. Decides nothing. */
  readonly steps?: readonly Step[];
  /** Of a record from before steps were kept: no answer came to a call of its attempt. */
  readonly answer_lost?: true;
  /** Its outcome counts for a rollout: the first attempt of its session, by card. */
  readonly trial?: Trial;
  /** Fact: everything ever captured, refunds not deducted, minus captures reported failed. */
  readonly amount_captured: number;
  /** When that last rose. Unix milliseconds. */
  readonly captured_at?: number;
  /** Fact: how the hold ended without being captured. */
  readonly hold?: 'voided' | 'expired';
  /** Captured and not yet refunded, reserved, on its way or disputed. Negative if the PSP gave back more. */
  readonly amount_refundable: number;
  /** The same, including the amount of open disputes. */
  readonly amount_refundable_disputed: number;
  readonly refunds: Readonly<Record<string, Refund>>;
  /**
   * Failed refunds that gave way to others: by id, the hash of the request under its key, empty without one; and by `ext_` and a hash of the PSP's id.
   */
  readonly failed_refunds?: Readonly<Record<string, string>>;
  /** The most bytes that those requested here take once they have ended, and those that gave way. */
  readonly refund_bytes?: number;
  readonly disputes: Readonly<Record<string, Dispute>>;
  /**
   * Facts: captures that events reported individually and that are not ours, by `ext_` and a hash of the PSP's id; by `again_` if the PSP repeated a
   * failed one. Minor units; 0 once reported failed.
   */
  readonly captures?: Readonly<Record<string, number>>;
  /**
   * Facts: partial captures that the PSP reported individually, ours and others, by its own id. A look-up that shows less than their sum lags. Minor
   * units; forgotten when the captured total falls.
   */
  readonly captures_told?: Readonly<Record<string, number>>;
  /** A person said that it was captured or released: a fact that says otherwise wins. */
  readonly presumed?: true;
  /** It was captured, released or refunded at the PSP, not through this service. */
  readonly external?: true;
  /** Unix seconds. */
  readonly created: number;
  /** Unix milliseconds. */
  readonly started: number;
  /** Its PSP sent the customer to authenticate: the call that made the payment took nothing. */
  readonly redirected?: true;
  /** When its customer came back from authentication; from then on the attempt may take money. Unix milliseconds. */
  readonly completing?: number;
  /** Intents; the last one of each kind. */
  readonly capture?: ChargeOperation;
  readonly cancel?: ChargeOperation;
  /** The number of captures and cancels before the last ones that the PSP may have executed: an event that names none of them may mean any. */
  readonly former_captures?: number;
  readonly former_cancels?: number;
  /** How often a capture has failed or was reversed: anything seen before the last time is outdated. */
  readonly captures_failed?: number;
  /** Answers of failed captures and cancels before the ones recorded above, bounded: their keys are still remembered. */
  readonly answered?: readonly Remembered[];
  /** Answers of refreshes, bounded, and apart: they must not displace the key of anything that takes effect. */
  readonly refreshed?: readonly Remembered[];
  /** Money that arrived after the attempt was given up, and is being returned: voided, or refunded if it was captured. */
  readonly reversal?: Reversal;
  readonly recovery?: Recovery;
  /** The attempt's schedule of looks is used up: a person decides. */
  readonly needs_review?: true;
  /** Its attempt, a capture or a cancel ended because nothing had come of it for long: its PSP is asked again later. Unix milliseconds. */
  readonly timed_out_at?: number;
  /**
   * Events that the PSP's lagging look-up has not confirmed yet: when each first came (Unix milliseconds), and the capture recorded by then, empty if
   * none; bounded.
   */
  readonly doubted?: readonly { readonly event: string; readonly at: number; readonly capture?: string }[];
  /** Signed events that were not believed, oldest first, bounded. */
  readonly unbelieved?: readonly UnverifiedEvent[];
  /** Other payments that the PSP has under this charge's reference, each recorded as a charge of its own. Bounded. */
  readonly other_payments?: readonly { readonly psp_reference: string; readonly charge: string }[];
  /** The charge whose reference this payment bears, though that one records another. No session counts it as its own. */
  readonly other_payment_of?: string;
  /** People's decisions, oldest first, bounded. */
  readonly decisions?: readonly Decision[];
  /** Webhook events already applied, newest last, bounded: a shortcut, never proof. */
  readonly events?: readonly string[];
  /** Shard of the recovery index and Unix milliseconds of the next look; absent when nothing is open. */
  readonly recover_shard?: number;
  readonly recover_at?: number;
};

/** `open`: recorded, perhaps sent; `accepted`: the PSP's result is awaited; `done` and `failed` are final. */
export type ChargeOperation = {
  readonly id: string;
  readonly amount: number;
  readonly status: 'open' | 'accepted' | 'done' | 'failed';
  readonly started: number;
  /** The last time that it could have been sent. Unix milliseconds. */
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
  /** `sent`: on its way, for the first time or again; `accepted`: the PSP's result is awaited. */
  readonly status: 'open' | 'sent' | 'accepted' | 'done';
  readonly started: number;
  /** When it was last sent this way. Unix milliseconds. */
  readonly sent?: number;
  /** As in a refund. */
  readonly of?: string;
  /** The captured total when it began, which the reversal covers. Minor units. */
  readonly captured?: number;
  /** The part lost to disputes that `amount` already accounts for. Minor units. */
  readonly lost?: number;
  /** What refunds have returned so far, by the PSP's id of each, or ours if it told none: 0 once one has failed. Minor units. */
  readonly parts?: Readonly<Record<string, number>>;
  /** `amount` and this are what must go back in all, `parts` included. Minor units. */
  readonly less?: number;
  readonly needs_review?: true;
};

/**
 * A signed event that is not applied: a person has to look at the PSP. `other_payment`: it names another payment than the one that holds or took the
 * money, or none. At a PSP that cannot be asked, also `not_completed`: it tells of money, though the payment waits for a call that only we can make; and
 * `not_confirmed`: what must be heard before it has not come for an hour; then it is kept (`whole`) and applied as soon as it can be.
 * `psp_reference`: the payment's, as the event names it. `at` in Unix milliseconds.
 */
export type UnverifiedEvent = {
  readonly event: string;
  readonly about: PspEvent['claim']['about'];
  readonly why: 'not_completed' | 'not_confirmed' | 'other_payment';
  readonly whole?: PspEvent;
  readonly at: number;
  readonly psp_reference?: string;
  readonly amount?: number;
  readonly currency?: string;
};

/** The claim on an open charge. `noted`: a webhook left `observed` and no recovery has claimed the charge; the others name a recovery's claim. */
export type Recovery = {
  readonly action: 'noted' | 'look' | 'fence';
  /** An answer from a verified source that could not be applied at that moment. Definite. */
  readonly observed?: LookUpAnswer;
  /** `sent`: a fence may have killed the attempt, so its approval is not trusted before the fence's own result; `failed`: it did not kill it. */
  readonly fence?: 'sent' | 'failed';
};

/** A person's decision about something open, and the reason. `at` in Unix seconds; `by` names the key or the user, never a secret. */
export type Decision = {
  readonly operation: string;
  readonly outcome: 'captured' | 'canceled' | 'failed' | 'succeeded' | 'absent';
  readonly amount?: number;
  readonly note: string;
  readonly by: string;
  readonly at: number;
  readonly remembered?: Remembered;
};
