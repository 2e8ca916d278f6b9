export type ClientOptions = TimeLimits & {
  /** Where the service is, as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** `sk_live_…` or `sk_test_…`. Kept out of every error and of everything that can be printed. A live key is sent over https only. */
  readonly apiKey: string;
  /** How often a call is sent again at most; 4 by default. */
  readonly maxRetries?: number;
  /** Sends the requests instead of the platform's own `fetch`. */
  readonly fetch?: typeof fetch;
  readonly hooks?: Hooks;
};

export type TimeLimits = {
  /** How long one try may take, its body included; 40,000 by default, because a confirm may take 30 s. */
  readonly attemptTimeoutMs?: number;
  /** How long a call may take with all its tries and the pauses between them; 120,000 by default. */
  readonly deadlineMs?: number;
};

export type CallOptions = TimeLimits & {
  /** Ends the call. What it did by then is done: repeat it with the error's `idempotency_key` to learn. */
  readonly signal?: AbortSignal;
};

export type PostOptions = CallOptions & {
  /** One for each thing you want done, the same for every try of it; made for you where absent. */
  readonly idempotencyKey?: string;
};

/** Called for every try, for logs and metrics. Their arguments hold no secret; what they throw is ignored. */
export type Hooks = {
  readonly onRequest?: (request: TryFacts) => void;
  readonly onResponse?: (response: TriedFacts) => void;
};

/** `operation` is the call's name in openapi.yaml, `attempt` counts from 1. */
export type TryFacts = {
  readonly operation: string;
  readonly attempt: number;
  readonly idempotency_key: string | undefined;
};

/** `status` is undefined where no answer came; `code` is the error's. */
export type TriedFacts = TryFacts & {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly request_id: string | undefined;
  readonly duration_ms: number;
};
