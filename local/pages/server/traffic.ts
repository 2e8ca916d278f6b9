import { randomInt } from 'node:crypto';
import type { DemoState, Payment } from '../model.ts';
import { type CallService, expectOk, PageProblem } from './call-service.ts';

export type Traffic = {
  readonly send: (count: unknown) => DemoState['traffic'];
  readonly state: () => DemoState['traffic'];
};

const atOnce = 3;
const most = 200;

/** Test cards that every simulated PSP approves without 3-D Secure, and one that every one declines. */
const cards = [
  { number: '4484070000035519', cvc: '123' },
  { number: '3530111333300000', cvc: '123' },
  { number: '378282246310005', cvc: '1234' },
] as const;
const declined = { number: '4111000000010007', cvc: '123' } as const;

const isCount = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= most;

/** Pays sessions automatically, a few at a time, as a busy shop's customers would. */
export const createTraffic = (call: CallService): Traffic => {
  let sent = 0;
  let total = 0;

  const customer = async (): Promise<void> => {
    while (sent < total) {
      sent++;
      await pay(call).catch(() => {});
    }
  };
  return {
    send: (count) => {
      if (typeof count !== 'number' || !isCount(count))
        throw new PageProblem(400, `count: expected 1 to ${most}.`);
      const idle = sent >= total;
      if (idle) sent = total = 0;
      total = Math.min(total + count, sent + most);
      if (idle) for (let index = 0; index < atOnce; index++) void customer();
      return { sent, total };
    },
    state: () => ({ sent, total }),
  };
};

const pay = async (call: CallService): Promise<void> => {
  const card = randomInt(10) === 0 ? declined : (cards[randomInt(cards.length)] ?? declined);
  const session = expectOk<Payment>(
    await call('POST', '/v1/checkout/sessions', {
      amount: randomInt(500, 15_000),
      currency: randomInt(3) === 0 ? 'usd' : 'eur',
      success_url: 'https://shop.example/thanks',
      reference: orderNumber(),
    }),
  );
  await call('POST', `/v1/checkout/sessions/${session.id}/confirm`, {
    payment_method: { type: 'card', card: { ...card, exp_month: 12, exp_year: 2030 } },
  });
};

/** What a shop would call an order: short enough to read out. */
export const orderNumber = (): string => `order-${randomInt(100_000, 1_000_000)}`;
