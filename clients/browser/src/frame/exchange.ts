export type ServiceRequest = {
  readonly path: string;
  /** Not the service but the vault, whose document this is. */
  readonly at?: 'vault';
  readonly token: string;
  readonly key?: string;
  readonly body?: object;
};

/**
 * What came back, or `lost`: no answer, or one that cannot be read. A request whose answer was lost may have had its effect.
 * `should_retry` is false only if the service said so.
 */
export type Exchange =
  | {
      readonly status: number;
      readonly body: object;
      readonly retry_after_s: number;
      readonly should_retry: boolean;
    }
  | 'lost';
