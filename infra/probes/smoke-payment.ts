import type { Scope } from '../../lib/types/scope.ts';
import type { Environment } from '../environments.ts';

/** The scopes of its key. */
export const smokeScopes: readonly Scope[] = ['checkout:write', 'checkout:read', 'refunds:write'];

type Json = Readonly<Record<string, unknown>>;

/** With `body` a POST, else a GET. Throws if no answer comes. */
const answerOf = async (url: string, path: string, token: unknown, body?: object): Promise<Response> =>
  fetch(`${url}/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(40_000),
  }).catch((cause) => {
    throw new Error(`smoke payment: ${path} has no answer (${cause.cause?.code ?? cause.message})`, {
      cause,
    });
  });

const succeeded = async (path: string, response: Response): Promise<Json> => {
  const text = await response.text();
  if (!response.ok)
    throw new Error(`smoke payment: ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
};

/** With an expired card, which the vault refuses only after it has accepted the session's grant: nothing is stored. */
const askVault = async (address: string, { id, client_secret }: Json): Promise<void> => {
  const path = `checkout/sessions/${id}`;
  const { vault } = await succeeded(path, await answerOf(address, path, client_secret));
  const { url, grant } = (vault ?? {}) as { readonly url?: string; readonly grant?: string };
  if (url === undefined) throw new Error(`smoke payment: ${id} offers no vault`);
  const card = { number: '4242424242424242', exp_month: 1, exp_year: 2000, cvc: '123' };
  const { status } = await answerOf(url, 'cards', grant, { card });
  if (status !== 400) throw new Error(`smoke payment: the vault answered ${status} to an expired card`);
};

/**
 * A payment through the public origin: created, paid with a test card and refunded if the environment takes test cards, otherwise expired. Resolves
 * to one line that says what happened; throws if anything went wrong, also if there is a vault that would not take the session's card.
 */
export const smokePayment = async (
  { mode, card_capture, vault }: Pick<Environment, 'mode' | 'card_capture'> & { readonly vault?: object },
  address: string,
  key: string,
): Promise<string> => {
  const ask = async (path: string, body: object): Promise<Json> =>
    succeeded(path, await answerOf(address, path, key, body));
  const session = await ask('checkout/sessions', {
    amount: 100,
    currency: 'eur',
    success_url: 'https://shop.example/thanks',
    reference: 'smoke payment',
  });
  if (vault) await askVault(address, session);
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
