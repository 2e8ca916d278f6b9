import type { Call } from '../types/psp.ts';
import type { PspAccount } from '../types/psp-account.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../types/transport.ts';
import { apiKeyOf } from './api-key-of.ts';
import { parseJson } from './json.ts';

/** A JSON call, without the account's key. `path` is appended to the account's base URL. */
export type JsonCall = Call & {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly headers: (api_key: string) => HttpRequest['headers'];
  readonly body?: { readonly [field: string]: unknown };
};

/** `no_credentials`: the account's secret could not be read, so nothing was sent. `json` is undefined if the body is not JSON. */
export type JsonReply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly json: unknown;
    }
  | Exclude<HttpResponse, { readonly kind: 'answered' }>
  | { readonly kind: 'no_credentials' };

/** One HTTP exchange of JSON with a PSP. Equal calls send equal bytes, as an idempotent repeat requires. */
export const exchangeJson = async (
  account: PspAccount,
  http: HttpTransport,
  { method, path, headers, body, ...call }: JsonCall,
): Promise<JsonReply> => {
  const api_key = await apiKeyOf(account);
  if (api_key === undefined) return { kind: 'no_credentials' };
  const response = await http({
    method,
    url: `${account.base_url}${path}`,
    headers: {
      accept: 'application/json',
      // Also without a body, as PSPs document it.
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...headers(api_key),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...call,
  });
  if (response.kind !== 'answered') return response;
  return {
    kind: 'answered',
    status: response.status,
    headers: response.headers,
    json: parseJson(response.body),
  };
};
