import { describe, expect, test } from '@jest/globals';
import { type DecideCommand, decideCharge } from '../../../lib/payments/decisions/decide-charge.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { expireSession } from '../../../lib/payments/sessions/expire-session.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge, ChargeOperation, Reversal } from '../../../lib/types/charge.ts';
import { statusOf } from '../../../lib/types/charge-state.ts';
import { createMemoryPaymentStore } from '../../../local/memory/memory-payment-store.ts';
import { sampleCharge, sampleRefund, sampleSession } from '../../contract/sample-records.ts';

const id = 'ch_00000000000000000000000001';
const session = 'cs_00000000000000000000000000';

const waiting = (kind: 'capture' | 'cancel', changes: Partial<ChargeOperation> = {}): Partial<Charge> => ({
  [kind]: {
    id: kind === 'capture' ? 'cp_1' : 'cn_1',
    amount: 4000,
    status: 'accepted',
    started: 1,
    sent: 1,
    needs_review: true,
    ...changes,
  },
});

/** All of a payment that came too late is on its way back. */
const reversing = (by: Reversal['by']): Partial<Charge> => ({
  reversal: {
    id: 'rv_1',
    by,
    amount: 4_000,
    captured: by === 'refund' ? 4_000 : 0,
    started: 1,
    status: 'accepted',
    needs_review: true,
  },
});

/** A held charge of 4000 with these things open on it, after all looks. */
const setUp = async (
  open: Partial<Charge>,
  { after = () => {} }: { after?: (call: string) => void } = {},
) => {
  const store = createMemoryPaymentStore({ after });
  const held = sampleCharge(id, {
    capture_method: 'manual',
    outcome: 'approved',
    amount_captured: 0,
    amount_refundable: 0,
    amount_refundable_disputed: 0,
    recover_shard: 0,
    recover_at: 253_402_214_400_000,
    ...open,
  });
  const charge: Charge = { ...held, status: statusOf(held) };
  await store.commit([
    { table: 'charges', item: charge, expects: 'absent' },
    {
      table: 'sessions',
      item: sampleSession(session, { charge: id, payment_status: 'authorized' }),
      expects: 'absent',
    },
  ]);
  let ids = 0;
  const next = (prefix: string) => `${prefix}_${String(++ids).padStart(26, '0')}`;
  const ports: PaymentPorts = {
    store,
    psps: { accounts: [], connect: () => undefined },
    clock: { now: () => 1_800_000_000_000, sleep: async () => {} },
    newId: next,
    newWrite: () => next('write'),
    log: () => {},
    render: () => ({ status: 200, body: '{}' }),
    deadline: 1_800_000_029_000,
    recovery: { schedule_s: [60], shards: 1 },
    releaseCvc: async () => {},
  };
  const current = async (): Promise<Charge> => {
    const stored = await store.charge(id);
    if (!stored) throw new Error('The charge is gone.');
    return stored;
  };
  const decide = async (command: Partial<DecideCommand> & Pick<DecideCommand, 'outcome'>) =>
    decideCharge(ports, {
      charge: id,
      note: 'Seen in the dashboard.',
      by: 'key',
      revision: (await current()).rev,
      ...command,
    });
  return { ports, recorded: current, decide };
};

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

