export type ServiceRequest = {
  readonly path: string;
  /** Send it to the vault that serves this document, not to the service. */
  readonly at?: 'vault';
  readonly token: string;
  readonly key?: string;
  readonly body?: object;
};

/**
 * The answer, or `lost`: none came, or it cannot be read. A request whose answer was lost may have taken effect. `should_retry` is false only if the
 * service said so.
 */
export type Exchange =
  | {
      readonly status: number;
      readonly body: object;
      readonly retry_after_s: number;
      readonly should_retry: boolean;
    }
  | 'lost';
