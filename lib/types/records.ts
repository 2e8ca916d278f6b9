/** The current format of stored records. The code reads this one and the previous one. A newer format is refused before anything is written. */
export const recordFormat = 1;

/** Common to all stored records. `v` is the format, `rev` rises with each write, `write` identifies the write that made this revision. */
export type Revised = {
  readonly id: string;
  readonly v: typeof recordFormat;
  readonly rev: number;
  readonly write: string;
};

/** The response stored under an idempotency key. Without `answer`, the first call is still running. */
export type Remembered = {
  readonly key: string;
  readonly hash: string;
  readonly view: View;
  readonly answer?: RenderedResponse;
};

/** Who received the response: an API key sees everything, a session token the redacted session. */
export type View = 'full' | 'redacted';

/** A stored response, replayed byte for byte. */
export type RenderedResponse = { readonly status: number; readonly body: string };
