import type { Call } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpTransport } from '../../types/transport.ts';
import { exchangeJson, type JsonReply } from '../exchange-json.ts';

/** Posts to one merchant account: `merchantAccount` joins every body, `key` is the idempotency key (≤64 characters). */
export type AdyenConnection = (
  path: string,
  key: string,
  body: { readonly [field: string]: unknown },
  call: Call,
) => Promise<JsonReply>;

/** An account without the setting `merchant_account` sends nothing. */
export const connectAdyen =
  (account: PspAccount, http: HttpTransport): AdyenConnection =>
  async (path, key, body, { timeout_ms }) => {
    const merchantAccount = account.settings.merchant_account;
    if (merchantAccount === undefined) return { kind: 'no_credentials' };
    return exchangeJson(account, http, {
      method: 'POST',
      path,
      headers: (api_key) => ({ 'x-api-key': api_key, 'idempotency-key': key }),
      body: { merchantAccount, ...body },
      timeout_ms,
    });
  };
