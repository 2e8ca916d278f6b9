import { describe, expect, test } from '@jest/globals';
import { keyElsewhere } from '../../../lib/charge/key-elsewhere.ts';
import { recoverCharge } from '../../../lib/payments/reconcile/recover-charge.ts';
import { unscheduled } from '../../../lib/types/open-things.ts';
import type { DisputeFact } from '../../../lib/types/psp.ts';
import { sampleDispute, sampleRefund } from '../../contract/sample-records.ts';
import { oneCharge, start } from './one-charge.ts';

const paid = {
  outcome: 'captured',
  psp_reference: 'PAYMENT_1',
  amount_captured: 4_000,
  amount_refundable: 4_000,
  amount_refundable_disputed: 4_000,
} as const;

const captured = () => oneCharge({ charge: paid, session: { payment_status: 'paid' } });

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
const disputeId = keyElsewhere('dp', 'DISPUTE_1');

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

describe('a dispute in another currency', () => {
  const dollars = { amount: 4_400, currency: 'usd' };
  const report = (one: One) =>
    one.receive({
      id: 'evt_1',
      money: dollars,
      operation_reference: opened.psp_reference,
      claim: { about: 'dispute', dispute: opened },
    });
  const nothingCaptured = { amount_captured: 0, amount_refundable: 0, amount_refundable_disputed: 0 };

  test('takes what a pending refund may not give back, too', async () => {
    const refunds = { re_1: sampleRefund('re_1', 4_000, { accepted: true, psp_reference: 'r_1' }) };
    const one = await oneCharge({
      charge: { ...paid, amount_refundable: 0, amount_refundable_disputed: 0, refunds },
      session: { payment_status: 'paid' },
    });
    await report(one);
    const failed = { outcome: 'failed', reason: 'card_closed' } as const;
    await one.receive({ id: 'evt_2', operation: 're_1', claim: { about: 'refund', result: failed } });
    expect(await one.charge()).toMatchObject({ amount_refundable: 0, amount_refundable_disputed: 4_000 });
  });

  test('leaves out what has gone back, and what another dispute has taken', async () => {
    const refunds = { re_1: sampleRefund('re_1', 1_000, { status: 'succeeded' }) };
    const left = { amount_refundable: 1_500, amount_refundable_disputed: 3_000 };
    const disputes = { dp_1: sampleDispute('dp_1') };
    const one = await oneCharge({ charge: { ...paid, ...left, refunds, disputes } });
    await report(one);
    expect(await one.charge()).toMatchObject({ amount_refundable: 0, amount_refundable_disputed: 3_000 });
  });

  test.each([
    ['was captured', { by: 'refund', captured: 3_000 }, 3_000],
    ['was held', { by: 'cancel', captured: 0 }, 4_000],
  ] as const)('takes late money that %s: nothing is sent meanwhile', async (_, how, amount) => {
    const reversal = { id: 'rv_1', amount: 3_000, status: 'open', started: start, ...how } as const;
    const one = await oneCharge({ charge: { ...nothingCaptured, outcome: 'absent', reversal } });
    await report(one);
    one.pass(60_000);
    await recoverCharge(one.ports, 'ch_1');
    const charge = await one.charge();
    expect(Object.values(charge.disputes)).toMatchObject([{ amount }]);
    expect(charge.reversal).toEqual(reversal);
  });

  test('takes all that a capture which is not reported yet may have taken', async () => {
    const one = await oneCharge({ charge: { ...nothingCaptured, outcome: 'unknown' } });
    await report(one);
    expect(Object.values((await one.charge()).disputes)).toMatchObject([{ amount: 4_000 }]);
  });
});

describe('the end of a dispute', () => {
  const waiting = (status: 'open' | 'sent') =>
    oneCharge({
      charge: {
        outcome: 'absent',
        psp_reference: 'PAYMENT_1',
        amount_refundable: -1_500,
        disputes: { [disputeId]: sampleDispute(disputeId, { psp_reference: 'DISPUTE_1' }) },
        recover_at: unscheduled,
        reversal: {
          id: 'rv_1',
          by: 'refund',
          amount: 4_000,
          captured: 4_000,
          status,
          started: 1,
          needs_review: true,
        },
      },
      session: { payment_status: 'unpaid', charge: null },
    });

  test('resumes the return of late money, although the function died in between', async () => {
    const one = await waiting('open');
    const { store } = one.ports;
    const { commit, holdEvent } = store;
    const dies = async () => Promise.reject(new Error('killed'));
    Object.assign(store, { commit: dies, holdEvent: dies });
    await expect(deliver(one, 'evt_2', won, true)).rejects.toThrow('killed');
    Object.assign(store, { commit, holdEvent });
    await deliver(one, 'evt_2', won, true);
    const resumed = await one.charge();
    expect(resumed).toMatchObject({ recover_at: start, reversal: { status: 'open', started: start } });
    expect(resumed.reversal).not.toHaveProperty('needs_review');
    await deliver(one, 'evt_2', won, true);
    expect(await one.charge()).toEqual(resumed);
  });

  test('is a reason to look, but makes no request of before a new one, whose key would count from now', async () => {
    const one = await waiting('sent');
    await deliver(one, 'evt_2', won, true);
    expect(await one.charge()).toMatchObject({
      recover_at: start,
      reversal: { status: 'sent', started: 1, needs_review: true },
    });
  });
});
