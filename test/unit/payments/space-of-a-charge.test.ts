import { describe, expect, test } from '@jest/globals';
import { keyElsewhere } from '../../../lib/charge/key-elsewhere.ts';
import { waitingEvent } from '../../../lib/charge/waiting-events.ts';
import { createRenderer } from '../../../lib/http/renderer.ts';
import { decideCharge } from '../../../lib/payments/decisions/decide-charge.ts';
import { operateCharge } from '../../../lib/payments/operations/operate-charge.ts';
import { type RefundCommand, refundCharge } from '../../../lib/payments/operations/refund-charge.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { recoverCharge } from '../../../lib/payments/reconcile/recover-charge.ts';
import { refreshCharge } from '../../../lib/payments/reconcile/refresh-charge.ts';
import { settleRefund } from '../../../lib/payments/reports/settle-refund.ts';
import { toItem, toStoredRefund } from '../../../lib/storage/items.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { unscheduled } from '../../../lib/types/open-things.ts';
import type { OperationResult, Psp, PspEvent, RefundFact } from '../../../lib/types/psp.ts';
import type { Remembered } from '../../../lib/types/records.ts';
import type { Result } from '../../../lib/types/result.ts';
import { itemBytes, maxItemBytes } from '../../../local/memory/item-bytes.ts';
import { sampleCharge, sampleDispute, sampleRefund } from '../../contract/sample-records.ts';
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
      refund: async (_, { id: operation, amount }): Promise<OperationResult> => {
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

/** As long as any event that waits: every text of it has its longest form. */
const longestEvent = (n: number): PspEvent => {
  const text = `${n}`.padEnd(255, 'x');
  return {
    id: text,
    reference: 'ch_1',
    operation: text,
    psp_reference: text,
    operation_reference: text,
    money: { amount: 4_000, currency: 'eur' },
    occurred: start,
    claim: {
      about: 'authorization',
      result: {
        outcome: 'approved',
        psp_reference: text,
        particulars: { network_transaction_id: text, authorization_code: text, mandate: text },
      },
    },
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
      unbelieved: Array.from({ length: 8 }, (_, n) => ({
        ...waitingEvent(sampleCharge('ch_1'), longestEvent(n), start),
        why: 'not_confirmed',
        tried: start,
      })),
      steps: twenty.map((n) => ({
        at_ms: start + n,
        what: 'no_answer',
        code: 'c'.repeat(32),
        by: 'b'.repeat(64),
        count: 9,
      })),
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

describe('failed refunds do not count', () => {
  const declined = { outcome: 'failed', reason: 'insufficient_funds' } as const;

  /** A charge at a PSP that refuses the first `failing` refunds. */
  const refusing = async (failing: number, changes: Partial<Charge> = {}, psp: Partial<Psp> = {}) => {
    const sent: string[] = [];
    const one = await refundable(changes, {
      refund: async (_, { id, amount }) => {
        sent.push(id);
        return sent.length <= failing
          ? declined
          : { outcome: 'succeeded', psp_reference: `pr_${sent.length}`, amount };
      },
      ...psp,
    });
    return { ...one, sent };
  };
  const command = (n: number, changes: Partial<RefundCommand> = {}): RefundCommand => ({
    id: `re_${String(n).padStart(26, '0')}`,
    charge: 'ch_1',
    amount: 10,
    metadata: {},
    ...under(`refund-${n}`),
    ...changes,
  });

  test.each([
    ['no metadata', 430, {}],
    ['the longest metadata', 250, { one: 'x'.repeat(490), two: 'y'.repeat(490) }],
  ])('%s: %i fail, and the next succeeds', async (_, failing, metadata) => {
    const { refund, charge, bytes, sent, ports } = await refusing(failing);
    for (let n = 0; n < failing; n++) expect(await refund(metadata)).toMatchObject({ first: true });
    expect(await refund(metadata)).toMatchObject({ first: true });
    const after = await charge();
    expect(after).toMatchObject({ amount_refundable: 3_990, amount_refundable_disputed: 3_990 });
    expect(sent).toHaveLength(failing + 1);
    const named = Object.keys(after.failed_refunds ?? {});
    expect(new Set([...named, ...Object.keys(after.refunds)]).size).toBe(failing + 1);
    expect(await bytes()).toBeLessThan(250_000);
    expect(await recoverCharge(ports, 'ch_1', { at_once: true })).toBe('nothing_open');
  });

  test('a hundred that succeed are still the most, however many failed before', async () => {
    const { refund, charge, bytes } = await refusing(300);
    for (let n = 0; n < 400; n++) await refund({});
    expect(await refund({}).catch(codeOf)).toBe('too_many_refunds');
    const { refunds, amount_refundable } = await charge();
    expect(Object.values(refunds).filter(({ status }) => status === 'succeeded')).toHaveLength(100);
    expect(amount_refundable).toBe(3_000);
    expect(await bytes()).toBeLessThan(300_000);
  });

  test('of everything that is left, too', async () => {
    const { ports, charge } = await refusing(120);
    const { amount: _, ...all } = command(0);
    for (let n = 0; n < 120; n++) await refundCharge(ports, { ...all, ...command(n), amount: 4_000 });
    await refundCharge(ports, { ...all, id: 're_all', ...under('all') });
    expect((await charge()).amount_refundable).toBe(0);
  });

  test('the key of one that gave way moves no money, whatever its body', async () => {
    const { ports, charge, sent } = await refusing(130);
    for (let n = 0; n < 131; n++) await refundCharge(ports, command(n));
    const before = await charge();
    expect(before.refunds[command(0).id]).toBeUndefined();
    expect(await refundCharge(ports, command(0)).catch(codeOf)).toBe('charge_operation_refused');
    const { amount: _, ...everything } = command(1);
    expect(await refundCharge(ports, everything).catch(codeOf)).toBe('charge_operation_refused');
    const { idempotency } = under('refund-2');
    const other = { ...command(2), idempotency: { ...idempotency, hash: `k1.${'o'.repeat(43)}` } };
    expect(await refundCharge(ports, other).catch(codeOf)).toBe('idempotency_key_reused');
    expect(await refundCharge(ports, command(129))).toMatchObject({ first: false });
    expect(sent).toHaveLength(131);
    expect(await charge()).toEqual(before);
  });

  /** Two that gave way: of one, its id is known here, of the other also the PSP's. And what the PSP's list would show of them. */
  const given = async () => {
    const known = sampleRefund('re_known', 10, {
      status: 'failed',
      psp_reference: 'pr_known',
      failure_reason: 'processor_error',
    });
    const one = await refusing(130, { refunds: { re_known: known } });
    for (let n = 0; n < 131; n++) await refundCharge(one.ports, command(n));
    const { refunds } = await one.charge();
    expect(refunds).not.toHaveProperty('re_known');
    expect(refunds).not.toHaveProperty(command(0).id);
    const factsOf = (status: RefundFact['status']): readonly RefundFact[] => [
      { operation: command(0).id, psp_reference: 'pr_gone', amount: 10, status },
      { psp_reference: 'pr_known', amount: 10, status },
    ];
    return { ...one, factsOf };
  };

  test.each(['failed', 'pending'] as const)(
    'a list in which one that gave way has %s changes nothing',
    async (status) => {
      const { charge, refresh, receive: deliver, list, factsOf } = await given();
      const { refunds, amount_refundable, external } = await charge();
      list.push(...factsOf(status));
      await refresh('look');
      const claim = { about: 'refund', result: declined } as const;
      await deliver({ claim, operation: command(0).id, operation_reference: 'pr_gone' }).catch(
        () => undefined,
      );
      expect(await charge()).toMatchObject({ refunds, amount_refundable });
      expect((await charge()).external).toBe(external);
    },
  );

  test('a list that shows one that gave way as done counts it, once, until it has failed again', async () => {
    const { charge, refresh, list, logs, factsOf } = await given();
    const { amount_refundable: before } = await charge();
    const alarms = () => logs.filter(({ event }) => event === 'outcome_contradicted');
    for (const look of ['one', 'two', 'three']) {
      list.splice(0, list.length, ...factsOf('succeeded'));
      await refresh(look);
      expect((await charge()).amount_refundable).toBe(before - 20);
      expect(alarms()).toHaveLength(2);
    }
    for (const [look, status] of [
      ['four', 'failed'],
      ['five', 'succeeded'],
    ] as const) {
      list.splice(0, list.length, ...factsOf(status));
      await refresh(look);
      expect((await charge()).amount_refundable).toBe(before);
    }
    expect(logs.filter(({ event }) => event === 'refund_failed_late')).toHaveLength(2);
  });

  test('an event without an amount about one that gave way raises no alarm at a PSP without a list', async () => {
    const { ports, charge, logs, receive: deliver } = await refusing(130);
    for (let n = 0; n < 131; n++) await refundCharge(ports, command(n));
    const { refunds } = await charge();
    // A list would be asked.
    Object.assign(ports.psps.connect('stripe') ?? {}, { lookUpRefunds: undefined });
    await deliver({ claim: { about: 'refund', result: declined }, operation: command(3).id });
    expect((await charge()).refunds).toEqual(refunds);
    expect(logs).not.toContainEqual(expect.objectContaining({ event: 'webhook_amount_mismatch' }));
  });

  test('one that a person called failed, or whose caller has no answer, does not give way', async () => {
    const others = Array.from({ length: 98 }, (_, n) => sampleRefund(`re_f${n}`, 1, { status: 'failed' }));
    const decided = sampleRefund('re_decided', 1, { status: 'failed', created: 1 });
    const { idempotency } = under('none');
    const unanswered = sampleRefund('re_open', 1, { status: 'failed', created: 2, remembered: idempotency });
    const refunds = Object.fromEntries([decided, unanswered, ...others].map((one) => [one.id, one]));
    const decision = { operation: 're_decided', outcome: 'failed', note: 'n', by: 'b', at: 1 } as const;
    const { refund, charge } = await refusing(0, { refunds, decisions: [decision] });
    await refund({});
    const current = await charge();
    expect(Object.keys(current.failed_refunds ?? {})).toHaveLength(20);
    expect(current.refunds).toMatchObject({ re_decided: decided, re_open: unanswered });
  });

  test('thirty at once on a full charge: each is refunded once, and nothing is lost', async () => {
    const { ports, charge, sent } = await refusing(100);
    for (let n = 0; n < 100; n++) await refundCharge(ports, command(n));
    await Promise.all(Array.from({ length: 30 }, (_, n) => refundCharge(ports, command(100 + n))));
    expect(new Set(sent).size).toBe(130);
    expect(sent).toHaveLength(130);
    const { refunds, failed_refunds = {}, amount_refundable } = await charge();
    expect(amount_refundable).toBe(3_700);
    expect(Object.keys(refunds).length + Object.keys(failed_refunds).length).toBe(130);
  });

  test('the failure of a refund made elsewhere stays known after it gave way', async () => {
    const reported = keyElsewhere('ext', 'pr_ours');
    const open = sampleRefund('re_open', 10);
    const failed = Array.from({ length: 99 }, (_, n) => sampleRefund(`re_f${n}`, 1, { status: 'failed' }));
    const early = sampleRefund(reported, 10, {
      status: 'failed',
      external: true,
      created: 1,
      psp_reference: 'pr_ours',
    });
    const refunds = Object.fromEntries([open, early, ...failed].map((one) => [one.id, one]));
    const { ports, refund, charge } = await refusing(0, {
      refunds,
      amount_refundable: 3_990,
      amount_refundable_disputed: 3_990,
    });
    await refund({});
    expect((await charge()).refunds).not.toHaveProperty(reported);
    await settleRefund(ports, await charge(), 're_open', { outcome: 'succeeded', psp_reference: 'pr_ours' });
    expect((await charge()).refunds.re_open?.status).toBe('failed');
    expect((await charge()).amount_refundable).toBe(3_990);
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

  test('of a capture is given once; its repeat captures nothing and shows the charge as it current', async () => {
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
    const {
      ports,
      charge,
      receive: deliver,
    } = await refundable(held, {
      capture: async () => ({ outcome: 'pending', psp_reference: 'cp_1' }),
    });
    const ask = () => operateCharge(ports, 'capture', { charge: 'ch_1', ...under('capture') });
    expect(await ask()).toMatchObject({ charge: { status: 'capturing' } });
    expect(await ask().catch(codeOf)).toBe('idempotency_key_in_use');
    await deliver({ claim: { about: 'capture', result: { outcome: 'succeeded', amount: 4_000 } } });
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
