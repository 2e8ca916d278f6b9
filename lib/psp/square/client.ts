import { defined } from '../../types/defined.ts';
import type { Call } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpTransport } from '../../types/transport.ts';
import { exchangeJson, type JsonReply } from '../exchange-json.ts';
import { listAt } from '../json.ts';

/** The version of the stored specification: pinned, so that an application's default cannot change the meaning of a response. */
export const squareVersion = '2025-08-20';

export type SquareClient = {
  readonly location_id: string | undefined;
  readonly get: (path: string, call: Call) => Promise<JsonReply>;
  /** Square's idempotency keys are fields of the body (≤45 characters). */
  readonly post: (
    path: string,
    body: { readonly [field: string]: unknown } | undefined,
    call: Call,
  ) => Promise<JsonReply>;
};

export const connectSquare = (account: PspAccount, http: HttpTransport): SquareClient => {
  const headers = (api_key: string) => ({
    authorization: `Bearer ${api_key}`,
    'square-version': squareVersion,
  });
  return {
    location_id: account.settings.location_id,
    get: (path, call) => exchangeJson(account, http, { method: 'GET', path, headers, ...call }),
    post: (path, body, call) =>
      exchangeJson(account, http, {
        method: 'POST',
        path,
        headers,
        ...defined({ body }),
        ...call,
      }),
  };
};

/** The body of a successful call: 200 with an object without errors. Undefined for any other reply. */
export const readSuccess = (reply: JsonReply): object | undefined => {
  if (reply.kind !== 'answered' || reply.status !== 200) return undefined;
  const { json } = reply;
  return typeof json === 'object' && json !== null && (listAt(json, 'errors') ?? []).length === 0
    ? json
    : undefined;
};
