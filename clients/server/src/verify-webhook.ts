import { type ErrorClass, errorClass, makeError } from './error-class.ts';
import type { Platform } from './platform.ts';
import { fromBase64, signedBytes, webhookKey } from './webhook-signature.ts';

/** As received: `Headers`, or an object with names of any case (`request.headers` of Node and Express). */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why a webhook cannot be trusted. `timestamp_out_of_range`: sent more than five minutes ago, or a clock is wrong. */
export type WebhookProblem =
  | 'headers_missing'
  | 'timestamp_out_of_range'
  | 'signature_invalid'
  | 'body_invalid';

export type WebhookVerificationError = Error & { readonly code: WebhookProblem };

const brand = Symbol.for('payment-routing.webhook-error');

/** What `verify` rejects with. */
export const WebhookVerificationError: ErrorClass<WebhookVerificationError> = errorClass(
  'WebhookVerificationError',
  (value) => brand in value,
);

const tolerance_s = 300;

/**
 * The event in a webhook from this service, or from any sender of Standard Webhooks 1.0 with symmetric signatures. `body` is the raw body as
 * received, before any parser; `secret` is the endpoint's, `whsec_…`. Rejects with a `WebhookVerificationError`. An event may come more than once:
 * keep its id.
 */
export const verifyWebhook = async <Event>(
  { date }: Pick<Platform, 'date'>,
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<Event> => {
  const key = await webhookKey(secret, 'verify');
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw problem('headers_missing');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(date() / 1000 - Number(timestamp)) > tolerance_s)
    throw problem('timestamp_out_of_range');
  const bytes = bytesOf(body);
  const signed = signedBytes(id, timestamp, bytes);
  for (const candidate of signatures.split(' ')) {
    const signature = candidate.startsWith('v1,') ? fromBase64(candidate.slice(3)) : undefined;
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return parse(bytes);
  }
  throw problem('signature_invalid');
};

const bytesOf = (body: string | Uint8Array): Uint8Array => {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return body;
  throw new TypeError('body: expected the raw body, as received and before any parser');
};

/** Not every library's `Headers` is the platform's. */
const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers.get === 'function';

const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : undefined;
};

const parse = <Event>(bytes: Uint8Array): Event => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Event;
  } catch {
    throw problem('body_invalid');
  }
};

const messages: Readonly<Record<WebhookProblem, string>> = {
  headers_missing:
    'At least one of the headers webhook-id, webhook-timestamp and webhook-signature is missing.',
  timestamp_out_of_range: 'The webhook was sent more than five minutes ago, or one of the clocks is wrong.',
  signature_invalid:
    'No signature matches. Check that the secret belongs to this endpoint, and that you pass the body as received, before any parser.',
  body_invalid: 'The signature matches, but the body is not JSON.',
};

const problem = (code: WebhookProblem): WebhookVerificationError =>
  Object.defineProperty(Object.assign(makeError(WebhookVerificationError, messages[code]), { code }), brand, {
    value: true,
  });
