import type { InboundWebhook } from '../../types/psp.ts';
import { hmacMatches } from '../hmac-matches.ts';

/** Seconds between Stripe's signing and now, in either direction. */
const window_s = 300;

/**
 * `stripe-signature: t=<unix seconds>,v1=<hex>[,v1=<hex>…]`, each v1 an HMAC-SHA256 of `t.body` under one of the endpoint's secrets. The signature is
 * checked before the time, because an unsigned time means nothing.
 */
export const verifySignature = (
  { headers, body, now }: InboundWebhook,
  secrets: readonly string[],
): 'signature' | 'too_old' | undefined => {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return 'signature';

  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  const given = parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []));
  // Only as many as Stripe sends during a rotation, so that a longer header costs no extra work.
  const matches = given
    .slice(0, 8)
    .some((signature) => secrets.some((key) => hmacMatches({ key, signed, signature, encoding: 'hex' })));
  if (!matches) return 'signature';
  return Math.abs(now / 1_000 - Number(time)) > window_s ? 'too_old' : undefined;
};
