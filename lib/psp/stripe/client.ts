import { defined } from '../../types/defined.ts';
import type { Call, UnknownReason } from '../../types/psp.ts';
import type { PspAccount } from '../../types/psp-account.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../types/transport.ts';
import { apiKeyOf } from '../api-key-of.ts';
import { encodeForm, type FormValue } from '../encode-form.ts';
import { at, parseJson } from '../json.ts';

/**
 * Pinned, so that an account's default cannot change the meaning of a response. It is the first version in which releasing a hold, or the rest of
 * one, is not a refund. Source: Stripe's changelog, 2025-03-31.basil.
 */
export const stripeVersion = '2025-03-31.basil';

/**
 * The outer form of Stripe's response. `object`: 2xx with a JSON object. `refused`: a response in Stripe's error format. `foreign`: a response that
 * is not from Stripe's API (HTML, an empty or cut body). `replayed`: the stored response of an earlier call.
 */
export type Reply =
  | { readonly kind: 'object'; readonly body: unknown; readonly replayed: boolean }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly error: unknown;
      readonly replayed: boolean;
    }
  | { readonly kind: 'foreign'; readonly status: number }
  | { readonly kind: 'not_sent' | 'no_credentials' }
  | { readonly kind: 'lost'; readonly doubt: UnknownReason };

/** Stripe's idempotency keys, of an attempt's reference or an operation's id: each call has its own. A cancel has none. */
export const keyOf = {
  intent: (reference: string): string => `${reference}-pi`,
  paymentMethod: (reference: string): string => `${reference}-pm`,
  confirm: (reference: string): string => `${reference}-c`,
  capture: (operation: string): string => `${operation}-capture`,
  refund: (operation: string): string => `${operation}-refund`,
} as const;

export type StripeClient = {
  readonly get: (path: string, query: Readonly<Record<string, FormValue>>, call: Call) => Promise<Reply>;
  /** `key`: the idempotency key, if the call has one. */
  readonly post: (
    path: string,
    fields: Readonly<Record<string, FormValue>>,
    key: string | undefined,
    call: Call,
  ) => Promise<Reply>;
};

export const connectStripe = (account: PspAccount, http: HttpTransport): StripeClient => {
  const exchange = async (path: string, request: Omit<HttpRequest, 'url'>): Promise<Reply> => {
    const api_key = await apiKeyOf(account);
    if (api_key === undefined) return { kind: 'no_credentials' };
    const connected = account.settings.account;
    const headers = {
      authorization: `Bearer ${api_key}`,
      'stripe-version': stripeVersion,
      ...defined({ 'stripe-account': connected }),
      ...request.headers,
    };
    return read(await http({ ...request, url: `${account.base_url}${path}`, headers }));
  };
  return {
    get: (path, query, call) => {
      const search = Object.keys(query).length === 0 ? '' : `?${encodeForm(query)}`;
      return exchange(`${path}${search}`, { method: 'GET', headers: {}, ...call });
    },
    post: (path, fields, key, call) => {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        ...defined({ 'idempotency-key': key }),
      };
      return exchange(path, { method: 'POST', headers, body: encodeForm(fields), ...call });
    },
  };
};

const read = (response: HttpResponse): Reply => {
  switch (response.kind) {
    case 'not_sent':
      return { kind: 'not_sent' };
    case 'lost':
      return { kind: 'lost', doubt: response.doubt };
    case 'answered':
      return envelope(response.status, response.body, response.headers['idempotent-replayed'] === 'true');
    default: {
      const never: never = response;
      return never;
    }
  }
};

const envelope = (status: number, text: string, replayed: boolean): Reply => {
  const body = parseJson(text);
  if (status >= 200 && status < 300 && isObject(body)) return { kind: 'object', body, replayed };
  const error = at(body, 'error');
  if (status >= 400 && isObject(error)) return { kind: 'refused', status, error, replayed };
  return { kind: 'foreign', status };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
