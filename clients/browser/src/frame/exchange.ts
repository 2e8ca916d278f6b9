export type ServiceRequest = {
  readonly path: string;
  readonly token: string;
  readonly key?: string;
  readonly body?: object;
};

/** What came back, or `lost`: no answer, or none that can be read. A request whose answer was lost may have had its effect. */
export type Exchange =
  | { readonly status: number; readonly body: object; readonly retry_after_s: number }
  | 'lost';
