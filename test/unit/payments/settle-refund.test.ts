import { describe, expect, test } from '@jest/globals';
import { keyElsewhere } from '../../../lib/charge/key-elsewhere.ts';
import type { RefundReport } from '../../../lib/charge/transitions/refund-table.ts';
import { decideCharge } from '../../../lib/payments/decisions/decide-charge.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { recoverCharge } from '../../../lib/payments/reconcile/recover-charge.ts';
import { applyRefundFact, applyRefundFacts } from '../../../lib/payments/reports/apply-refund-facts.ts';
import { readRefundReport, settleRefund } from '../../../lib/payments/reports/settle-refund.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge, Refund } from '../../../lib/types/charge.ts';
import type { OperationResult, RefundFact } from '../../../lib/types/psp.ts';
import { sampleRefund } from '../../contract/sample-records.ts';
import { oneCharge, refusalOf, start } from './one-charge.ts';

const remembered = { key: 'k', hash: 'h', view: 'full' } as const;

/** A captured charge of 40.00 with one refund of 10.00. */
const refunded = async (refund: Partial<Refund> = {}, changes: Partial<Charge> = {}) => {
  const left = refund.status === 'failed' ? 4_000 : 3_000;
  const one = await oneCharge({
    charge: {
      outcome: 'captured',
      amount_captured: 4_000,
      amount_refundable: left,
      amount_refundable_disputed: left,
      refunds: { re_1: sampleRefund('re_1', 1_000, { sent: start, ...refund }) },
      ...changes,
    },
    session: { payment_status: 'paid' },
  });
  const settle = async (
    received: RefundReport,
    options?: Parameters<typeof settleRefund>[4],
    ports: PaymentPorts = one.ports,
  ) => (await settleRefund(ports, await one.charge(), 're_1', received, options)).refund;
  const learn = async (fact: Partial<RefundFact>) => {
    const full = { psp_reference: 'r_1', amount: 1_000, status: 'succeeded', ...fact } as const;
    return applyRefundFact(one.ports, await one.charge(), full as RefundFact);
  };
  return { ...one, settle, learn };
};

