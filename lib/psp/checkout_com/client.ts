import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpTransport } from '../../types/transport.ts';
import { exchangeJson, type JsonReply } from '../exchange-json.ts';

export type CheckoutComClient = {
  readonly get: (path: string, timeout_ms: number) => Promise<JsonReply>;
  /** `POST /tokens` with the account's public key, which moves no money. Undefined if the setting `public_key` is missing. */
  readonly tokenize:
    | ((body: { readonly [field: string]: unknown }, timeout_ms: number) => Promise<JsonReply>)
    | undefined;
  /** `key` is the idempotency key: Checkout.com keeps only 2xx responses under it. */
  readonly post: (
    path: string,
    key: string,
    body: { readonly [field: string]: unknown },
    timeout_ms: number,
  ) => Promise<JsonReply>;
};

export const connectCheckoutCom = (account: PspAccount, http: HttpTransport): CheckoutComClient => ({
  tokenize: tokenizer(account, http),
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

const tokenizer = (account: PspAccount, http: HttpTransport): CheckoutComClient['tokenize'] => {
  const { public_key } = account.settings;
  if (public_key === undefined) return undefined;
  return (body, timeout_ms) =>
    exchangeJson(account, http, {
      method: 'POST',
      path: '/tokens',
      headers: () => bearer(public_key),
      body,
      timeout_ms,
    });
};

const bearer = (api_key: string) => ({ authorization: `Bearer ${api_key}` });
