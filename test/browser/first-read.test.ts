import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Exchange } from '../../clients/browser/src/frame/exchange.ts';
import { fetchSession } from '../../clients/browser/src/frame/fetch-session.ts';
import { openPayment } from '../../clients/browser/src/frame/open-payment.ts';
import type { FromFrame } from '../../clients/browser/src/protocol.ts';
import type { SavedCard } from '../../clients/browser/src/types.ts';

const id = `cs_${'0'.repeat(26)}`;
const secret = `${id}_secret_k1abc`;
const saved = { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 };
const answer = (status: number, body: object, should_retry = true): Exchange => ({
  status,
  body,
  retry_after_s: 0,
  should_retry,
});
const session = answer(200, {
  id,
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  collect: ['country'],
  country: null,
  vault: { saved_cards: [saved] },
});

/** The last answer comes for ever. */
const portsOf = (answers: readonly [Exchange, ...Exchange[]]) => {
  const pauses: number[] = [];
  let asked = 0;
  return {
    pauses,
    asked: () => asked,
    exchange: async () => answers[Math.min(asked++, answers.length - 1)] as Exchange,
    sleep: async (milliseconds: number) => {
      pauses.push(milliseconds);
    },
  };
};

const opened = async (answers: readonly [Exchange, ...Exchange[]]) => {
  const ports = portsOf(answers);
  const heard = { said: [] as FromFrame[], collect: [] as unknown[], cards: [] as SavedCard[] };
  await openPayment(ports, secret, {
    send: (message) => heard.said.push(message),
    ask: ({ collect }) => heard.collect.push(collect),
    offer: (cards) => heard.cards.push(...cards),
  });
  return { ...heard, asked: ports.asked(), pauses: ports.pauses };
};

describe('the first read of a session', () => {
  const down = answer(503, {});

  test('is repeated if it is lost: the payment element asks and offers what the session says', async () => {
    for (const first of ['lost', down] as const) {
      const { collect, cards, pauses } = await opened([first, 'lost', session]);
      assert.deepEqual([collect, cards, pauses], [[['country']], [saved], [1_000, 1_000]]);
    }
  });

  test('is repeated for the other elements and the wallets’ buttons', async () => {
    const ports = portsOf(['lost', session]);
    assert.equal((await fetchSession(ports, secret))?.id, id);
  });

  test('is given up after three tries', async () => {
    const { said, collect, asked } = await opened(['lost']);
    assert.deepEqual([said, collect, asked], [[], [], 3]);
    const ports = portsOf([down]);
    assert.equal(await fetchSession(ports, secret), undefined);
    assert.equal(ports.asked(), 3);
  });

  test('is not repeated if its answer is definite', async () => {
    for (const refusal of [answer(429, {}), answer(503, {}, false)])
      assert.equal((await opened([refusal])).asked, 1);
  });
});
