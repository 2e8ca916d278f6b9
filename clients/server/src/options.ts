export type ClientOptions = TimeLimits & {
  /** The service's address, for example `https://pay.example.com`. */
  readonly baseUrl: string;
  /** `sk_live_…` or `sk_test_…`. Never part of an error or any other printable value. A live key is sent over https only. */
  readonly apiKey: string;
  /** The maximum number of retries of a call; 4 by default. */
  readonly maxRetries?: number;
  /** Replaces the platform's own `fetch`. */
  readonly fetch?: typeof fetch;
  readonly hooks?: Hooks;
};

export type TimeLimits = {
  /** How long one try may take, including its body; 40,000 by default, because a confirm may take 30 s. */
  readonly attemptTimeoutMs?: number;
  /** How long a call may take, including all tries and pauses; 120,000 by default. */
  readonly deadlineMs?: number;
};

export type CallOptions = TimeLimits & {
  /** Aborts the call. It may already have been carried out: repeat it with the error's `idempotency_key` to find out. */
  readonly signal?: AbortSignal;
};

export type PostOptions = CallOptions & {
  /** One per operation, the same for every try; generated if absent. */
  readonly idempotencyKey?: string;
};

export type RawMethod = 'GET' | 'POST' | 'DELETE';

/** What `rawRequest` sends. */
export type RawInput = {
  /** `{created: {gte: 1}}` is sent as `?created[gte]=1`. */
  readonly query?: object;
  /** Sent as JSON; a POST without one sends `{}`. */
  readonly body?: object;
};

/** Called for every try, for logs and metrics. Their arguments contain no secrets; errors that they throw are ignored. */
export type Hooks = {
  readonly onRequest?: (request: TryFacts) => void;
  readonly onResponse?: (response: TriedFacts) => void;
};

/** `operation` is the call's name in openapi.yaml, or `rawRequest`; `attempt` counts from 1. */
export type TryFacts = {
  readonly operation: string;
  readonly attempt: number;
  readonly idempotency_key: string | undefined;
};

/** `status` is undefined if no answer came; `code` is the error's. */
export type TriedFacts = TryFacts & {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly request_id: string | undefined;
  readonly duration_ms: number;
};