describe('what is heard about a refund', () => {
  test('a report that its request came to nothing counts only while no other was sent', async () => {
    const received = { outcome: 'failed', reason: 'not_sent' } as const;
    expect((await (await refunded()).settle(received, { sent: start })).status).toBe('failed');
    expect((await (await refunded()).settle(received)).status).toBe('failed');
    expect((await (await refunded({ sent: start + 1 })).settle(received, { sent: start })).status).toBe(
      'pending',
    );
    const definite = { outcome: 'failed', reason: 'card_closed' } as const;
    expect((await (await refunded({ sent: start + 1 })).settle(definite, { sent: start })).status).toBe(
      'failed',
    );
    expect(
      (await (await refunded({ sent: start + 1 })).settle({ outcome: 'failed' }, { sent: start })).status,
    ).toBe('failed');
  });

  test('is answered under its key, also while nothing is known', async () => {
    const answered = await (await refunded({ remembered })).settle({ outcome: 'unknown' });
    expect(answered.remembered?.answer).toMatchObject({ status: 200 });
    expect(await (await refunded()).settle({ outcome: 'unknown' })).toMatchObject({ rev: 1 });
    const answer = { status: 200, body: 'first' };
    const known = await refunded({ remembered: { ...remembered, answer } });
    expect((await known.settle({ outcome: 'succeeded' })).remembered).toEqual({ ...remembered, answer });
  });

  test('raises an alarm if it had succeeded', async () => {
    const { settle, logs, charge } = await refunded({ status: 'succeeded' });
    await settle({ outcome: 'failed' });
    expect(logs).toEqual([{ event: 'refund_failed_late', charge: 'ch_1', refund: 're_1', psp: 'stripe' }]);
    expect((await charge()).amount_refundable).toBe(4_000);
  });

  test('is reported if what is stored then does not add up: it cannot be refused any more', async () => {
    const wrong = { amount_refundable: 2_999 };
    const broken = {
      event: 'invariant_broken',
      charge: 'ch_1',
      psp: 'stripe',
      what: 'refundable does not add up',
      stored: true,
    };
    const ours = await refunded({}, wrong);
    await ours.settle({ outcome: 'succeeded' });
    expect(ours.logs).toEqual([broken]);
    const elsewhere = await refunded({}, wrong);
    await elsewhere.learn({ psp_reference: 'r_9' });
    expect(elsewhere.logs).toContainEqual(broken);
  });

  // Seed 33298.
  test.each(['succeeded', 'accepted'] as const)(
    'gives way to its failure, told by the PSP’s id alone, whichever of the two is written first: %s',
    async (outcome) => {
      const failed = { psp_reference: 'r_1', amount: 1_000, status: 'failed' } as const;
      const received = { outcome, psp_reference: 'r_1' } as const;
      for (const failure_first of [true, false]) {
        const { ports, charge } = await refunded();
        const read = await charge();
        const steps = [
          () => applyRefundFact(ports, read, failed),
          () => settleRefund(ports, read, 're_1', received),
        ];
        for (const step of failure_first ? steps : steps.toReversed()) await step();
        const { refunds, amount_refundable } = await charge();
        expect([refunds.re_1?.status, amount_refundable]).toEqual(['failed', 4_000]);
      }
    },
  );

  test('takes it from no person, even if it was read before a person had to decide', async () => {
    const { ports, charge, first } = await refunded({}, { recover_at: start });
    Object.assign(ports.psps, { connect: () => undefined });
    const read = { ...first, refunds: { re_1: sampleRefund('re_1', 1_000, { sent: start }) } };
    expect(await recoverCharge(ports, 'ch_1', { at_once: true })).toBe('needs_review');
    await settleRefund(ports, read, 're_1', { outcome: 'accepted', psp_reference: 'r_1' });
    expect((await charge()).refunds.re_1).toMatchObject({ accepted: true, needs_review: true });
  });

  test('about an unknown one is our own mistake', async () => {
    const { ports, charge } = await refunded();
    const call = settleRefund(ports, await charge(), 're_9', { outcome: 'succeeded' });
    expect(await refusalOf(call)).toMatchObject({ code: 'internal' });
  });

  test.each<[OperationResult, RefundReport]>([
    [
      { outcome: 'succeeded', amount: 1_000, psp_reference: 'r' },
      { outcome: 'succeeded', psp_reference: 'r' },
    ],
    [{ outcome: 'succeeded' }, { outcome: 'succeeded' }],
    [{ outcome: 'succeeded', amount: 999 }, { outcome: 'unknown' }],
    [
      { outcome: 'pending', psp_reference: 'r' },
      { outcome: 'accepted', psp_reference: 'r' },
    ],
    [
      { outcome: 'failed', reason: 'card_closed', code: 'c' },
      { outcome: 'failed', reason: 'card_closed' },
    ],
    [{ outcome: 'unknown', doubt: 'timeout' }, { outcome: 'unknown' }],
  ])('%j', async (answer, received) => {
    const { ports, first } = await refunded();
    expect(readRefundReport(ports, first, sampleRefund('re_1', 1_000), answer)).toEqual(received);
  });
});

describe('a refund whose write was lost', () => {
  const lost = new ApiError('storage_unavailable', 'No answer.');
  const losing = async (error: Error, writes: boolean) => {
    const one = await refunded();
    const { store } = one;
    const replaceRefundThere: typeof store.replaceRefund = async (...given) => {
      if (writes) await store.replaceRefund(...given);
      throw error;
    };
    const ports = { ...one.ports, store: { ...store, replaceRefund: replaceRefundThere } };
    return one.settle({ outcome: 'succeeded' }, {}, ports);
  };

  test('is recognised by its write id', async () => {
    expect(await losing(lost, true)).toMatchObject({ status: 'succeeded' });
    expect(await refusalOf(losing(lost, false))).toMatchObject({ code: 'storage_unavailable' });
    expect(await refusalOf(losing(new ApiError('internal', 'No.'), true))).toMatchObject({
      code: 'internal',
    });
    const other = new Error('no');
    expect(await refusalOf(losing(other, true))).toBe(other);
  });

  test('is given up if others keep changing it', async () => {
    const one = await refunded();
    let writes = 0;
    const replaceRefundThere = async () => {
      writes += 1;
      return { ok: false as const, charge: await one.charge() };
    };
    const ports = { ...one.ports, store: { ...one.store, replaceRefund: replaceRefundThere } };
    expect(await refusalOf(one.settle({ outcome: 'succeeded' }, {}, ports as PaymentPorts))).toEqual({
      code: 'storage_unavailable',
      message: 'Another call is changing this refund. Try again.',
      retry_after: 1,
    });
    expect(writes).toBe(8);
  });
});

