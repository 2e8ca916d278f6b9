import type { ReadReport } from '../../reconcile/movement.ts';
import type { DashboardAct, DashboardAnswer } from './dashboard.ts';
import type { Journal } from './journal.ts';
import type { Ledger } from './ledger.ts';

/** A request's purpose, for all PSPs: the name under which it is counted and by which a fault selects it. */
export const callNames = [
  'create',
  'tokenize',
  'authorize',
  'authenticate',
  'look_up',
  'capture',
  'cancel',
  'refund',
] as const;

export type CallName = (typeof callNames)[number];

export type PspRequest = {
  readonly path: string;
  /** Named segments of the operation's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The PSP's own code with which this call must be declined: the `decline` fault. */
  readonly decline?: string;
};

export type PspResponse = {
  readonly status: number;
  /** JSON; undefined if the PSP answers without a body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** False if the PSP refused before it began to execute: such an answer is never stored under an idempotency key. */
  readonly executed: boolean;
  /** The payment that it is about, for the ledger's request count. */
  readonly payment?: string;
};

export type Operation = {
  readonly method: 'GET' | 'POST';
  /** With `{name}` segments, below the base path. */
  readonly path: string;
  readonly call: CallName | ((request: PspRequest) => CallName);
  /** Synchronous, so that one request is one atomic change of the PSP's books. */
  readonly run: (request: PspRequest) => PspResponse;
};

/** An answer as sent, stored under a key. */
export type KeptAnswer = {
  readonly status: number;
  readonly body: string | undefined;
  readonly payment: string | undefined;
};

export type IdempotencyRules = {
  /** The key of a request, wherever the PSP expects it. */
  readonly keyOf: (request: PspRequest) => string | undefined;
  readonly window_ms: number;
  readonly keeps: (response: PspResponse) => boolean;
  readonly replay_headers: Readonly<Record<string, string>>;
  /** The answer to a repeat, if it is not the first answer again. */
  readonly replays?: (request: PspRequest, kept: KeptAnswer) => PspResponse;
  /** Refuses a key in a form that the PSP does not accept. */
  readonly refusesKey?: (key: string) => PspResponse | undefined;
  readonly inFlight: () => PspResponse;
  /** Undefined if the PSP does not compare bodies and returns the first answer again. */
  readonly otherBody?: () => PspResponse;
};

export type Credentials = {
  readonly api_key: string;
  readonly webhook_secrets: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
};

/** Work for later: a capture or refund that settles, an index that catches up. */
export type Job = { readonly kind: string; readonly id: string; readonly decline?: string };

export type SignedWebhook = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

/** The framework's services for a PSP's simulator. */
export type SimulatorContext = {
  /** Scheme, host and port that the simulator listens on. */
  readonly origin: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly journal: Journal;
  readonly credentials: Credentials;
  /** Runs `job` through `runJob` after `ms`, even after a restart in between. */
  readonly schedule: (ms: number, job: Job) => void;
  /** Puts an event into the outbox; it is signed when sent. */
  readonly emit: (event: unknown) => void;
  /** The registered webhook; undefined if there is none. */
  readonly webhook: () => { readonly url: string; readonly active: boolean } | undefined;
  /** Opens a 3-D Secure challenge for a payment and returns the page's URL. */
  readonly challenge: (payment: string) => string;
};

export type SimulatedPsp = {
  readonly operations: readonly Operation[];
  readonly idempotency: IdempotencyRules;
  /** The refusal of wrong credentials, or undefined. */
  readonly authenticate: (request: PspRequest) => PspResponse | undefined;
  /** Headers of every answer. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly refusals: {
    readonly unknownPath: (method: string, path: string) => PspResponse;
    readonly unauthorized: () => PspResponse;
    readonly rateLimited: () => PspResponse;
    /** The answer for an account that is not set up for a payment, if this is the call that gets it. */
    readonly accountRefused: (call: CallName) => PspResponse | undefined;
    /** The error for a call that completes a payment after 3-D Secure, if this PSP has such a call. */
    readonly completionRefused?: (code: string) => PspResponse;
    /** The refusal of a call because of an optional value about the customer, if the call has one and this PSP can refuse it. */
    readonly detailsRefused?: (request: PspRequest) => PspResponse | undefined;
    /** `executed`: whether the effect has happened. */
    readonly serverError: (executed: boolean) => PspResponse;
  };
  readonly runJob: (job: Job) => void;
  /** The customer passed or failed 3-D Secure. Returns where the browser goes next, or undefined if no address was given. */
  readonly completeChallenge: (payment: string, approved: boolean) => string | undefined;
  /** Any page may show the challenge in a frame. */
  readonly challengeInFrame?: true;
  /** Performs an act outside our API calls, and sends the PSP's events for it. */
  readonly dashboard?: (act: DashboardAct) => DashboardAnswer;
  readonly ledger: () => Omit<Ledger, 'calls'>;
  /** Everything in the books, in the form of the PSP's own report. */
  readonly report?: () => string;
};

/** One PSP: a folder and a line in `simulators.ts`. */
export type PspDefinition = {
  readonly id: string;
  /** Path of the PSP's API below the simulator's origin: part of an adapter's base URL. */
  readonly base_path: string;
  readonly credentials: Credentials;
  readonly create: (context: SimulatorContext) => SimulatedPsp;
  readonly signWebhook: (event: unknown, secrets: readonly string[], now: number) => SignedWebhook;
  /** Reads the report that `report` writes, and the real PSP's. */
  readonly readReport: ReadReport;
};
