import { describe, expect, test } from '@jest/globals';
import { retryHeld } from '../../../lib/payments/recovery/retry-held.ts';
import type { PspEvent } from '../../../lib/types/psp.ts';
import { sampleCharge } from '../../contract/sample-records.ts';
import { oneCharge, start } from './one-charge.ts';

const minute_ms = 60_000;
const day_ms = 86_400_000;

/** A refund that another program made, before our charge has learnt its payment's id. */
const refundElsewhere: PspEvent = {
  id: 'evt_elsewhere',
  psp_reference: 'PAYMENT_1',
  operation_reference: 'REFUND_1',
  money: { amount: 1_500, currency: 'eur' },
  claim: { about: 'refund', result: { outcome: 'succeeded', psp_reference: 'REFUND_1', amount: 1_500 } },
};

const world = async () => {
  const scene = await oneCharge({
    charge: {
      outcome: 'captured',
      capture_method: 'automatic',
      amount_captured: 4_000,
      amount_refundable: 4_000,
      amount_refundable_disputed: 4_000,
      psp_reference: undefined as never,
    },
    psp: { lookUp: undefined as never, lookUpRefunds: undefined as never },
  });
  const learn = async (changes: object = {}) => {
    const charge = await scene.charge();
    const item = { ...charge, psp_reference: 'PAYMENT_1', rev: charge.rev + 1, write: 'learnt', ...changes };
    expect(await scene.store.commit([{ table: 'charges', item, expects: charge.rev }])).toEqual({ ok: true });
  };
  const retryAfter = async (milliseconds: number) => {
    scene.pass(milliseconds);
    await retryHeld(scene.ports);
  };
  await scene.read({ ok: true, events: [refundElsewhere] });
  return { ...scene, learn, retryAfter };
};

describe('an event that gives only the id of a payment that no charge has', () => {
  test('is held, and applied once the charge has learnt the id', async () => {
    const { logs, learn, retryAfter, charge, store } = await world();
    expect(logs).toEqual([{ event: 'webhook_held', psp: 'stripe', about: 'refund' }]);
    await learn();
    await retryAfter(minute_ms - 1);
    expect((await charge()).amount_refundable).toBe(4_000);
    await retryAfter(1);
    expect(await charge()).toMatchObject({ amount_refundable: 2_500 });
    expect(await store.heldEvents(start + 2 * day_ms)).toEqual([]);
    await retryAfter(day_ms);
    expect(await charge()).toMatchObject({ amount_refundable: 2_500 });
  });

  test('is looked at six times within a week, then counted as of another program', async () => {
    const { logs, learn, retryAfter, charge, store } = await world();
    for (const after of [1, 9, 110, 1_320, 2_880, 5_760]) await retryAfter(after * minute_ms);
    expect(logs.map(({ event }) => event)).toEqual(['webhook_held', 'webhook_not_ours']);
    expect(await store.heldEvents(start + 100 * day_ms)).toEqual([]);
    await learn();
    await retryAfter(day_ms);
    expect((await charge()).amount_refundable).toBe(4_000);
  });

  test('is looked at again for as long as its charge cannot take it', async () => {
    const { logs, learn, retryAfter, charge, store } = await world();
    const full = Array.from({ length: 8 }, (_, n) => ({
      event: `evt_${n}`,
      about: 'capture' as const,
      at: start,
      whole: { ...refundElsewhere, id: `evt_${n}`, psp_reference: 'PAYMENT_2' },
    }));
    await learn({ outcome: null, status: 'pending', unbelieved: full });
    await retryAfter(7 * day_ms);
    expect(logs).toContainEqual({
      event: 'recovery_failed',
      charge: 'ch_1',
      psp: 'stripe',
      error: 'ApiError',
    });
    expect(await store.heldEvents(start + 8 * day_ms)).toHaveLength(1);
    const { unbelieved: _, ...emptied } = await charge();
    await store.commit([
      {
        table: 'charges',
        item: { ...emptied, outcome: 'captured', status: 'captured', rev: emptied.rev + 1, write: 'settled' },
        expects: emptied.rev,
      },
    ]);
    await retryAfter(2 * 3_600_000);
    expect((await charge()).amount_refundable).toBe(2_500);
  });

  test('waits for as long as the account of its charge is not configured', async () => {
    const { logs, ports, learn, retryAfter, charge, pass } = await world();
    await learn();
    pass(8 * day_ms);
    await retryHeld({ ...ports, psps: { ...ports.psps, connect: () => undefined } });
    expect(logs).toContainEqual({ event: 'psp_not_configured', charge: 'ch_1', psp: 'stripe' });
    await retryAfter(2 * 3_600_000);
    expect((await charge()).amount_refundable).toBe(2_500);
  });

  test('is not taken with less than ten seconds left', async () => {
    const { ports, learn, retryAfter, charge, pass } = await world();
    await learn();
    pass(minute_ms);
    await retryHeld({ ...ports, deadline: ports.clock.now() + 10_000 });
    expect((await charge()).amount_refundable).toBe(4_000);
    await retryAfter(0);
    expect((await charge()).amount_refundable).toBe(2_500);
  });

  test('at another account, it is not of this charge', async () => {
    const { learn, retryAfter, charge, store } = await world();
    await learn();
    const other = sampleCharge('ch_2', { psp: 'stripe_us', psp_reference: 'PAYMENT_1' });
    await store.commit([{ table: 'charges', item: other, expects: 'absent' }]);
    await retryAfter(minute_ms);
    expect((await charge()).amount_refundable).toBe(2_500);
    expect(await store.charge('ch_2')).toStrictEqual(other);
  });
});
