import type { Account } from './capabilities.ts';
import type { Credential } from './credential.ts';
import type { DisputeReason, DisputeStatus } from './dispute.ts';
import type { GivenMethod, PaymentMethod } from './given-method.ts';
import type { Money } from './money.ts';
import type { Decline } from './outcome.ts';
import type { Particulars } from './particulars.ts';
import type { PaymentDetails } from './payment-details.ts';
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
  /** The PSP's id for the payment, once known. */
  readonly psp_reference?: string;
  /** The reference that the payment bears, if it was not made for this attempt: another charge's, or this one's. */
  readonly created_as?: string;
  /** The PSP's own customer, which the payment names from its first call on. */
  readonly psp_customer?: string;
  readonly details?: PaymentDetails;
};

/** Limits of one call. `timeout_ms` covers all requests of the call, including the bodies of their answers. */
export type Call = { readonly timeout_ms: number };

/** Why an outcome is unknown. */
export type UnknownReason =
  | 'timeout'
  | 'connection_lost'
  | 'ambiguous_error'
  | 'unreadable_answer'
  | 'amount_mismatch'
  | 'pending'
  | 'in_flight';

/** A network's advice against another try of this card, at any PSP. `wait` means not now. */
export type Advice = 'never_again' | 'wait' | 'correct_data';

/** What a decline says about the next try. `wait_s`: how long to wait, in seconds, if it says so. */
export type Advised = { readonly advice?: Advice; readonly wait_s?: number };

/** What the call went through before this answer, if it was not simply answered. */
type Tried = { readonly steps?: readonly Step[] };

type Reported = Tried & { readonly particulars?: Particulars };
type Found = Reported & { readonly psp_reference: string };

/** The whole amount is held and nothing captured. `in_progress`: the PSP is working on a capture or a void of it. */
export type Held = Found & { readonly outcome: 'approved'; readonly in_progress?: true };
/**
 * `amount_captured`: everything ever captured of the payment, whoever requested it, before refunds; `amount_refunded`: everything refunded, if this
 * answer says so. ISO 4217 minor units, as the PSP reports them, never as we requested them.
 */
export type Captured = Found & {
  readonly outcome: 'captured';
  readonly amount_captured: number;
  readonly amount_refunded?: number;
  /** For an event about one capture: the key under which that capture is remembered. */
  readonly capture?: string;
};
export type Authorized = Held | Captured;
export type ActionRequired = Found & { readonly outcome: 'requires_action'; readonly redirect_url: string };
export type Declined = Reported &
  Advised & {
    readonly outcome: Decline;
    readonly psp_reference?: string;
    /** The PSP's own code, for people. Never free text, never card data. */
    readonly code?: string;
    /** For a completion: with a code of its own, the PSP refused the very call that would have taken the money, or has no such payment any more. */
    readonly refuses_completion?: true;
    /** The call was refused because of an optional value about the customer: the PSP may take the payment without it. */
    readonly refuses_details?: true;
  };
export type Unknown = Tried & {
  readonly outcome: 'unknown' | 'duplicate';
  readonly doubt: UnknownReason;
  readonly psp_reference?: string;
  /** For a completion: the reference of the attempt that it was about instead. */
  readonly completed?: string;
};

export type AuthorizationAnswer = Authorized | ActionRequired | Declined | Unknown;

/** The payment can never take money again, and nothing was captured. `hold`: how a hold, if there was one, ended. */
export type Canceled = Tried & {
  readonly outcome: 'canceled';
  readonly psp_reference?: string;
  readonly hold?: 'voided' | 'expired';
};

/** `absent` proves nothing until the look-up's declared lag has passed. */
export type LookUpAnswer = AuthorizationAnswer | { readonly outcome: 'absent' } | Canceled;

/** Answer to a fence: certainly dead, in progress (the result comes by webhook), or the state that was found instead. */
export type FenceAnswer = Canceled | { readonly outcome: 'fencing' } | AuthorizationAnswer;

/**
 * Answer to a capture, cancel or refund. `pending`: accepted, the result comes by webhook or look-up. `amount`: the amount that this operation
 * captured or refunded, as the PSP reports it; if the PSP does not report it, a capture or refund is not `succeeded` but `unknown`. `total`: for a
 * capture seen in a look-up, the total captured; this capture's part of it depends on which others are known.
 */
export type OperationAnswer =
  | {
      readonly outcome: 'succeeded';
      readonly psp_reference?: string;
      readonly amount?: number;
      readonly total?: number;
    }
  | { readonly outcome: 'pending'; readonly psp_reference?: string }
  | { readonly outcome: 'failed'; readonly reason: Decline; readonly code?: string }
  | { readonly outcome: 'unknown'; readonly doubt: UnknownReason };

/** One refund in the PSP's books. `operation`: our refund id, if the PSP carries one; a refund without it was made elsewhere. */
export type RefundFact = {
  readonly psp_reference: string;
  readonly operation?: string;
  /** ISO 4217 minor units. */
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly reason?: Decline;
};

/** `complete`: the list is whole, so a refund missing from it did not exist when the PSP wrote it. */
export type RefundsFound = {
  readonly outcome: 'found';
  readonly refunds: readonly RefundFact[];
  readonly complete: boolean;
};

/** `of`: the PSP's id of a capture, of which a refund can be made, and `amount`, how much can be refunded of it. Minor units. */
export type CaptureAnswer =
  | { readonly outcome: 'found'; readonly of: string; readonly amount: number }
  | Extract<OperationAnswer, { outcome: 'failed' | 'unknown' }>;

/**
 * A chargeback or an inquiry, as the PSP reports it. `closed`: it ended without a decision, and the money stays. `psp_reason` is the PSP's own code,
 * `reason` its meaning; `respond_by` in Unix seconds.
 */
