import { randomUUID } from 'node:crypto';

export type ServiceAnswer = { readonly status: number; readonly body: unknown };

/** `if_match`: the version that must be in force. */
export type CallService = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  if_match?: number,
) => Promise<ServiceAnswer>;

type Caller = {
  readonly base_url: string;
  readonly api_key: string;
  /** Sent as `user-agent`. */
  readonly agent?: string;
};

/** Calls the service like a merchant's server: over HTTP, with the API key that no browser sees. */
export const callService =
  ({ base_url, api_key, agent }: Caller): CallService =>
  async (method, path, body, if_match) => {
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${api_key}`,
        ...(agent !== undefined && { 'user-agent': agent }),
        ...(if_match !== undefined && { 'if-match': `"${if_match}"` }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

/** The body of a 200; throws with the service's own words for anything else. */
export const expectOk = <T>({ status, body }: ServiceAnswer): T => {
  if (status === 200) return body as T;
  const { error } = body as { readonly error?: { readonly message?: string } };
  throw new PageProblem(status, error?.message ?? `The service answered ${status}.`);
};

/** A message for a page, with this status. */
export class PageProblem extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
