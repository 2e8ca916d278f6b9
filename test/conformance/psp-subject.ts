import type { PspAdapter } from '../../lib/psp/psp-adapter.ts';
import type { Money } from '../../lib/types/money.ts';
import type { Outcome } from '../../lib/types/outcome.ts';
import type { Attempt, InboundWebhook, Operation, PspEvent, RefundFact } from '../../lib/types/psp.ts';
import type { HttpRequest, HttpResponse } from '../../lib/types/transport.ts';
import type { Paths } from './specification.ts';

/** What the PSP decides about a payment. `code` of a decline is one of its own codes. */
export type Scene =
  | { readonly scene: 'captured' | 'approved' | 'requires_action' | 'pending' }
  | { readonly scene: 'declined'; readonly code: string };

export type OperationName = 'capture' | 'cancel' | 'refund';

/** What the PSP answers to one request. Undefined: it knows no such request, and the test fails. */
export type Script = (request: HttpRequest) => HttpResponse | undefined;

/** A way a call goes wrong. `wrong_amount` and `wrong_currency` are echoes of an otherwise good answer. */
export type Fault =
  | 'timeout'
  | 'reset'
  | 'refused'
  | 'html_200'
  | 'empty_200'
  | 'truncated_200'
  | 'http_401'
  | 'http_403'
  | 'http_429'
  | 'http_500'
  | 'http_503'
  | 'wrong_amount'
  | 'wrong_currency';

/**
 * What a PSP has of a payment that it once authorised, in ISO 4217 minor units; `{}`: held, and nothing else. `captured: null`: captured, in an
 * answer that lacks the amount.
 */
export type PaymentFacts = {
  readonly captured?: number | null;
  readonly refunded?: number;
  readonly hold?: 'voided' | 'expired';
};

/** A delivery of something done to the attempt's payment, of 10.00 of its 25.99 EUR where it has an amount, and not by this service. */
type Delivery = (attempt: Attempt, secret: string, at: number) => InboundWebhook;

export type Elsewhere = Readonly<
  Record<
    'capture' | 'refund' | 'void' | 'expiry' | 'dispute_opened' | 'dispute_won' | 'dispute_lost',
    Delivery
  >
> & {
  /** A dispute that ended without a decision, if the PSP tells of such. */
  readonly dispute_closed?: Delivery;
};

/** What `describe-facts.ts` reads. */
export type Facts = {
  /** Answers to the requests of `lookUp`, `echo` being the payment's own amount and currency. */
  readonly playFacts: (facts: PaymentFacts, attempt: Attempt, echo: Money) => Script;
  /**
   * Answers to a capture that is refused because of what the PSP has, where the PSP refuses at once: done `by` this operation, at an earlier call,
   * or by another.
   */
  readonly playRefusedCapture?: (
    facts: PaymentFacts,
    by: 'this' | 'another',
    attempt: Attempt,
    operation: Operation,
  ) => Script;
  /** Answers to the requests of `lookUpRefunds`. `cut`: there may be more than the PSP lists. The PSP may give ids of its own. */
  readonly playRefunds?: (refunds: readonly RefundFact[], attempt: Attempt, cut: boolean) => Script;
  readonly elsewhere: Partial<Elsewhere>;
};

/** The part of an answer that the suite compares (`toMatchObject`). */
export type Expected = { readonly outcome: string; readonly [field: string]: unknown };

export type Return = {
  readonly name: string;
  /** Query that the customer of this attempt comes back with. */
  readonly params: (attempt: Attempt) => Readonly<Record<string, string>>;
  /**
   * The PSP once the customer of `returned` has authenticated (and was charged or declined), while that of `open` has not. It answers by what a
   * request names, whoever asks.
   */
  readonly play: (returned: Attempt, scene: 'captured' | 'declined', open: Attempt) => Script;
  /** What the genuine return of a charged customer leads to, where the answer does not say enough for `captured`. */
  readonly genuine?: Expected;
};

/**
 * What a PSP publishes of its codes. `as_of`: the date of the page or the commit of the document, and what is to be known of the copy that was read.
 */