export type DisputeFact = {
  readonly psp_reference: string;
  readonly status: DisputeStatus;
  readonly stage: 'inquiry' | 'dispute' | 'arbitration';
  readonly reason?: DisputeReason;
  readonly psp_reason?: string;
  readonly respond_by?: number;
};

/** A capture, cancel or refund of an attempt. `id` is ours, the same for repeats, and the root of its idempotency key. */
export type Operation = {
  readonly id: string;
  readonly amount: number;
  readonly psp_reference?: string;
  /** The PSP's id of the capture that a refund is taken from, if there may be several. */
  readonly of?: string;
  /** Why a refund is made, according to the merchant. */
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
  /** The issuer insists on authentication: challenge the customer. */
  readonly challenge?: true;
  /** Says that the card is to be kept, or that it was. */
  readonly credential?: Credential;
  /** The customer's address, IPv4 or IPv6. */
  readonly client_ip?: string;
};

/** A PSP's report by webhook, after its signature was verified. `id` is the same for each delivery of one event. */
export type PspEvent = {
  readonly id: string;
  /** Our charge id and, for a refund, our refund id, if the event carries them. */
  readonly reference?: string;
  readonly operation?: string;
  /** The PSP's ids for the payment, and for the capture, cancel or refund that the event is about. */
  readonly psp_reference?: string;
  readonly operation_reference?: string;
  /** The amount that the event is about (of that one capture, refund or dispute), in ISO 4217 minor units, if it names one. */
  readonly money?: Money;
  /** When it happened, by the PSP's clock, in Unix milliseconds, if the event says so. Not signed everywhere: nothing about money may hang on it. */
  readonly occurred?: number;
  /** The PSP repeated a failed capture on its own. */
  readonly again?: true;
  readonly claim:
    | { readonly about: 'authorization'; readonly answer: LookUpAnswer }
    | { readonly about: 'capture' | 'cancel' | 'refund'; readonly answer: OperationAnswer }
    | { readonly about: 'fence'; readonly answer: FenceAnswer }
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
  /** Unix milliseconds, for signature windows. */
  readonly now: number;
};

/** `unanswered`: genuine, but the PSP, asked whose payment it is about, did not answer. */
export type WebhookReading =
  | { readonly ok: true; readonly events: readonly PspEvent[] }
  | { readonly ok: false; readonly reason: 'signature' | 'too_old' | 'malformed' | 'unanswered' };

/** A PSP that can be paid with any method a customer gives: an adapter, and the way to the vault. */
export type AnyMethodPsp = Psp<GivenMethod>;

/**
 * The port every adapter implements. No method throws for anything a PSP does: every answer, error and silence is a value. No method retries; only
 * the engine repeats a call.
 */
export type Psp<Method = PaymentMethod> = Account & {
  /** Takes or holds the money, as `capture_method` says. A repeat sends the same keys and bytes. */
  readonly authorize: (
    attempt: Attempt,
    request: AuthorizeRequest<Method>,
    call: Call,
  ) => Promise<AuthorizationAnswer>;
  /** Whether the customer came back with what the completion needs; ignore a return without it. If undefined, every return counts. */
  readonly canComplete?: (params: Readonly<Record<string, string>>) => boolean;
  /**
   * Whether this PSP's own token pays once (its fields made it for this customer) or represents a credential on file, which only an API key may use;
   * undefined if it is not this PSP's token.
   */
  readonly tokenKind: (token: string) => 'single_use' | 'stored' | undefined;
  /**
   * The PSP's own customer that the token belongs to. The attempt stores it, because calls repeated without the token have to name it. Undefined if
   * the token names none. Not set if no such call needs it.
   */
  readonly customerOf?: (token: string) => string | undefined;
  /**
   * Finishes an attempt after 3-D Secure; `params` is the query the customer came back with. An answer counts for this attempt only if it names it
   * (our reference, the amount): anything else is `unknown`. A refusal is returned unchanged (`not_sent`, `rate_limited`, `invalid_request`, …): its
   * meaning for the payment depends on earlier requests, which only the engine knows; `refuses_completion` says that this request took nothing.
   */
  readonly completeAuthentication: (
    attempt: Attempt,
    params: Readonly<Record<string, string>>,
    call: Call,
  ) => Promise<LookUpAnswer>;
  /** Set if and only if `capabilities.look_up` is declared. */
  readonly lookUp?: (attempt: Attempt, call: Call) => Promise<LookUpAnswer>;
  /** Set if and only if `capabilities.fence` is declared. */
  readonly fence?: (attempt: Attempt, call: Call) => Promise<FenceAnswer>;
  readonly capture: (attempt: Attempt, operation: Operation, call: Call) => Promise<OperationAnswer>;
  readonly cancel: (attempt: Attempt, operation: Operation, call: Call) => Promise<OperationAnswer>;
  readonly refund: (attempt: Attempt, operation: Operation, call: Call) => Promise<OperationAnswer>;
  /**
   * The capture to make a refund of: one that covers it if there is one, otherwise the one with most left. A definite failure if nothing is captured.
   * Set if and only if `capabilities.refund.per_capture` is declared.
   */
  readonly findCapture?: (attempt: Attempt, operation: Operation, call: Call) => Promise<CaptureAnswer>;
  /** All refunds of the payment, including those made elsewhere. Set if and only if `capabilities.refund.look_up` is declared. */
  readonly lookUpRefunds?: (attempt: Attempt, call: Call) => Promise<RefundsFound | Unknown>;
  /** Verifies the signature over the raw bytes before anything is parsed. */
  readonly readWebhook: (webhook: InboundWebhook) => Promise<WebhookReading>;
};
