import { describe, expect, test } from '@jest/globals';
import { createRenderer } from '../../../lib/http/renderer.ts';
import { decideCharge } from '../../../lib/payments/decide-charge.ts';
import { operateCharge } from '../../../lib/payments/operate-charge.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { recoverCharge } from '../../../lib/payments/recovery/recover-charge.ts';
import { refreshCharge } from '../../../lib/payments/refresh-charge.ts';
import { refundCharge } from '../../../lib/payments/refund-charge.ts';
import { unscheduled } from '../../../lib/payments/transitions/schedule.ts';
import { toItem, toStoredRefund } from '../../../lib/storage/items.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { OperationAnswer, Psp, RefundFact } from '../../../lib/types/psp.ts';
import type { Remembered } from '../../../lib/types/records.ts';
import type { Result } from '../../../lib/types/result.ts';
import { sampleDispute, sampleRefund } from '../../contract/sample-records.ts';
import { itemBytes, maxItemBytes } from '../../memory/item-bytes.ts';
import { oneCharge, start } from './one-charge.ts';

const under = (key: string) => ({
  idempotency: { key: key.padEnd(43, '.'), hash: `k1.${'h'.repeat(43)}`, view: 'full' as const },
});

/** A captured charge at a PSP that takes every refund, under ids as long as any. */
const refundable = async (changes: Partial<Charge> = {}, psp: Partial<Psp> = {}) => {
  const list: RefundFact[] = [];
  const one = await oneCharge({
    charge: {
      capture_method: 'automatic',
      outcome: 'captured',
      psp_reference: 'p'.repeat(255),
      amount_captured: 4_000,
      amount_refundable: 4_000,
      amount_refundable_disputed: 4_000,
      recover_at: unscheduled,
      ...changes,
    },
    session: { payment_status: 'paid' },
    psp: {
      lookUp: async () => ({
        outcome: 'captured',
        psp_reference: 'p'.repeat(255),
        amount_captured: 4_000,
        amount_refunded: list.reduce((sum, { amount }) => sum + amount, 0),
      }),
      lookUpRefunds: async () => ({ outcome: 'found', complete: true, refunds: list }),
      refund: async (_, { id: operation, amount }): Promise<OperationAnswer> => {
        const psp_reference = operation.padEnd(255, 'x');
        list.push({ operation, psp_reference, amount, status: 'succeeded' });
        return { outcome: 'succeeded', psp_reference, amount };
      },
      ...psp,
    },
  });
  const render = createRenderer({
    now: () => start,
    request_id: 'req_00000000000000000000000000',
    docs_url: 'https://docs.example',
  });
  const ports = Object.create(one.ports, { render: { value: render } }) as PaymentPorts;
  let asked = 0;
  return {
    ...one,
    ports,
    list,
    refund: (metadata: Readonly<Record<string, string>>): Promise<Result> =>
      refundCharge(ports, {
        id: `re_${String(++asked).padStart(26, '0')}`,
        charge: 'ch_1',
        amount: 10,
        reason: 'requested_by_customer',
        metadata,
        by: 'b'.repeat(12),
        ...under(`refund-${asked}`),
      }),
    refresh: (key: string): Promise<Result> => refreshCharge(ports, { charge: 'ch_1', ...under(key) }),
    bytes: async (): Promise<number> =>
      itemBytes(toItem({ table: 'charges', item: await one.charge(), expects: 1 })),
  };
};

const codeOf = (error: unknown): unknown => (error as { readonly code?: string }).code;