export type PublishedCodes = {
  readonly source: string;
  readonly as_of: string;
  readonly codes: readonly string[];
  /** The codes in the official document, if one list there has them all. */
  readonly in_document?: (document: unknown) => unknown;
};

/** An adapter's table beside what its PSP publishes. Codes stand under the reason why they have no line, or why they have one all the same. */
export type CodeTable = {
  readonly name: string;
  readonly lines: Readonly<Record<string, string>>;
  readonly published: readonly PublishedCodes[];
  readonly without_line?: Readonly<Record<string, readonly string[]>>;
  readonly unpublished?: Readonly<Record<string, readonly string[]>>;
};

/** The names of a PSP's webhook events. Names stand under the reason why they are not read, or why they are read all the same. */
export type EventNames = {
  readonly read: readonly string[];
  /** Those that an account needs, by what the PSP's own pages sort them into; '' if they are not sorted. */
  readonly needed: Readonly<Record<string, readonly string[]>>;
  readonly published: PublishedCodes;
  readonly unread: Readonly<Record<string, readonly string[]>>;
  readonly unpublished?: Readonly<Record<string, readonly string[]>>;
};

/**
 * Where an official document that the tests check against comes from: the publisher's repository, the file in it and the commit, as the stored
 * document's own `x-source` says. `keeps`: the calls a card router makes; the rest is left out.
 */
export type SpecSource = {
  readonly file: string;
  readonly repo: string;
  readonly path: string;
  readonly commit: string;
  /** The JSON beside `path`, where that is YAML. */
  readonly json?: string;
  /**
   * The publisher's document is a folder of YAML files that refer to each other: it has to be bundled into one JSON file first, with a tool for
   * that.
   */
  readonly bundled_by_hand?: true;
  /** Paths that are kept, by their beginning; all if undefined. */
  readonly keeps?: readonly string[];
};

/** What `npm run doctor` asks the PSP about an account, and what it says. */
export type Examination = {
  /** Its calls that the official document leaves out, described by hand. */
  readonly paths: Paths;
  /** Answers of the calls whose address has this part, each with what the doctor then misses. `webhook_url` is where events have to arrive. */
  readonly answers: (
    webhook_url: string,
  ) => readonly (readonly [part: string, status: number, body: unknown, misses: string])[];
  /** Settings in the place of the account's own, and what the doctor then misses. */
  readonly settings: readonly (readonly [settings: Readonly<Record<string, string>>, misses: string])[];
};

/**
 * A PSP as the contract suite sees it: its adapter, and honest answers on its wire. Scripts answer in the PSP's own amounts; `echo` is what
 * they claim the amount to be, in ISO 4217 minor units, which differs from the attempt's only where a test says so.
 */
