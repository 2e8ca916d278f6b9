import type { Scope } from '../../lib/types/scope.ts';
import type { Environment } from '../environments.ts';

/** The scopes of its key. */
export const smokeScopes: readonly Scope[] = ['checkout:write', 'checkout:read', 'refunds:write'];

type Json = Readonly<Record<string, unknown>>;

/**
 * A payment through the public origin: created, paid with a test card and refunded if the environment takes test cards, otherwise expired. Resolves
 * to one line that says what happened; throws if anything went wrong.
 */
export const smokePayment = async (
  { mode, card_capture }: Pick<Environment, 'mode' | 'card_capture'>,
  address: string,
  key: string,
): Promise<string> => {
  const ask = async (path: string, body: object): Promise<Json> => {
    const response = await fetch(`${address}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(40_000),
    }).catch((cause) => {
      throw new Error(`smoke payment: ${path} has no answer (${cause.cause?.code ?? cause.message})`, {
        cause,
      });
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`smoke payment: ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
  const session = await ask('checkout/sessions', {
    amount: 100,
    currency: 'eur',
    success_url: 'https://shop.example/thanks',
    reference: 'smoke payment',
  });
  if (mode === 'live' || card_capture === 'off') {
    const { status } = await ask(`checkout/sessions/${session.id}/expire`, {});
    if (status !== 'expired') throw new Error(`smoke payment: ${session.id} is ${status}, not expired`);
    return `smoke payment: ${session.id} created and expired; no card was charged`;
  }
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
  const paid = await ask(`checkout/sessions/${session.id}/confirm`, {
    payment_method: { type: 'card', card },
  });
  if (paid.payment_status !== 'paid')
    throw new Error(`smoke payment: ${session.id} is ${paid.payment_status}`);
  const refund = await ask('charges/refund', { charge: paid.charge });
  if (refund.status === 'failed') throw new Error(`smoke payment: the refund of ${paid.charge} failed`);
  return `smoke payment: ${session.id} paid, its refund is ${refund.status}`;
};
