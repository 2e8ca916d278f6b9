import { defined } from '../../lib/types/defined.ts';
import { actAt } from './books.ts';
import { cardToken } from './card-token.ts';
import { courses, type Operation } from './courses.ts';
import { type Answered, untilAnswered } from './until-answered.ts';
import type { Victim } from './victim.ts';

/** What the client was told in the end; a session still `processing` then is read again after healing. */
export type Outcome = {
  readonly session: string;
  readonly amount: number;
  readonly reported: 'paid' | 'authorized' | 'processing' | 'refused';
  /** The merchant was told that it can never be paid. */
  readonly expired: boolean;
  readonly operations: readonly Operation[];
};

export type Shop = { readonly victim: Victim; readonly admin: string; readonly seed: number };

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123', name: 'Ada' };

/** One customer and the merchant behind: creates, confirms, and goes on as the payment's course says; repeats each call under its key until it is answered. */
export const takePayment = async (shop: Shop, number: number): Promise<Outcome> => {
  const { victim, seed } = shop;
  const amount = 1000 + (number % 977);
  const key = `chaos-${seed}-${number}`;
  const { capture_method, expires, ...course } = courses[number % courses.length] ?? {
    capture_method: 'automatic',
  };
  const session = await untilAnswered(victim, '/v1/checkout/sessions', `${key}-create`, {
    amount,
    currency: 'eur',
    capture_method,
    success_url: 'https://shop.example/thanks',
    reference: key,
  });
  const id = String(session.body.id);
  const path = `/v1/checkout/sessions/${id}`;
  // Every third customer gives the card to the vault.
  const payment_method =
    number % 3 === 1 ? await cardToken(victim, session.body, card) : { type: 'card', card };
  const [confirmed, ended] = await Promise.all([
    untilAnswered(victim, `${path}/confirm`, `${key}-confirm`, { payment_method }),
    expires && untilAnswered(victim, `${path}/expire`, `${key}-expire`, {}),
  ]);
  const notified = resultsOf(confirmed);
  const taken = notified === 'paid' || notified === 'authorized';
  const operations =
    taken && course.goesOn
      ? await course.goesOn({
          amount,
          ...acts(shop, String(confirmed.body.charge), pspOf(confirmed.body), key),
        })
      : [];
  return { session: id, amount, reported: notified, expired: ended?.status === 200, operations };
};

const resultsOf = ({ status, body }: Answered): Outcome['reported'] => {
  if (status !== 200) return 'refused';
  const { payment_status } = body;
  return payment_status === 'paid' || payment_status === 'authorized' ? payment_status : 'processing';
};

const acts = ({ victim, admin }: Shop, charge: string, psp: string, key: string) => {
  let asked = 0;
  return {
    operate: async (kind: Operation['kind'], amount?: number): Promise<Operation> => {
      asked += 1;
      const body = { charge, ...defined({ amount }) };
      const notified = await untilAnswered(victim, `/v1/charges/${kind}`, `${key}-${asked}`, body);
      return { kind, ...defined({ amount }), reported: notified };
    },
    elsewhere: (act: 'capture' | 'void' | 'expire' | 'refund', amount?: number) =>
      actAt(admin, psp, { act, payment: charge, amount }),
  };
};

/** Who holds it: the last of the session's attempts. */
const pspOf = ({ routing }: Answered['body']): string =>
  (routing as { readonly attempts: readonly { readonly psp: string }[] }).attempts.at(-1)?.psp ?? '';