describe('what waited for a person', () => {
  const unscheduled = 253_402_214_400_000;

  test('stays listed until all of it has ended', async () => {
    const listed = await refunded({ needs_review: true }, { recover_at: unscheduled });
    await listed.settle({ outcome: 'succeeded' });
    expect(await listed.charge()).not.toHaveProperty('recover_at');
    const scheduled = await refunded({}, { recover_at: unscheduled - 1 });
    await scheduled.settle({ outcome: 'succeeded' });
    expect((await scheduled.charge()).recover_at).toBe(unscheduled - 1);
    const other = sampleRefund('re_2', 500, { needs_review: true });
    const more = await refunded(
      { needs_review: true },
      {
        recover_at: unscheduled,
        amount_refundable: 2_500,
        amount_refundable_disputed: 2_500,
        refunds: { re_1: sampleRefund('re_1', 1_000), re_2: other },
      },
    );
    await more.settle({ outcome: 'succeeded' });
    expect((await more.charge()).recover_at).toBe(unscheduled);
  });
});

describe('a refund in the PSP’s list', () => {
  const key = keyElsewhere('ext', 'r_1');

  test("is ours by our id, or by the PSP's", async () => {
    const ours = await refunded();
    await ours.learn({ operation: 're_1' });
    expect(Object.keys((await ours.charge()).refunds)).toEqual(['re_1']);
    expect((await ours.charge()).refunds.re_1).toMatchObject({ status: 'succeeded', psp_reference: 'r_1' });
    const named = await refunded({ psp_reference: 'r_1', accepted: true });
    await named.learn({});
    expect((await named.charge()).refunds.re_1?.status).toBe('succeeded');
  });

  test('of a different amount than ours is not believed', async () => {
    const { learn, charge, logs } = await refunded();
    await learn({ operation: 're_1', amount: 999 });
    expect((await charge()).refunds.re_1?.status).toBe('pending');
    expect(logs).toMatchObject([{ event: 'refund_amount_mismatch' }]);
  });

  test('that was reserved after the charge was read is ours', async () => {
    const one = await refunded();
    const { re_1: _, ...none } = (await one.charge()).refunds;
    const before = { ...(await one.charge()), refunds: none };
    const fact = { psp_reference: 'r_1', operation: 're_1', amount: 1_000, status: 'succeeded' } as const;
    await applyRefundFact(one.ports, before, fact);
    expect(Object.keys((await one.charge()).refunds)).toEqual(['re_1']);
    await applyRefundFact(one.ports, before, { ...fact, operation: 're_9', psp_reference: 'r_9' });
    expect(Object.keys((await one.charge()).refunds)).toEqual(['re_1', keyElsewhere('ext', 'r_9')]);
  });

  test.each<[RefundFact['status'], number]>([
    ['succeeded', 2_000],
    ['pending', 2_000],
  ])('made elsewhere is recorded as %s, and then as what became of it', async (status, left) => {
    const { learn, charge } = await refunded();
    await learn({ status });
    expect(await charge()).toMatchObject({
      external: true,
      amount_refundable: left,
      refunds: {
        [key]: { id: key, status, external: true, accepted: true, psp_reference: 'r_1', amount: 1_000 },
      },
    });
    await learn({ status: 'failed', reason: 'card_closed' });
    expect(await charge()).toMatchObject({
      amount_refundable: 3_000,
      refunds: { [key]: { status: 'failed', failure_reason: 'card_closed' } },
    });
  });

  test('made elsewhere and recorded before the way back began comes to its end, and another is not recorded', async () => {
    const reversal = { id: 'rv_1', by: 'refund', amount: 4_000, status: 'done', started: 1 } as const;
    const one = await refunded({}, { reversal });
    await one.learn({ status: 'pending' });
    const records = { charge: await one.charge(), session: undefined };
    const list = [
      { psp_reference: 'r_1', amount: 1_000, status: 'succeeded' },
      { psp_reference: 'r_2', amount: 1_000, status: 'succeeded' },
    ] as const;
    await applyRefundFacts(one.ports, records, {
      outcome: 'found',
      refunds: list,
      complete: true,
      shown_by: 0,
    });
    const { refunds } = await one.charge();
    expect(refunds[key]?.status).toBe('succeeded');
    expect(Object.keys(refunds)).toEqual(['re_1', key]);
  });

  test('made elsewhere that was pending succeeds without counting twice', async () => {
    const { learn, charge, logs } = await refunded();
    await learn({ status: 'pending' });
    await learn({});
    expect(await charge()).toMatchObject({
      amount_refundable: 2_000,
      refunds: { [key]: { status: 'succeeded' } },
    });
    expect(logs.filter(({ event }) => event === 'external_change')).toHaveLength(1);
  });

  test.each<[string, Partial<Charge>, Partial<RefundFact>, boolean]>([
    ['that a person had called failed counts beside it', {}, {}, true],
    ['that failed by itself does not come back', { decisions: [] }, {}, false],
    [
      'about which a person decided something else does not',
      { decisions: [{ operation: 're_2' }] as never },
      {},
      false,
    ],
    ['that a person had called failed and that is pending does not', {}, { status: 'pending' }, false],
  ])('%s', async (_, changes, fact, counts) => {
    const decision = { operation: 're_1', outcome: 'failed', note: '', by: '', at: 1 } as const;
    const { learn, charge } = await refunded({ status: 'failed' }, { decisions: [decision], ...changes });
    await learn({ operation: 're_1', ...fact });
    expect((await charge()).amount_refundable).toBe(counts ? 3_000 : 4_000);
    expect((await charge()).refunds.re_1?.status).toBe('failed');
  });

  test('that succeeded, as a person had said, is one and the same', async () => {
    const decision = { operation: 're_1', outcome: 'succeeded', note: '', by: '', at: 1 } as const;
    const { learn, charge } = await refunded({ status: 'succeeded' }, { decisions: [decision] });
    await learn({ operation: 're_1' });
    expect((await charge()).amount_refundable).toBe(3_000);
  });
});

