import { defined } from '../../types/defined.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpRequest, HttpTransport } from '../../types/transport.ts';
import type { JsonReply } from '../exchange-json.ts';
import { parseJson } from '../json.ts';
import { accessToken } from './access-token.ts';

export type PayPalCall = {
  readonly path: string;
  /** The `PayPal-Request-Id`, if the call accepts one. */
  readonly key?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
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

/** Makes PayPal return the whole object, not only its id. */
const whole = { prefer: 'return=representation' };

export const connectPayPal = (account: PspAccount, http: HttpTransport): PayPalClient => {
  const tokens = accessToken(account, http);

  const once = async (method: HttpRequest['method'], call: PayPalCall, token: string): Promise<JsonReply> => {
    const { path, key, body, headers = {}, timeout_ms } = call;
    const response = await http({
      method,
      url: `${account.base_url}${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(method === 'POST' ? whole : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...defined({ 'paypal-request-id': key }),
        ...headers,
      },
      ...defined({ body }),
      timeout_ms,
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

  /** With a new token; a quarter of the time is for getting it. */
  const afresh = async (method: HttpRequest['method'], call: PayPalCall): Promise<JsonReply> => {
    const quarter_ms = Math.floor(call.timeout_ms / 4);
    const access = await tokens.request(quarter_ms);
    return 'refused' in access
      ? access.refused
      : once(method, { ...call, timeout_ms: call.timeout_ms - quarter_ms }, access.token);
  };

  /** With the current token, and once more with a new one if PayPal no longer accepts it. */
  const renewing = async (method: HttpRequest['method'], call: PayPalCall): Promise<JsonReply> => {
    const token = await tokens.held();
    if (token === undefined) return afresh(method, call);
    const half_ms = Math.floor(call.timeout_ms / 2);
    const reply = await once(method, { ...call, timeout_ms: half_ms }, token);
    return reply.kind === 'answered' && reply.status === 401
      ? afresh(method, { ...call, timeout_ms: call.timeout_ms - half_ms })
      : reply;
  };

  const { partner_attribution_id } = account.settings;
  return {
    attribution: defined({ 'paypal-partner-attribution-id': partner_attribution_id }),
    get: (call) => renewing('GET', call),
    post: (call) => renewing('POST', call),
    move: async (call) => {
      const token = await tokens.held();
      return token === undefined ? afresh('POST', call) : once('POST', call, token);
    },
  };
};
