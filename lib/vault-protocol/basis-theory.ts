import * as z from 'zod/mini';
import type { CardBrand } from '../types/card.ts';
import type { Secret } from '../types/secret.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../types/transport.ts';
import type { Forwarded, ForwardRequest, ManageRequest, ManageResponse, Vault } from './forward.ts';
import { attemptInSlots, slotsOf } from './slots.ts';

/**
 * `proxies`: by account, the key of a pre-configured proxy whose destination is that PSP. So Basis Theory decides where cards may go, and the router
 * cannot name a host.
 */
export type BasisTheorySettings = {
  readonly url: string;
  readonly proxies: Readonly<Record<string, string>>;
  /** The key of a private application that may `proxy:invoke` and `token:read`, `token:update`, `token:delete`. */
  readonly api_key: () => Promise<Secret>;
};

/** The vendor's description of a card, in place of a receipt. `exp_year` has four digits. */
export type VendorCard = {
  readonly bin: string;
  readonly last4: string;
  readonly brand?: CardBrand;
  readonly exp_month: number;
  readonly exp_year: number;
};

/** `describe`: the card for a token, without its number; undefined if there is none. Throws if the vendor cannot be reached. */
export type BasisTheory = Vault & { readonly describe: (token: string) => Promise<VendorCard | undefined> };

/** Milliseconds, for calls without a payment. */
const ask_ms = 3_000;

/**
 * Basis Theory's vault. Its proxy replaces an expression with the card and passes the request on. `now`: Unix milliseconds. Source:
 * developers.basistheory.com, "Invoke Pre-Configured Proxy", "Detokenization", "Tokens".
 */
export const basisTheory = (
  { url, proxies, api_key }: BasisTheorySettings,
  http: HttpTransport,
  now: () => number,
): BasisTheory => {
  const ask: Ask = async ({ path, timeout_ms = ask_ms, headers, ...rest }) => {
    const key = (await api_key()).reveal();
    return http({ ...rest, url: `${url}${path}`, timeout_ms, headers: { ...headers, 'bt-api-key': key } });
  };
  return {
    manage: (request) => manageToken(ask, request),
    forward: (request) => forwardByProxy(ask, proxies[request.account], request, now),
    describe: (token) => describeToken(ask, token),
  };
};

/** A call to the vendor with our API key. */
type Ask = (
  request: Omit<HttpRequest, 'url' | 'timeout_ms'> & { readonly path: string; readonly timeout_ms?: number },
) => Promise<HttpResponse>;

const manageToken = async (ask: Ask, { action, token }: ManageRequest): Promise<ManageResponse> => {
  const path = pathOf(token);
  const response =
    action === 'delete'
      ? await ask({ method: 'DELETE', path, headers: {} })
      : await ask({
          method: 'PATCH',
          path,
          headers: { 'content-type': 'application/merge-patch+json' },
          body: JSON.stringify(action === 'release' ? { data: { cvc: null } } : { expires_at: null }),
        });
  if (response.kind === 'answered' && response.status >= 200 && response.status < 300)
    return { kind: 'done' };
  if (response.kind === 'answered' && response.status === 404) return { kind: 'unknown_token' };
  throw new Error(`Basis Theory: ${action} was not done (${causeOf(response)}).`);
};

const forwardByProxy = async (
  ask: Ask,
  proxy: string | undefined,
  request: ForwardRequest,
  now: () => number,
): Promise<Forwarded> => {
  const timeout_ms = Math.min(request.timeout_ms, request.not_after - now());
  // It holds no security code of its own that a customer gives again, and the card's would be another one.
  const body = request.cvc_token === undefined ? withExpressions(request) : undefined;
  if (proxy === undefined || timeout_ms <= 0 || body === undefined) return refused;
  const { method, path, headers } = request;
  const response = await ask({
    method,
    path: `/proxy${path}`,
    headers: { ...headers, 'bt-proxy-key': proxy },
    body,
    timeout_ms,
  });
  return read(response);
};

