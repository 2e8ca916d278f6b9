import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpTransport } from '../../types/transport.ts';
import { exchangeJson, type JsonReply } from '../exchange-json.ts';

/** The version of the stored specification: pinned, so that an application's default cannot change what an answer means. */
export const squareVersion = '2025-08-20';

export type SquareConnection = {
  readonly location_id: string | undefined;
  readonly get: (path: string, timeout_ms: number) => Promise<JsonReply>;
  /** Idempotency keys are fields of the body here (≤45 characters). */
  readonly post: (
    path: string,
    body: { readonly [field: string]: unknown } | undefined,
    timeout_ms: number,
  ) => Promise<JsonReply>;
};

export const connectSquare = (account: PspAccount, http: HttpTransport): SquareConnection => {
  const headers = (api_key: string) => ({
    authorization: `Bearer ${api_key}`,
    'square-version': squareVersion,
  });
  return {
    location_id: account.settings.location_id,
    get: (path, timeout_ms) => exchangeJson(account, http, { method: 'GET', path, headers, timeout_ms }),
    post: (path, body, timeout_ms) =>
      exchangeJson(account, http, {
        method: 'POST',
        path,
        headers,
        ...(body === undefined ? {} : { body }),
        timeout_ms,
      }),
  };
};
