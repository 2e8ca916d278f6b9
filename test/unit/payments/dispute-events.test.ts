import { describe, expect, test } from '@jest/globals';
import type { DisputeFact } from '../../../lib/types/psp.ts';
import { oneCharge } from './one-charge.ts';

const captured = () =>
  oneCharge({
    charge: {
      outcome: 'captured',
      psp_reference: 'PAYMENT_1',
      amount_captured: 4_000,
      amount_refundable: 4_000,
      amount_refundable_disputed: 4_000,
    },
    session: { payment_status: 'paid' },
  });

type One = Awaited<ReturnType<typeof captured>>;
const money = { amount: 4_000, currency: 'eur' };

/** `named`: as every event about a dispute names it and its payment, but Adyen's reversal only if the account is set so. */
const deliver = async (one: One, id: string, fact: DisputeFact, named: boolean) => {
  const event = { id, reference: 'ch_1', money, claim: { about: 'dispute', dispute: fact } } as const;
  const whole = named
    ? { ...event, psp_reference: 'PAYMENT_1', operation_reference: fact.psp_reference }
    : event;
  await one.read({ ok: true, events: [whole] });
};

const opened = { psp_reference: 'DISPUTE_1', status: 'open', stage: 'dispute' } as const;
const won = { ...opened, status: 'won' } as const;

describe('a dispute that is won, of which the event names neither it nor its payment', () => {
  test.each(['DISPUTE_1', 'PAYMENT_1', 'MODIFICATION_1'])(
    'under the reference %s ends it',
    async (reference) => {
      const one = await captured();
      await deliver(one, 'evt_1', opened, true);
      expect(await one.charge()).toMatchObject({ amount_refundable: 0 });
      for (let delivery = 0; delivery < 2; delivery++)
        await deliver(one, 'evt_2', { ...won, psp_reference: reference }, false);
      const { disputes, amount_refundable } = await one.charge();
      expect(Object.values(disputes)).toMatchObject([{ psp_reference: 'DISPUTE_1', status: 'won' }]);
      expect(amount_refundable).toBe(4_000);
    },
  );

  test('says nothing of two others that are open', async () => {
    const one = await captured();
    await deliver(one, 'evt_1', opened, true);
    await deliver(one, 'evt_2', { ...opened, psp_reference: 'DISPUTE_2' }, true);
    await deliver(one, 'evt_3', { ...won, psp_reference: 'PAYMENT_1' }, false);
    const { disputes } = await one.charge();
    expect(Object.values(disputes).map(({ psp_reference, status }) => [psp_reference, status])).toEqual([
      ['DISPUTE_1', 'open'],
      ['DISPUTE_2', 'open'],
      ['PAYMENT_1', 'won'],
    ]);
  });

  test('says nothing of another if it names its own', async () => {
    const one = await captured();
    await deliver(one, 'evt_1', opened, true);
    await deliver(one, 'evt_2', { ...won, psp_reference: 'DISPUTE_2' }, true);
    expect(await one.charge()).toMatchObject({ amount_refundable: 0 });
  });

  test('comes before the dispute itself, which is then over', async () => {
    const one = await captured();
    await deliver(one, 'evt_2', won, false);
    await deliver(one, 'evt_1', opened, true);
    const { disputes, amount_refundable } = await one.charge();
    expect(Object.values(disputes)).toMatchObject([{ status: 'won' }]);
    expect(amount_refundable).toBe(4_000);
  });
});
