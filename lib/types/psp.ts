import type { Account } from './capabilities.ts';
import type { Credential } from './credential.ts';
import type { DisputeReason, DisputeStatus } from './dispute.ts';
import type { GivenMethod, PaymentMethod } from './given-method.ts';
import type { Money } from './money.ts';
import type { Decline } from './outcome.ts';
import type { Particulars } from './particulars.ts';
import type { PaymentDetails } from './payment-details.ts';
import type { KeyMark } from './psp-account.ts';
import type { Step } from './step.ts';
import type { BrowserData, Exemption } from './three-d-secure.ts';

/**
 * One attempt to take a payment at one PSP account. Everything sent for it (reference, idempotency keys) depends only on this. `reference` is our
 * charge id (`ch_` + 26 characters); `started` is Unix milliseconds.
 */
export type Attempt = Money & {
  readonly reference: string;
  readonly session: string;
  readonly capture_method: 'automatic' | 'manual';
  readonly started: number;
  /** The PSP's id for the payment, once we have it. */
  readonly psp_reference?: string;
  /** The reference that the payment has at the PSP, if the payment was not made for this attempt: another charge's or this one's. */
  readonly created_as?: string;
  /** The PSP's own customer, named in every call that creates the payment. */
  readonly psp_customer?: string;
  readonly details?: PaymentDetails;
};

/**
 * Limits of one call. `timeout_ms` covers all its requests, response bodies included. `until`, in Unix milliseconds, holds in a function that was
 * frozen between two requests, too: none is sent after it.
 */
export type Call = { readonly timeout_ms: number; readonly until?: number };

export type UnknownReason =
  | 'timeout'
  | 'connection_lost'
  | 'ambiguous_error'
  | 'unreadable_answer'
  | 'amount_mismatch'
  | 'pending'
  | 'in_flight';

/** A network's advice against another try of this card, at any PSP. `wait`: not now. */
export type Advice = 'never_again' | 'wait' | 'correct_data';

/** A decline's advice on the next try. `wait_s`: how long to wait, in seconds, if it says. */
export type Advised = { readonly advice?: Advice; readonly wait_s?: number };

/** The steps of the call, if it was more than one request and one response. */
type Tried = { readonly steps?: readonly Step[] };

type Reported = Tried & { readonly particulars?: Particulars };
type Found = Reported & { readonly psp_reference: string };

/** The whole amount is held and nothing is captured. `in_progress`: the PSP is processing a capture or a void of it. */
export type Held = Found & { readonly outcome: 'approved'; readonly in_progress?: true };
/**
 * `amount_captured`: everything ever captured of the payment, whoever requested it, before refunds. `amount_refunded`: everything refunded, if the
 * response says. ISO 4217 minor units, as the PSP reports them, never as we requested them.
 */
export type Captured = Found & {
  readonly outcome: 'captured';
  readonly amount_captured: number;
  readonly amount_refunded?: number;
  /** For an event about one capture: the key under which that capture is recorded. */
  readonly capture?: string;
  /** The PSP has only authorised the payment: its automatic capture is still to come. */
  readonly supposed?: true;
};
export type Authorized = Held | Captured;
export type ActionRequired = Found & { readonly outcome: 'requires_action'; readonly redirect_url: string };
export type Declined = Reported &
  Advised & {
    readonly outcome: Decline;
    readonly psp_reference?: string;
    /** The PSP's own code, for people. Never free text, never card data. */
    readonly code?: string;
    /** Only for a completion: the PSP refused, with a specific code, the very call that would have taken the money, or no longer has the payment. */
    readonly refuses_completion?: true;
    /** The PSP refused the call because of an optional value about the customer. Without that value, it may take the payment. */
    readonly refuses_details?: true;
  };
export type Unknown = Tried & {
  readonly outcome: 'unknown' | 'duplicate';
  readonly doubt: UnknownReason;
  readonly psp_reference?: string;
  /** Only for a completion that was about another attempt: that attempt's reference. */
  readonly completed?: string;
};

export type AuthorizationResult = Authorized | ActionRequired | Declined | Unknown;

/** The payment can never take money again, and nothing was captured. `hold`: how the hold ended, if there was one. */
export type Canceled = Tried & {
  readonly outcome: 'canceled';
  readonly psp_reference?: string;
  readonly hold?: 'voided' | 'expired';
};

/** `absent` proves nothing until the look-up's declared lag has passed. */
export type LookUpResult = AuthorizationResult | { readonly outcome: 'absent' } | Canceled;