test.each([
  ['pending', 2_000],
  ['succeeded', 2_000],
  ['failed', 3_000],
] as const)(
  'a second refund that its PSP lists under our id counts, with an alarm: ours is %s',
  async (status, left) => {
    const { ports, charge, logs } = await refunded({ status, accepted: true, psp_reference: 'r_1' });
    const fact = { operation: 're_1', amount: 1_000 } as const;
    const refunds: readonly RefundFact[] = [
      { ...fact, psp_reference: 'r_2', status: 'succeeded' },
      { ...fact, psp_reference: 'r_1', status },
    ];
    for (let looks = 0; looks < 2; looks++) {
      const records = { charge: await charge(), session: undefined };
      await applyRefundFacts(ports, records, { outcome: 'found', refunds, complete: true, shown_by: start });
    }
    expect(await charge()).toMatchObject({ amount_refundable: left, refunds: { re_1: { status } } });
    expect(logs.filter(({ event }) => event === 'outcome_contradicted')).toHaveLength(1);
  },
);

describe('a refund made elsewhere that a person calls failed', () => {
  const id = keyElsewhere('ext', 'r_9');
  const fact = { psp_reference: 'r_9', amount: 1_000 } as const;
  const denied = async () => {
    const waiting = { external: true, accepted: true, psp_reference: 'r_9', needs_review: true } as const;
    const one = await oneCharge({
      charge: {
        outcome: 'captured',
        amount_captured: 4_000,
        amount_refundable: 3_000,
        amount_refundable_disputed: 3_000,
        refunds: { [id]: sampleRefund(id, 1_000, waiting) },
      },
      session: { payment_status: 'paid' },
    });
    const { rev: revision } = await one.charge();
    const decision = { operation: id, outcome: 'failed', note: 'not in the dashboard', by: 'key' } as const;
    await decideCharge(one.ports, { charge: 'ch_1', revision, ...decision });
    const report = async (status: RefundFact['status']) =>
      applyRefundFact(one.ports, await one.charge(), { ...fact, status });
    const left = async () => (await one.charge()).amount_refundable;
    expect(await left()).toBe(4_000);
    const contradictions = () => one.logs.filter(({ event }) => event === 'decision_contradicted').length;
    return { notify: report, left, contradictions };
  };

  test('counts once it is done, however often that is told, and until it fails', async () => {
    const { notify: report, left, contradictions } = await denied();
    for (let reported = 0; reported < 2; reported++) await report('succeeded');
    expect([await left(), contradictions()]).toEqual([3_000, 1]);
    await report('failed');
    await report('succeeded');
    expect([await left(), contradictions()]).toEqual([4_000, 1]);
  });

  test('has failed once the PSP says the same: late news of its success does not count', async () => {
    const { notify: report, left, contradictions } = await denied();
    await report('failed');
    await report('succeeded');
    expect([await left(), contradictions()]).toEqual([4_000, 0]);
  });
});
