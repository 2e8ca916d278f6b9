/** One HTTP exchange with a PSP. No retry, no redirect. The body is already encoded as bytes. */
export type HttpRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Covers the whole exchange, body included. */
  readonly timeout_ms: number;
  /** Unix milliseconds. Afterwards nothing is sent, however much time the exchange has. */
  readonly until?: number;
};

/**
 * `not_sent`: no byte of the request can have reached the PSP (DNS, refused, TLS, connect time-out). `lost`: it may have. `answered`: status,
 * lowercase headers and at most 1 MiB of body, unparsed.
 */
export type HttpResponse =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'not_sent'; readonly cause: string }
  | {
      readonly kind: 'lost';
      readonly doubt: 'timeout' | 'connection_lost' | 'unreadable_answer';
      readonly cause: string;
    };

export type HttpTransport = (request: HttpRequest) => Promise<HttpResponse>;