/** The result of a cancel by reference: `canceled`, `fencing` (the result comes by webhook), or the state that the PSP reported instead. */
export type CancelByReferenceResult = Canceled | { readonly outcome: 'fencing' } | AuthorizationResult;

/**
 * The result of a capture, cancel or refund. `pending`: accepted; the final result comes by webhook or look-up. `amount`: what this operation
 * captured or refunded, as the PSP reports it; if the PSP reports no amount, a capture or refund is `unknown`, not `succeeded`. `total`: the total
 * captured, for a capture seen in a look-up; which part of it is this capture's depends on the other captures recorded.
 */
export type OperationResult =
  | {
      readonly outcome: 'succeeded';
      readonly psp_reference?: string;
      readonly amount?: number;
      readonly total?: number;
    }
  | { readonly outcome: 'pending'; readonly psp_reference?: string }
  | { readonly outcome: 'failed'; readonly reason: Decline; readonly code?: string }
  | { readonly outcome: 'unknown'; readonly doubt: UnknownReason };

/** One refund at the PSP. `operation`: our refund id, if the PSP reports it; a refund without it was made elsewhere. */
export type RefundFact = {
  readonly psp_reference: string;
  readonly operation?: string;
  /** ISO 4217 minor units. */
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly reason?: Decline;
};

/** `complete`: the list is complete, so a refund missing from it did not exist when the PSP wrote it. */
export type RefundsFound = {
  readonly outcome: 'found';
  readonly refunds: readonly RefundFact[];
  readonly complete: boolean;
};

/** A list of refunds, and the time before which it shows every change. Unix milliseconds. */
export type ListedRefunds = RefundsFound & { readonly shown_by: number };

/** `of`: the PSP's id of a capture that can be refunded. `amount`: how much of it can be refunded, in minor units. */
export type CaptureFound =
  | { readonly outcome: 'found'; readonly of: string; readonly amount: number }
  | Extract<OperationResult, { outcome: 'failed' | 'unknown' }>;

/**
 * A chargeback or an inquiry, as the PSP reports it. `closed`: it ended without a decision, and the money stays. `psp_reason` is the PSP's own code,
 * `reason` its meaning; `respond_by` in Unix seconds. `as_of`: the time of this state by the PSP's clock, in Unix milliseconds, if the PSP signs it
 * or confirms the event.
 */
export type DisputeFact = {
  readonly psp_reference: string;
  readonly status: DisputeStatus;
  readonly stage: 'inquiry' | 'dispute' | 'arbitration';
  readonly reason?: DisputeReason;
  readonly psp_reason?: string;
  readonly respond_by?: number;
  readonly as_of?: number;
};

/** A capture, cancel or refund of an attempt. `id` is ours; repeats have the same id, and the idempotency key is derived from it. */
export type Operation = {
  readonly id: string;
  readonly amount: number;
  /** The PSP's id of the capture that the refund is taken from, if there may be several. */
  readonly of?: string;
  /** Why the merchant makes the refund. */
  readonly reason?: RefundReason;
};

export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export type RefundReason = (typeof refundReasons)[number];

export type AuthorizeRequest<Method = PaymentMethod> = {
  readonly payment_method: Method;
  /** Where the PSP sends the customer back to after 3-D Secure. */
  readonly return_url: string;
  readonly browser?: BrowserData;
  /** Not together with `challenge`. */
  readonly exemption?: Exemption;
  /** The issuer requires authentication: challenge the customer. */
  readonly challenge?: true;
  /** Set if the card is to be stored, or was. */
  readonly credential?: Credential;
  /** The customer's IP address, IPv4 or IPv6. */
  readonly client_ip?: string;
};

/** A PSP's webhook event, after its signature was verified. `id` is the same for each delivery of one event. */
export type PspEvent = {
  readonly id: string;
  /** Our charge id and, for a refund, our refund id, if the event contains them. */
  readonly reference?: string;
  readonly operation?: string;
  /** The PSP's ids for the payment, and for the capture, cancel or refund that the event is about. */
  readonly psp_reference?: string;
  readonly operation_reference?: string;
  /** The amount of the one capture, refund or dispute that the event is about, in ISO 4217 minor units, if the event gives one. */
  readonly money?: Money;
  /** `money` is only the most that a dispute can be about. */
  readonly at_most?: true;
  /** It says nothing of a dispute that is still an inquiry, which takes no money. */
  readonly unless_inquiry?: true;
  /** The event's time by the PSP's clock, in Unix milliseconds, if given. Not every PSP signs it: no decision about money may depend on it. */
  readonly occurred?: number;
  /** The PSP itself repeated a failed capture. */
  readonly again?: true;
  readonly claim:
    | { readonly about: 'authorization'; readonly result: LookUpResult }
    | { readonly about: 'capture' | 'cancel' | 'refund'; readonly result: OperationResult }
    | { readonly about: 'fence'; readonly result: CancelByReferenceResult }
    | { readonly about: 'dispute'; readonly dispute: DisputeFact }
    /** The customer has authenticated, and the payment waits for us to complete it. */
    | { readonly about: 'authentication' }
    | { readonly about: 'nothing_of_ours' };
};