describe('what a charge has accepted it can complete', () => {
  test.each([
    ['no metadata', {}, 100],
    ['200 bytes of metadata each', { order: 'x'.repeat(185) }, 100],
    ['1 KB of metadata each', { one: 'x'.repeat(500), two: 'y'.repeat(500) }, 58],
  ] as const)('refunds with %s and a keyed refresh after each', async (_, metadata, most) => {
    const { ports, refund, refresh, charge, list, bytes, pass } = await refundable();
    let refusal: unknown;
    for (let n = 0; refusal === undefined; n++) {
      refusal = await refund(metadata).then(() => undefined, codeOf);
      expect(await refresh(`refresh-${n}`)).toMatchObject({ replay: { status: 200 } });
    }
    expect(refusal).toBe('too_many_refunds');
    const refunds = Object.values((await charge()).refunds);
    const taken = refunds.reduce((sum, one) => sum + one.id.length + 4 + itemBytes(toStoredRefund(one)), 0);
    expect(taken).toBeLessThanOrEqual((await charge()).refund_bytes ?? 0);
    expect(refunds).toHaveLength(most);
    expect(list).toHaveLength(most);
    expect(refunds.every(({ status }) => status === 'succeeded')).toBe(true);
    expect(await bytes()).toBeLessThan(300_000);
    pass(86_400_000);
    expect(await recoverCharge(ports, 'ch_1')).toBe('nothing_open');
  });

  test('everything at its longest, and then a hundred refunds and twenty disputes made elsewhere', async () => {
    const remembered = (n: number): Remembered => ({
      ...under(`call-${n}`).idempotency,
      answer: { status: 200, body: 'x'.repeat(3_000) },
    });
    const twenty = Array.from({ length: 20 }, (_, n) => n);
    const { ports, refund, refresh, charge, list, bytes, store } = await refundable({
      answered: twenty.map(remembered),
      refreshed: twenty.map(remembered),
      decisions: twenty.map((n) => ({
        operation: 'cp_00000000000000000000000000',
        outcome: 'captured',
        amount: 4_000,
        note: '€'.repeat(500),
        by: 'b'.repeat(12),
        at: n,
        remembered: remembered(n),
      })),
      events: Array.from({ length: 100 }, (_, n) => `evt_${n}`.padEnd(64, 'x')),
    });
    await refresh('refresh-0');
    for (let more = true; more; )
      more = await refund({ note: 'x'.repeat(485) }).then(
        () => true,
        () => false,
      );
    expect(await bytes()).toBeLessThan(maxItemBytes - 96 * 1024);
    for (let n = 0; n < 100; n++)
      list.push({ psp_reference: `elsewhere-${n}`.padEnd(64, 'x'), amount: 1, status: 'succeeded' });
    expect(await refresh('refresh-1')).toMatchObject({ replay: { status: 200 } });
    for (const n of twenty) {
      const dispute = sampleDispute(`dp_${n}`, { psp_reason: 'r'.repeat(255), amount: 1 });
      const change = { before: undefined, refundable: -1, refundable_disputed: 0 };
      expect((await store.recordDispute('ch_1', dispute, change)).ok).toBe(true);
    }
    expect(await recoverCharge(ports, 'ch_1', { at_once: true })).toBe('nothing_open');
    expect(Object.values((await charge()).refunds).filter(({ external }) => external)).toHaveLength(100);

    expect(await bytes()).toBeLessThan(maxItemBytes);
  });
});

describe('an answer too long to keep', () => {
  const metadata = { one: 'x'.repeat(500), two: 'y'.repeat(500) };
  const failed = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [
      `re_${n}`,
      sampleRefund(`re_${n}`, 1, { status: 'failed', metadata }),
    ]),
  );
  const held: Partial<Charge> = {
    capture_method: 'manual',
    outcome: 'approved',
    amount_captured: 0,
    amount_refundable: 0,
    amount_refundable_disputed: 0,
    refunds: failed,
  };

  test('of a capture is given once; its repeat captures nothing and shows the charge as it stands', async () => {
    let sent = 0;
    const { ports, charge } = await refundable(held, {
      capture: async (_, { amount }) => {
        sent += 1;
        return { outcome: 'succeeded', amount, psp_reference: 'cp_1' };
      },
    });
    const ask = () => operateCharge(ports, 'capture', { charge: 'ch_1', ...under('capture') });
    expect(await ask()).toEqual({ charge: await charge() });
    expect(await ask()).toEqual({ charge: await charge() });
    expect(sent).toBe(1);
    expect(await charge()).toMatchObject({
      status: 'captured',
      capture: { remembered: { hash: expect.any(String) } },
    });
  });

  test('of a capture under way leaves its key in use until the capture has ended', async () => {
    const { ports, charge, hear } = await refundable(held, {
      capture: async () => ({ outcome: 'pending', psp_reference: 'cp_1' }),
    });
    const ask = () => operateCharge(ports, 'capture', { charge: 'ch_1', ...under('capture') });
    expect(await ask()).toMatchObject({ charge: { status: 'capturing' } });
    expect(await ask().catch(codeOf)).toBe('idempotency_key_in_use');
    await hear({ claim: { about: 'capture', answer: { outcome: 'succeeded', amount: 4_000 } } });
    expect((await charge()).status).toBe('captured');
    expect(await ask()).toEqual({ charge: await charge() });
  });

  test('of a decision is given once; its repeat decides nothing', async () => {
    const { ports, charge } = await refundable({
      ...held,
      capture: { id: 'cp_1', amount: 4_000, status: 'accepted', started: 1, sent: 1, needs_review: true },
    });
    const ask = () =>
      decideCharge(ports, {
        charge: 'ch_1',
        outcome: 'failed',
        note: 'seen',
        by: 'key_1',
        revision: 1,
        ...under('decide'),
      });
    expect(await ask()).toMatchObject({ replay: { status: 200 }, first: true });
    expect(await ask()).toMatchObject({ replay: { status: 200 }, first: true });
    expect((await charge()).decisions).toHaveLength(1);
  });

  test('of a refresh is forgotten with its key', async () => {
    const { refresh, charge } = await refundable({
      ...held,
      outcome: 'captured',
      amount_captured: 4_000,
      amount_refundable: 4_000,
      amount_refundable_disputed: 4_000,
    });
    expect(await refresh('one')).toMatchObject({ replay: { status: 200 }, first: true });
    expect((await charge()).refreshed).toEqual([]);
  });
});
