import type { Call } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpResponse, HttpTransport } from '../../types/transport.ts';
import { apiKeyOf } from '../api-key-of.ts';
import type { JsonReply } from '../exchange-json.ts';
import { anyTextAt, parseJson } from '../json.ts';

/** A token or, if there is none, the result of the call that needed it: no byte of that call was sent. */
export type Access = { readonly token: string } | { readonly refused: JsonReply };

export type AccessToken = {
  /** The cached token for the account's current credentials, if there is one. */
  readonly held: () => Promise<string | undefined>;
  readonly request: (call: Call) => Promise<Access>;
  readonly drop: (token: string) => void;
};

/**
 * OAuth 2 client credentials; `api_key` is "<client id>:<secret>". A token lasts for hours, but PayPal may end it sooner. A 401 then leads to a new
 * token: PayPal sends it before processing anything, and requesting a token moves no money. Changed credentials require a new token.
 */
export const accessToken = (account: PspAccount, http: HttpTransport): AccessToken => {
  return {
    held: async () => {
      const api_key = await apiKeyOf(account);
      const kept = keptTokens.get(account);
      return kept !== undefined && kept.api_key === api_key ? kept.token : undefined;
    },
    request: async (call) => {
      const api_key = await apiKeyOf(account);
      if (api_key === undefined) return { refused: { kind: 'no_credentials' } };
      const access = read(
        await http({
          method: 'POST',
          url: `${account.base_url}/v1/oauth2/token`,
          headers: {
            accept: 'application/json',
            'content-type': 'application/x-www-form-urlencoded',
            authorization: `Basic ${Buffer.from(api_key).toString('base64')}`,
          },
          body: 'grant_type=client_credentials',
          ...call,
        }),
      );
      if ('token' in access) keptTokens.set(account, { api_key, token: access.token });
      return access;
    },
    drop: (token) => {
      if (keptTokens.get(account)?.token === token) keptTokens.delete(account);
    },
  };
};

/** Calls and webhooks of one account share a token. */
const keptTokens = new WeakMap<PspAccount, { readonly api_key: string; readonly token: string }>();

/** Whatever fails here, the call itself was not sent. Only refused credentials and a rate limit say more than that. */
const read = (response: HttpResponse): Access => {
  if (response.kind !== 'answered') return failUnsent(`token_${response.cause}`);
  const { status, headers } = response;
  const token = status === 200 ? anyTextAt(parseJson(response.body), 'access_token') : undefined;
  if (token !== undefined) return { token };
  if (status === 429) return { refused: { kind: 'answered', status, headers, json: undefined } };
  if (status >= 400 && status < 500)
    return { refused: { kind: 'answered', status: 401, headers, json: undefined } };
  return failUnsent(`token_http_${status}`);
};

const failUnsent = (cause: string): Access => ({ refused: { kind: 'not_sent', cause } });