export type InboundWebhook = {
  /** Lowercase names; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw bytes as received. */
  readonly body: Uint8Array;
  /** Unix milliseconds, for the time window of signatures. */
  readonly now: number;
};

/** `unanswered`: the PSP did not say, when asked, whether the delivery is genuine, or which payment the event is about. */
export type WebhookReading =
  | { readonly ok: true; readonly events: readonly PspEvent[] }
  | { readonly ok: false; readonly reason: 'signature' | 'too_old' | 'malformed' | 'unanswered' };

/** A PSP that accepts any method a customer can give: an adapter, combined with the vault. */
export type AnyMethodPsp = Psp<GivenMethod>;

/**
 * The port that every adapter implements. No method throws, whatever the PSP does: every response, error and time-out is a return value. No method
 * retries; only the engine repeats a call.
 */
export type Psp<Method = PaymentMethod> = Account & {
  /** The account's API key; undefined as long as it has not been read. */
  readonly key?: () => KeyMark | undefined;
  /** Takes or holds the money, as `capture_method` says. A repeat sends the same keys and bytes. */
  readonly authorize: (
    attempt: Attempt,
    request: AuthorizeRequest<Method>,
    call: Call,
  ) => Promise<AuthorizationResult>;
  /**
   * Whether the customer returned with the parameters that the completion needs; without them, ignore the return. If undefined, every return counts.
   */
  readonly canComplete?: (params: Readonly<Record<string, string>>) => boolean;
  /**
   * `single_use`: the PSP's fields made the token for this customer, and it pays once. `stored`: it represents a credential on file, which only an
   * API key may use. Undefined if it is not this PSP's token.
   */
  readonly tokenKind: (token: string) => 'single_use' | 'stored' | undefined;
  /**
   * The PSP's own customer that the token belongs to, or undefined. The attempt stores it, because a repeat without the token must name it. Not set
   * if no call of this PSP needs it.
   */
  readonly customerOf?: (token: string) => string | undefined;
  /**
   * Completes an attempt after 3-D Secure; `params` is the query the customer returned with. A response counts only if it names this attempt (our
   * reference, the amount); otherwise the result is `unknown`. A refusal is returned unchanged (`not_sent`, `rate_limited`, `invalid_request`, …):
   * what it means for the payment depends on earlier requests, which only the engine knows. `refuses_completion` says that this request took nothing.
   */
  readonly completeAuthentication: (
    attempt: Attempt,
    params: Readonly<Record<string, string>>,
    call: Call,
  ) => Promise<LookUpResult>;
  /** Set if and only if `capabilities.look_up` is declared. */
  readonly lookUp?: (attempt: Attempt, call: Call) => Promise<LookUpResult>;
  /** Set if and only if `capabilities.cancel_by_reference` is declared. */
  readonly cancelByReference?: (attempt: Attempt, call: Call) => Promise<CancelByReferenceResult>;
  readonly capture: (attempt: Attempt, operation: Operation, call: Call) => Promise<OperationResult>;
  readonly cancel: (attempt: Attempt, operation: Operation, call: Call) => Promise<OperationResult>;
  readonly refund: (attempt: Attempt, operation: Operation, call: Call) => Promise<OperationResult>;
  /**
   * The capture to refund: one that covers the refund if there is one, otherwise the one with the most left. A definite failure if nothing is
   * captured. Set if and only if `capabilities.refund.per_capture` is declared.
   */
  readonly findCapture?: (attempt: Attempt, operation: Operation, call: Call) => Promise<CaptureFound>;
  /** All refunds of the payment, including those made elsewhere. Set if and only if `capabilities.refund.look_up` is declared. */
  readonly lookUpRefunds?: (attempt: Attempt, call: Call) => Promise<RefundsFound | Unknown>;
};
