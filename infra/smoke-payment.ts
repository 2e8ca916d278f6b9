import type { Environment } from './environments.ts';

type Answer = { readonly status: number; readonly json: Readonly<Record<string, unknown>> };

/**
 * A payment through the public origin: created, paid with a test card and given back where the environment takes test cards, otherwise expired. Resolves to
 * what happened, in a line; throws where it should have gone another way.
 */
export const smokePayment = async (
  { mode, card_capture, name }: Pick<Environment, 'mode' | 'card_capture' | 'name'>,
  address: string,
  key: string | undefined,
): Promise<string> => {
  if (!key)
    return `no smoke payment: put a key into API_KEY (\`npm run keys -- create --env ${name}${mode === 'live' ? ' --live' : ''} --scopes checkout:write,checkout:read,refunds:write\`)`;
  const ask = async (path: string, body: object): Promise<Answer['json']> => {
    const answer = await fetch(`${address}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(40_000),
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`smoke payment: ${path} answered ${answer.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
  const session = await ask('checkout/sessions', {
    amount: 100,
    currency: 'eur',
    success_url: `${address}/docs/errors`,
    reference: 'smoke payment',
  });
  if (mode === 'live' || card_capture === 'off') {
    await ask(`checkout/sessions/${session.id}/expire`, {});
    return `smoke payment: ${session.id} created and expired; no card was charged`;
  }
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
  const paid = await ask(`checkout/sessions/${session.id}/confirm`, {
    payment_method: { type: 'card', card },
  });
  if (paid.payment_status !== 'paid')
    throw new Error(`smoke payment: ${session.id} is ${paid.payment_status}`);
  const refund = await ask('charges/refund', { charge: paid.charge });
  return `smoke payment: ${session.id} paid, its refund is ${refund.status}`;
};
