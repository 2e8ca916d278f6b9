import type { Call } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpTransport } from '../../types/transport.ts';
import { exchangeJson, type JsonReply } from '../exchange-json.ts';

export type CheckoutComClient = {
  readonly get: (path: string, call: Call) => Promise<JsonReply>;
  /** `POST /tokens` with the account's public key, which moves no money. Undefined if the setting `public_key` is missing. */
  readonly tokenize:
    | ((body: { readonly [field: string]: unknown }, call: Call) => Promise<JsonReply>)
    | undefined;
  /** `key` is the idempotency key: Checkout.com keeps only 2xx responses under it. */
  readonly post: (
    path: string,
    key: string,
    body: { readonly [field: string]: unknown },
    call: Call,
  ) => Promise<JsonReply>;
};

export const connectCheckoutCom = (account: PspAccount, http: HttpTransport): CheckoutComClient => ({
  tokenize: tokenizer(account, http),
  get: (path, call) => exchangeJson(account, http, { method: 'GET', path, headers: bearer, ...call }),
  post: (path, key, body, call) =>
    exchangeJson(account, http, {
      method: 'POST',
      path,
      headers: (api_key) => ({ ...bearer(api_key), 'cko-idempotency-key': key }),
      body,
      ...call,
    }),
});

const tokenizer = (account: PspAccount, http: HttpTransport): CheckoutComClient['tokenize'] => {
  const { public_key } = account.settings;
  if (public_key === undefined) return undefined;
  return (body, call) =>
    exchangeJson(account, http, {
      method: 'POST',
      path: '/tokens',
      headers: () => bearer(public_key),
      body,
      ...call,
    });
};

const bearer = (api_key: string) => ({ authorization: `Bearer ${api_key}` });