export type PspSubject = {
  readonly name: string;
  readonly adapter: PspAdapter;
  readonly account: {
    readonly base_url: string;
    readonly settings: Readonly<Record<string, string>>;
    /** Newest first. Two of them: a rotation is under way. */
    readonly webhook_secrets: readonly [string, string];
  };
  readonly specification: {
    /** File name of the official document, and descriptions of the calls it leaves out. */
    readonly document: string;
    /** Where it comes from, and whatever other document of the PSP's the tests read. */
    readonly sources: readonly SpecSource[];
    readonly added?: Paths;
    /** The document without what it contradicts itself. */
    readonly corrected?: (document: unknown) => unknown;
    /** Fields that the adapter looks for and the document does not name, each with the reason. */
    readonly read_beyond?: Readonly<Record<string, string>>;
    /** Headers with which a request carries the account's key, or what the PSP gave for it. */
    readonly authentication: (api_key: string, request: HttpRequest) => Readonly<Record<string, string>>;
    readonly idempotency: {
      /** The request's idempotency key, wherever the PSP wants it. */
      readonly keyOf: (request: HttpRequest) => string | undefined;
      readonly max_length: number;
      /** Operations for which the PSP takes no key. */
      readonly unkeyed?: readonly OperationName[];
    };
  };
  readonly examination: Examination;
  /** The request of an authorisation, capture, cancel or refund that has the effect. */
  readonly hasEffect: (request: HttpRequest) => boolean;
  /** What such a request asks for, as it stands on the wire. */
  readonly wireAmount: (request: HttpRequest) => { readonly value: unknown; readonly currency: unknown };
  /** A request that only fetches what the others need, such as an access token: if it fails, the call itself was never sent. */
  readonly prepares?: (request: HttpRequest) => boolean;
  /** A `psp_token` in the form this PSP takes. */
  readonly psp_token: string;
  /** Query that the customer comes back with after 3-D Secure. */
  readonly return_params: Readonly<Record<string, string>>;
  /** The ways the PSP can answer a return, told apart by payment. There where 3-D Secure is. */
  readonly returns?: readonly Return[];
  /** Tokens by kind, and texts that are none of this PSP's. There where tokens are taken. */
  readonly tokens?: Readonly<Record<'single_use' | 'stored' | 'none', readonly string[]>>;

  /** Answers to the requests of `authorize`, `completeAuthentication`, `lookUp` and `cancelByReference`. */
  readonly play: (scene: Scene, attempt: Attempt, echo: Money) => Script;
  /** Answers to the requests of a capture, cancel or refund that goes well. */
  readonly playOperation: (
    name: OperationName,
    attempt: Attempt,
    operation: Operation,
    echo: Money,
  ) => Script;
  /** The PSP's own error body for a status. */
  readonly errorBody: (status: number) => string;

  /** What `play` leads to where that is not the default: the scene's own name as the outcome. */
  readonly outcomes_of_scenes?: Readonly<Partial<Record<Scene['scene'], Expected>>>;
  /** What an operation that goes well answers: `succeeded` at once, or `pending` until a webhook or look-up. */
  readonly operations: Readonly<Record<OperationName, 'succeeded' | 'pending'>>;
  /** Where a fault of the request with the effect means something else here than the suite's table says, with the reason beside it. */
  readonly differs?: {
    readonly authorize?: Readonly<Partial<Record<Fault, Expected>>>;
    readonly operations?: Readonly<Partial<Record<Fault, Expected>>>;
    /** Faults that cannot happen to an operation: its answer echoes no amount. */
    readonly no_echo?: readonly OperationName[];
  };

  readonly codes: {
    /** Every code of a decline that the PSP publishes, with what it calls it. */
    readonly published: readonly (readonly [code: string, called: string])[];
    /** What they mean, by what they are called: written out once more, so that a mistake in the adapter's table is not copied. */
    readonly means: Readonly<Partial<Record<Outcome, readonly string[]>>>;
    /** The code of a decline without a reason. */
    readonly generic_decline: string;
    /** The code with which it insists on 3-D Secure. */
    readonly insists_on_authentication: string;
    /** The adapter's tables of codes. */
    readonly tables: readonly CodeTable[];
  };
  readonly event_names: EventNames;
  /** What the adapter reads out of an answer about the card and its checks. */
  readonly readParticulars: (answer: unknown) => object;
  readonly amounts: {
    /** The key of this PSP in the stored list of exponents; null where it has none and writes ISO 4217 minor units. */
    readonly section: string | null;
    /** Fewest currencies that must be payable, where that is not a hundred. */
    readonly at_least?: number;
  };
  readonly webhooks: {
    readonly events: readonly {
      readonly name: string;
      /** A delivery, signed with the secret at a time (Unix milliseconds). */
      readonly deliver: (secret: string, at: number) => InboundWebhook;
      readonly expected: Partial<PspEvent>;
    }[];
    /** The same delivery with something changed that the signature covers. */
    readonly tamper: (webhook: InboundWebhook) => InboundWebhook;
    readonly unsign: (webhook: InboundWebhook) => InboundWebhook;
    /** Rightly signed, but no event of the PSP's. Undefined where the signature needs an event to lie in. */
    readonly malformed?: (secret: string, at: number) => InboundWebhook;
    /** Answers to what the adapter asks the PSP about a delivery, where it has to. */
    readonly script?: Script;
    /** Milliseconds of the signed time's window; undefined where no time is signed. */
    readonly window_ms?: number;
  };
  readonly facts?: Facts;
};
