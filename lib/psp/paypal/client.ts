import { defined } from '../../types/defined.ts';
import type { Call } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpRequest, HttpTransport } from '../../types/transport.ts';
import type { JsonReply } from '../exchange-json.ts';
import { parseJson } from '../json.ts';
import { splitCall } from '../split-call.ts';
import { type AccessToken, accessToken } from './access-token.ts';

export type PayPalCall = Call & {
  readonly path: string;
  /** The `PayPal-Request-Id`, if the call accepts one. */
  readonly key?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type PayPalClient = {
  /** Identifies the integration that makes the orders, if the account's settings name one. */
  readonly attribution: Readonly<Record<string, string>>;
  /** A read; replaces an expired token if necessary. */
  readonly get: (call: PayPalCall) => Promise<JsonReply>;
  /** For a call that moves no money: replaces an expired token like `get`. */
  readonly post: (call: PayPalCall) => Promise<JsonReply>;
  /** For a call that moves money right after a call that proved the token valid: no time is reserved for a new token. */
  readonly move: (call: PayPalCall) => Promise<JsonReply>;
};

export const connectPayPal = (account: PspAccount, http: HttpTransport): PayPalClient => {
  const connection: Connection = { account, http, tokens: accessToken(account, http) };
  const { partner_attribution_id } = account.settings;
  return {
    attribution: defined({ 'paypal-partner-attribution-id': partner_attribution_id }),
    get: (call) => askRenewing(connection, 'GET', call),
    post: (call) => askRenewing(connection, 'POST', call),
    move: async (call) => {
      const token = await connection.tokens.held();
      return token === undefined
        ? askWithNewToken(connection, 'POST', call)
        : ask(connection, 'POST', call, token);
    },
  };
};

type Connection = {
  readonly account: PspAccount;
  readonly http: HttpTransport;
  readonly tokens: AccessToken;
};
type Method = HttpRequest['method'];

/** With the current token, and once more with a new one if PayPal no longer accepts it. */
const askRenewing = async (connection: Connection, method: Method, call: PayPalCall): Promise<JsonReply> => {
  const token = await connection.tokens.held();
  if (token === undefined) return askWithNewToken(connection, method, call);
  const { first, rest } = splitCall(call, 2);
  const reply = await ask(connection, method, { ...call, ...first }, token);
  return reply.kind === 'answered' && reply.status === 401
    ? askWithNewToken(connection, method, { ...call, ...rest })
    : reply;
};

/** With a new token; a quarter of the time is for getting it. */
const askWithNewToken = async (
  connection: Connection,
  method: Method,
  call: PayPalCall,
): Promise<JsonReply> => {
  const { first, rest } = splitCall(call, 4);
  const access = await connection.tokens.request(first);
  return 'refused' in access ? access.refused : ask(connection, method, { ...call, ...rest }, access.token);
};

const ask = async (
  { account, http, tokens }: Connection,
  method: Method,
  { path, key, body, headers = {}, ...limits }: PayPalCall,
  token: string,
): Promise<JsonReply> => {
  const response = await http({
    method,
    url: `${account.base_url}${path}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(method === 'POST' ? asking : {}),
      ...defined({ 'paypal-request-id': key }),
      ...headers,
    },
    ...defined({ body }),
    ...limits,
  });
  if (response.kind !== 'answered') return response;
  if (response.status === 401) tokens.drop(token);
  return {
    kind: 'answered',
    status: response.status,
    headers: response.headers,
    json: parseJson(response.body),
  };
};

/**
 * Makes PayPal return the whole object, not only its id. It refuses a POST without a media type (415), even one without a body, such as a void.
 * Source: the requests of PayPal's Checkout SDK, read in a copy on 29 November 2026.
 */
const asking = { prefer: 'return=representation', 'content-type': 'application/json' };

/** The body of a successful call; undefined for any other reply. */
export const readSuccess = (reply: JsonReply): { readonly json: unknown } | undefined =>
  reply.kind === 'answered' && (reply.status === 200 || reply.status === 201) ? reply : undefined;
