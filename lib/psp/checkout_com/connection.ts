import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpTransport } from '../../types/transport.ts';
import { exchangeJson, type JsonReply } from '../exchange-json.ts';

export type CheckoutComConnection = {
  readonly get: (path: string, timeout_ms: number) => Promise<JsonReply>;
  /** `key` is the idempotency key: only 2xx answers are kept under it. */
  readonly post: (
    path: string,
    key: string,
    body: { readonly [field: string]: unknown },
    timeout_ms: number,
  ) => Promise<JsonReply>;
};

export const connectCheckoutCom = (account: PspAccount, http: HttpTransport): CheckoutComConnection => ({
  get: (path, timeout_ms) =>
    exchangeJson(account, http, { method: 'GET', path, headers: bearer, timeout_ms }),
  post: (path, key, body, timeout_ms) =>
    exchangeJson(account, http, {
      method: 'POST',
      path,
      headers: (api_key) => ({ ...bearer(api_key), 'cko-idempotency-key': key }),
      body,
      timeout_ms,
    }),
});

const bearer = (api_key: string) => ({ authorization: `Bearer ${api_key}` });