const describeToken = async (ask: Ask, token: string): Promise<VendorCard | undefined> => {
  const response = await ask({ method: 'GET', path: pathOf(token), headers: { accept: 'application/json' } });
  if (response.kind === 'answered' && response.status === 404) return undefined;
  const found = response.kind === 'answered' && response.status === 200 ? readCard(response.body) : undefined;
  if (!found) throw new Error(`Basis Theory: the token could not be read (${causeOf(response)}).`);
  return found;
};

const pathOf = (token: string): string => `/tokens/${encodeURIComponent(token)}`;

const refused: Forwarded = { kind: 'not_sent', cause: 'vault_refused' };
const unavailable: Forwarded = { kind: 'not_sent', cause: 'vault_unavailable' };

/** Undefined if any other text in the request could be read as an expression, in any encoding in which it reaches the proxy. */
const withExpressions = ({
  body = '',
  path,
  headers,
  attempt,
  token,
}: ForwardRequest): string | undefined => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token) || attemptInSlots(body) !== attempt)
    return undefined;
  if ([body, path, ...Object.values(headers)].some(holdsExpression)) return undefined;
  const { number, cvc } = slotsOf(attempt);
  const parts = [
    [number.reveal(), 'number'],
    [cvc.reveal(), 'cvc'],
  ] as const;
  return parts.reduce(
    (text, [slot, field]) => text.replaceAll(slot, () => `{{ ${token} | json: '$.${field}' }}`),
    body,
  );
};

/** JSON never has two braces in a row, except inside a string. */
const holdsExpression = (text: string): boolean =>
  [text, unescaped(text), decoded(text)].some((spelling) => /\{[{%]/.test(spelling));

const unescaped = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const decoded = (text: string): string =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * The destination's status header shows that a response is the destination's and not the proxy's own. Of the proxy's own, only a refusal in its
 * documented form proves that nothing was sent; a time-out or another failure may have happened after sending.
 */
const read = (response: HttpResponse): Forwarded => {
  if (response.kind === 'not_sent') return unavailable;
  if (response.kind === 'lost') return response;
  const { status, headers, body } = response;
  if (headers['bt-proxy-destination-status'] === String(status)) return response;
  if (status === 429) return unavailable;
  if ([400, 401, 403].includes(status) && isProxyError(body)) return refused;
  return status === 408
    ? { kind: 'lost', doubt: 'timeout', cause: 'vault_408' }
    : { kind: 'lost', doubt: 'unreadable_answer', cause: `vault_${status}` };
};

const isProxyError = (body: string): boolean => {
  const parsed = json(body);
  return typeof parsed === 'object' && parsed !== null && 'proxy_error' in parsed;
};

const card = z.lazy(() =>
  z.object({
    type: z.literal('card'),
    card: z.object({
      bin: z.string().check(z.regex(/^\d{6,8}$/)),
      last4: z.string().check(z.regex(/^\d{4}$/)),
      brand: z.nullish(z.string()),
      expiration_month: z.int(),
      expiration_year: z.int(),
    }),
  }),
);

const readCard = (body: string): VendorCard | undefined => {
  const read = card.safeParse(json(body));
  if (!read.success) return undefined;
  const { card: found } = read.data;
  const brand = found.brand ? brands[found.brand] : undefined;
  return {
    bin: found.bin.slice(0, 6),
    last4: found.last4,
    exp_month: found.expiration_month,
    exp_year: found.expiration_year,
    ...(brand ? { brand } : {}),
  };
};

/** Its other brands are not supported. */
const brands: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  'american-express': 'amex',
  discover: 'discover',
  'diners-club': 'diners',
  jcb: 'jcb',
  unionpay: 'unionpay',
  maestro: 'maestro',
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const causeOf = (response: HttpResponse): string =>
  response.kind === 'answered' ? `HTTP ${response.status}` : response.cause;
