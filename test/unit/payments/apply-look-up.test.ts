import { expect, test } from '@jest/globals';
import { applyLookUp } from '../../../lib/payments/reports/apply-look-up.ts';
import { defined } from '../../../lib/types/defined.ts';
import type { Psp, RefundFact, RefundsFound, Unknown } from '../../../lib/types/psp.ts';
import { sampleRefund } from '../../contract/sample-records.ts';
import { oneCharge } from './one-charge.ts';

const fact = (amount: number, changes: Partial<RefundFact> = {}): RefundFact => ({
  psp_reference: 'r_9',
  amount,
  status: 'succeeded',
  ...changes,
});
const found = (complete: boolean, ...refunds: readonly RefundFact[]): RefundsFound => ({
  outcome: 'found',
  complete,
  refunds,
});
const noAnswer: Unknown = { outcome: 'unknown', doubt: 'timeout' };

/** A look at a captured charge with 5.00 given back and `pending` on its way: the PSP says `amount_refunded`, and has this list. */
const look = async (
  amount_refunded: number | undefined,
  list: RefundsFound | Unknown | undefined,
  pending = 300,
) => {
  let asked = 0;
  const lookUpRefunds = async () => {
    asked += 1;
    return list ?? noAnswer;
  };
  const { ports, charge, session, logs } = await oneCharge({
    charge: {
      outcome: 'captured',
      amount_captured: 4_000,
      amount_refundable: 3_500 - pending,
      amount_refundable_disputed: 3_500 - pending,
      refunds: {
        re_1: sampleRefund('re_1', 500, { status: 'succeeded' }),
        ...(pending > 0 && { re_2: sampleRefund('re_2', pending, { accepted: true }) }),
      },
    },
    session: { payment_status: 'paid' },
    psp: {
      lookUp: async () => ({
        outcome: 'captured' as const,
        psp_reference: 'pi_1',
        amount_captured: 4_000,
        ...defined({ amount_refunded }),
      }),
      lookUpRefunds: list && lookUpRefunds,
    } as Partial<Psp>,
  });
  const psp = ports.psps.connect('stripe');
  if (!psp) throw new Error('no PSP');
  await applyLookUp(ports, psp, { charge: await charge(), session: await session() });
  const alarms = logs.filter(({ event }) => event === 'refund_total_differs');
  return { asked, alarms, refunds: (await charge()).refunds };
};

test.each([
  ['more than is recorded or on its way, and no list can be had', 801, noAnswer],
  ['more, and the PSP lists no refunds', 801, undefined],
  ['more, and the list may be cut', 801, found(false)],
  ['more than a list tells that may be cut', 1_000, found(false, fact(100))],
  ['less than is recorded, and the PSP lists no refunds', 499, undefined],
] as const)('a total of refunds that is %s calls a person', async (_, total, list) => {
  const { alarms } = await look(total, list);
  expect(alarms).toMatchObject([{ charge: 'ch_1', psp: 'stripe', amount_refunded: total }]);
});

test.each([
  ['what is recorded', 500, noAnswer],
  ['what is recorded and on its way', 800, noAnswer],
  ['not told', undefined, noAnswer],
  ['less than is recorded, which may be an old state', 499, noAnswer],
  ['what the list tells, which may be cut', 600, found(false, fact(100))],
  ['another than a whole list, which knows better', 1_000, found(true)],
] as const)('a total of refunds that is %s calls nobody', async (_, total, list) => {
  expect((await look(total, list)).alarms).toEqual([]);
});

test('a total that differs makes us ask for the refunds, and one made elsewhere is taken over', async () => {
  const { asked, refunds, alarms } = await look(1_000, found(true, fact(500)), 0);
  expect(asked).toBe(1);
  expect(Object.values(refunds).filter(({ external }) => external)).toMatchObject([
    { amount: 500, status: 'succeeded' },
  ]);
  expect(alarms).toEqual([]);
  expect((await look(500, found(true), 0)).asked).toBe(0);
});

test.each([
  ['a person hears of it', 'authorized', 1],
  ['the open attempt is left to a person anyway', 'pending', 0],
] as const)('a look that shows more than was asked for: %s', async (_, state, alarms) => {
  const { ports, charge, session, logs, first } = await oneCharge({
    charge: {
      capture_method: 'manual',
      amount_captured: 0,
      outcome: state === 'authorized' ? 'approved' : 'unknown',
    },
    psp: { lookUp: async () => ({ outcome: 'unknown', doubt: 'amount_mismatch' }) } as Partial<Psp>,
  });
  const psp = ports.psps.connect('stripe');
  if (!psp) throw new Error('no PSP');
  await applyLookUp(ports, psp, { charge: await charge(), session: await session() });
  expect(logs.filter(({ event }) => event === 'look_up_amount_mismatch')).toHaveLength(alarms);
  expect(await charge()).toEqual(first);
});

test.each([['another payment, whose refunds nobody has reported', { other_payment_of: 'ch_0' }, 2_500]])(
  'a PSP that tells no total is asked for the list of %s',
  async (_, changes, amount_refundable) => {
    const { ports, charge } = await oneCharge({
      charge: {
        outcome: 'captured',
        amount_captured: 4_000,
        amount_refundable: 4_000,
        amount_refundable_disputed: 4_000,
        psp_reference: 'pi_1',
        ...changes,
      },
      psp: {
        lookUp: async () => ({
          outcome: 'captured' as const,
          psp_reference: 'pi_1',
          amount_captured: 4_000,
        }),
        lookUpRefunds: async () => found(true, fact(1_500)),
      },
    });
    const psp = ports.psps.connect('stripe');
    if (!psp) throw new Error('no PSP');
    await applyLookUp(ports, psp, { charge: await charge(), session: undefined });
    expect(await charge()).toMatchObject({ amount_refundable });
  },
);
