export type ClientOptions = {
  /** Where the service is, as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** `sk_live_…` or `sk_test_…`. Kept out of every error and of everything that can be printed. */
  readonly apiKey: string;
  /** How often a call is sent again at most; 4 by default. */
  readonly maxRetries?: number;
  /** How long one try may take, its body included; 40,000 by default, because a confirm may take 30 s. */
  readonly attemptTimeoutMs?: number;
  /** How long a call may take with all its tries and the pauses between them; 120,000 by default. */
  readonly deadlineMs?: number;
};

export type CallOptions = {
  /** Ends the call. What it did by then stands: repeat it with the error's `idempotency_key` to learn. */
  readonly signal?: AbortSignal;
};

export type PostOptions = CallOptions & {
  /** One for each thing you want done, the same for every try of it; made for you where absent. */
  readonly idempotencyKey?: string;
};
