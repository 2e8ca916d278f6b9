import { describe, expect, test } from '@jest/globals';
import { renderCharge } from '../../../lib/http/render.ts';
import { type DecideCommand, decideCharge } from '../../../lib/payments/decide-charge.ts';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { unscheduled } from '../../../lib/payments/transitions/schedule.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { openThings } from '../../../lib/types/open-things.ts';
import type { PaymentStore } from '../../../lib/types/ports.ts';
import { sampleRefund } from '../../contract/sample-records.ts';
import { oneCharge } from './one-charge.ts';

const under = (key: string) => ({ idempotency: { key, hash: `hash of ${key}`, view: 'full' as const } });

/** A captured charge of 40.00 with refunds that wait for a person. */
const refundsInReview = async (amounts: readonly number[], changes: Partial<Charge> = {}) => {
  const left = amounts.reduce((rest, amount) => rest - amount, 4_000);
  const refunds = amounts.map((amount, n) => sampleRefund(`re_${n + 1}`, amount, { needs_review: true }));
  const one = await oneCharge({
    charge: {
      capture_method: 'automatic',
      outcome: 'captured',
      amount_captured: 4_000,
      amount_refundable: left,
      amount_refundable_disputed: left,
      refunds: Object.fromEntries(refunds.map((refund) => [refund.id, refund])),
      recover_at: unscheduled,
      ...changes,
    },
    session: { payment_status: 'paid' },
  });
  const decide = (
    command: Partial<DecideCommand> & Pick<DecideCommand, 'outcome' | 'revision'>,
    ports: PaymentPorts = one.ports,
  ) => decideCharge(ports, { charge: 'ch_1', note: 'seen', by: 'key_1', ...command });
  return { ...one, decide };
};

/** The function dies before a call of its store that is chosen. */
const dying = <M extends 'commit' | 'settleRefund'>(
  ports: PaymentPorts,
  method: M,
  isLast: (call: Parameters<PaymentStore[M]>) => boolean | undefined,
) => {
  const call = ports.store[method] as (...args: unknown[]) => Promise<unknown>;
  const store = {
    ...ports.store,
    [method]: async (...args: Parameters<PaymentStore[M]>) => {
      if (isLast(args)) throw new Error('killed');
      return call(...args);
    },
  };
  return Object.create(ports, { store: { value: store } }) as PaymentPorts;
};

const uncaptured = {
  capture_method: 'manual',
  outcome: 'approved',
  amount_captured: 0,
  amount_refundable: 0,
  amount_refundable_disputed: 0,
} as const;

const reviewedCapture = {
  id: 'cp_1',
  amount: 4_000,
  status: 'accepted',
  started: 1,
  sent: 1,
  needs_review: true,
} as const;

const always = () => true;

describe('a decision under a key', () => {
  test('settles what it was about when it is repeated, whatever has been decided since', async () => {
    const { ports, charge, decide } = await refundsInReview([1_000, 1_500]);
    const dead = dying(ports, 'settleRefund', always);
    const one = { operation: 're_1', outcome: 'succeeded', revision: 1, ...under('one') } as const;
    const two = { operation: 're_2', outcome: 'failed', revision: 2, ...under('two') } as const;
    await expect(decide(one, dead)).rejects.toThrow('killed');
    await expect(decide(two, dead)).rejects.toThrow('killed');
    await decide(one);
    expect((await charge()).refunds).toMatchObject({
      re_1: { status: 'succeeded' },
      re_2: { status: 'pending' },
    });
    await decide(two);
    expect(await charge()).toMatchObject({
      amount_refundable: 3_000,
      refunds: { re_1: { status: 'succeeded' }, re_2: { status: 'failed' } },
    });
  });

  test('is shown without its key', async () => {
    const { charge, decide } = await refundsInReview([1_000]);
    await decide({ outcome: 'failed', revision: 1, ...under('one') });
    expect(renderCharge(await charge()).decisions).toEqual([
      {
        operation: 're_1',
        outcome: 'failed',
        amount: null,
        note: 'seen',
        by: 'key_1',
        at: expect.any(Number),
      },
    ]);
  });

  test.each([
    ['a refund', 'succeeded', {}],
    ['a capture', 'failed', { refunds: {}, ...uncaptured, capture: reviewedCapture }],
    ['an attempt', 'absent', { refunds: {}, ...uncaptured, outcome: null, needs_review: true }],
  ] as const)(
    'about %s is answered on its repeat although its own answer could not be written',
    async (_, outcome, changes) => {
      const { ports, charge, decide, reports } = await refundsInReview([1_000], changes);
      const dead = dying(
        ports,
        'commit',
        ([[first]]) =>
          first?.table === 'charges' && first.item.decisions?.some(({ remembered }) => remembered?.answer),
      );
      const command = { outcome, revision: 1, ...under('one') } as const;
      await expect(decide(command, dead)).rejects.toThrow('killed');
      const ended = await charge();
      expect(openThings(ended)).toEqual([]);
      const answer = await decide(command);
      expect(answer).toMatchObject({ first: true, replay: { status: 200 } });
      expect(await decide(command)).toEqual({ ...answer, first: false });
      expect(await charge()).toMatchObject({ status: ended.status, refunds: ended.refunds });
      expect(reports.filter(({ event }) => event === 'decided_by_person')).toHaveLength(1);
    },
  );
});
