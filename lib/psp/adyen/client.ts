import type { Call } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpTransport } from '../../types/transport.ts';
import { exchangeJson, type JsonReply } from '../exchange-json.ts';

/**
 * Posts to one merchant account. `key` is the idempotency key (≤64 characters). The caller builds the body from the merchant account's name: most
 * calls include it, and one must not.
 */
export type AdyenClient = (
  path: string,
  key: string,
  body: (merchantAccount: string) => { readonly [field: string]: unknown },
  call: Call,
) => Promise<JsonReply>;

export const connectAdyen =
  (account: PspAccount, http: HttpTransport): AdyenClient =>
  async (path, key, body, call) => {
    const merchantAccount = account.settings.merchant_account;
    if (merchantAccount === undefined) return { kind: 'no_credentials' };
    return exchangeJson(account, http, {
      method: 'POST',
      path,
      headers: (api_key) => ({ 'x-api-key': api_key, 'idempotency-key': key }),
      body: body(merchantAccount),
      ...call,
    });
  };