describe('a person decides', () => {
  test.each([
    ['capture', 'captured', 'captured', 4000],
    ['capture', 'failed', 'authorized', 0],
    ['capture', 'absent', 'authorized', 0],
    ['cancel', 'canceled', 'canceled', 0],
    ['cancel', 'failed', 'authorized', 0],
  ] as const)('a %s: %s', async (kind, outcome, status, amount_captured) => {
    const { decide, recorded: current } = await setUp(waiting(kind));
    await decide({ outcome });
    expect(await current()).toMatchObject({ status, amount_captured, decisions: [{ outcome }] });
  });

  test('nothing that recovery still works on', async () => {
    const { decide, recorded: current } = await setUp({
      capture: { ...waiting('capture').capture, needs_review: undefined } as never,
    });
    expect(await codeOf(decide({ outcome: 'failed' }))).toBe('charge_not_decidable');
    expect((await current()).decisions).toBeUndefined();
  });

  test('that the payment whose cancel is open was captured: it is not released by that word', async () => {
    const { decide, recorded: current } = await setUp(waiting('cancel'));
    await codeOf(decide({ outcome: 'captured' }));
    expect((await current()).status).not.toBe('canceled');
  });

  test('nothing of a capture for more than was asked: neither the amount nor a decision is kept', async () => {
    const { decide, recorded: current } = await setUp(waiting('capture', { amount: 1000 }));
    expect(await codeOf(decide({ outcome: 'succeeded', amount: 1001 }))).toBe('parameter_invalid');
    expect(await codeOf(decide({ outcome: 'captured', amount: 1_000_000 }))).toBe('parameter_invalid');
    expect((await current()).decisions).toBeUndefined();
  });

  test.each([
    [
      'a refund for less than it was',
      { refunds: { re_1: sampleRefund('re_1', 500, { needs_review: true }) } },
      499,
    ],
    ['a void for less than the hold', reversing('cancel'), 1_000],
    ['the return of more than was to go back', reversing('refund'), 4_001],
  ] as const)('nothing of %s', async (_, open, amount) => {
    const { decide, recorded: current } = await setUp(open);
    expect(await codeOf(decide({ outcome: 'succeeded', amount }))).toBe('parameter_invalid');
    expect((await current()).decisions).toBeUndefined();
  });

  test('no less captured in all than the PSP has reported', async () => {
    const { decide, recorded: current } = await setUp({
      ...waiting('capture'),
      amount_captured: 400,
      amount_refundable: 400,
      amount_refundable_disputed: 400,
      external: true,
    });
    expect(await codeOf(decide({ outcome: 'captured', amount: 399 }))).toBe('parameter_invalid');
    expect((await current()).decisions).toBeUndefined();
    await decide({ outcome: 'captured', amount: 400 });
    expect(await current()).toMatchObject({ amount_captured: 400, capture: { status: 'failed' } });
  });

  test.each([
    ['a cancel', waiting('cancel'), 'canceled'],
    ['a capture that failed', waiting('capture'), 'failed'],
    ['a reversal that failed', reversing('refund'), 'failed'],
    ['an attempt that only holds the money', { outcome: 'unknown', needs_review: true }, 'succeeded'],
    ['an attempt that was released', { outcome: 'unknown', needs_review: true }, 'canceled'],
  ] as const)('nothing with an amount of %s', async (_, open, outcome) => {
    const { decide, recorded: current } = await setUp(open);
    expect(await codeOf(decide({ outcome, amount: 4_000 }))).toBe('parameter_invalid');
    expect((await current()).decisions).toBeUndefined();
  });

  test('a refund, and names its amount', async () => {
    const refund = sampleRefund('re_1', 500, { needs_review: true });
    const { decide, recorded: current } = await setUp({
      outcome: 'captured',
      amount_captured: 4_000,
      amount_refundable: 3_500,
      amount_refundable_disputed: 3_500,
      refunds: { re_1: refund },
    });
    await decide({ outcome: 'succeeded', amount: 500 });
    expect((await current()).refunds.re_1?.status).toBe('succeeded');
  });

  test('that a part of late money is back: the rest goes back under another id', async () => {
    const { decide, recorded: current } = await setUp(reversing('refund'));
    await decide({ outcome: 'succeeded', amount: 1_000 });
    const { reversal, recover_at } = await current();
    expect(reversal).toMatchObject({ by: 'refund', amount: 3_000, status: 'open', less: 1_000 });
    expect(reversal?.id).not.toBe('rv_1');
    expect(reversal?.started).toBeGreaterThan(1);
    expect(recover_at).toBe(reversal?.started);
  });

  test('and the function is killed after its first write: the same call again ends what it began', async () => {
    let commits = 0;
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const { decide, recorded: current } = await setUp(waiting('capture'), {
      after: (call) => {
        if (call === 'commit' && ++commits === 2) throw new Error('killed');
      },
    });
    const { rev } = await current();
    await expect(decide({ outcome: 'captured', idempotency })).rejects.toThrow('killed');
    await decide({ outcome: 'captured', revision: rev, idempotency });
    expect(await current()).toMatchObject({ status: 'captured', decisions: [{}] });
  });
});

test('a session that is expired under one key after another does not grow without limit', async () => {
  const { ports } = await setUp({});
  const open = sampleSession('cs_00000000000000000000000001');
  await ports.store.commit([{ table: 'sessions', item: open, expects: 'absent' }]);
  for (let call = 0; call < 100; call++)
    await expireSession(ports, {
      session: open.id,
      idempotency: { key: `k${call}`, hash: 'h', view: 'full' },
    });
  expect((await ports.store.session(open.id))?.confirmations.length).toBeLessThanOrEqual(30);
});
