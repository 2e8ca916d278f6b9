import { describe, expect, test } from '@jest/globals';
import { chargeTable, makeTransition } from '../../../lib/charge/transitions/charge-table.ts';
import {
  type Transition,
  type Transitions,
  transitionOf,
} from '../../../lib/charge/transitions/transitions.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import { statusOf } from '../../../lib/types/charge-state.ts';
import { defined } from '../../../lib/types/defined.ts';
import type { LookUpResult } from '../../../lib/types/psp.ts';
import { sampleCharge, sampleRefund } from '../../contract/sample-records.ts';

const now = 1_800_000_000_000;
const refundable = (amount: number) => ({ amount_refundable: amount, amount_refundable_disputed: amount });
const with_status = (charge: Charge): Charge => ({ ...charge, status: statusOf(charge) });

/** A charge of 40.00 that is held, and how others differ from it. */
const charge = (changes: Partial<Charge> = {}): Charge =>
  with_status(
    sampleCharge('ch_1', {
      capture_method: 'manual',
      outcome: 'approved',
      amount_captured: 0,
      ...refundable(0),
      ...changes,
    }),
  );
const { psp_reference: _, ...unnamed } = sampleCharge('ch_1', {
  outcome: null,
  amount_captured: 0,
  ...refundable(0),
});
const pending = (changes: Partial<Charge> = {}): Charge => with_status({ ...unnamed, ...changes });
const captured = (amount: number, changes: Partial<Charge> = {}): Charge =>
  charge({ outcome: 'captured', amount_captured: amount, ...refundable(amount), ...changes });
const operation = (changes: Partial<ChargeOperation> = {}): ChargeOperation => ({
  id: 'cp_1',
  amount: 4_000,
  status: 'open',
  started: 1,
  sent: 1,
  ...changes,
});

const then = <T extends Transition>(
  before: Charge,
  transition: T,
  what: Transitions[T],
  circumstances: {
    readonly nothing_may_be_sent?: boolean;
    readonly given_up?: boolean;
    readonly unverified?: boolean;
    readonly captured_elsewhere?: boolean;
  } = {},
): unknown => {
  const transitioned = makeTransition(before, transition, what, {
    now,
    nothing_may_be_sent: false,
    ...circumstances,
  });
  if ('impossible' in transitioned) return transitioned.impossible;
  return transitioned.changed ? transitioned.charge : 'unchanged';
};

const took = (amount_captured: number) =>
  ({ result: { outcome: 'captured', psp_reference: 'pi_1', amount_captured } }) as const;
const held = { result: { outcome: 'approved', psp_reference: 'pi_1' } } as const;
const gone = (hold?: 'voided' | 'expired') =>
  ({ result: { outcome: 'canceled', psp_reference: 'pi_1', ...(hold ? { hold } : {}) } }) as const;

describe('an attempt', () => {
  test("is refused: the PSP's id and its reason are kept, if given", () => {
    const result = {
      outcome: 'do_not_honor',
      psp_reference: 'pi_9',
      code: '05',
      advice: 'never_again',
    } as const;
    expect(then(pending(), 'declined', { result })).toEqual(pending(result));
    expect(then(pending(), 'declined', { result: { outcome: 'do_not_honor' } })).toEqual(
      pending({ outcome: 'do_not_honor' }),
    );
  });

  test('is refused with advice to wait: the end of the wait is kept', () => {
    const result = { outcome: 'insufficient_funds', advice: 'wait', wait_s: 3600 } as const;
    const refused = { outcome: 'insufficient_funds', advice: 'wait' } as const;
    const until = Math.floor(now / 1000) + 3600;
    expect(then(pending(), 'declined', { result })).toEqual(pending({ ...refused, advice_until: until }));
  });

  test("is unknown: the PSP's id is kept, if given", () => {
    const result = { outcome: 'unknown', doubt: 'timeout' } as const;
    expect(then(pending(), 'unknown', { result })).toEqual(pending({ outcome: 'unknown' }));
    expect(then(pending(), 'unknown', { result: { ...result, psp_reference: 'pi_9' } })).toEqual(
      pending({ outcome: 'unknown', psp_reference: 'pi_9' }),
    );
  });

  test('is let go: whether its hold was voided or has expired is kept', () => {
    expect(then(pending(), 'expired', gone('expired'))).toEqual(
      pending({ outcome: 'canceled', psp_reference: 'pi_1', hold: 'expired' }),
    );
    expect(then(pending(), 'voided', { result: { outcome: 'canceled' } })).toEqual(
      pending({ outcome: 'canceled' }),
    );
  });

  test('that was given up takes a hold or a capture: it goes back', () => {
    const failed = pending({ outcome: 'absent' });
    const reversal = { id: 'rv_1', status: 'open', started: now } as const;
    const back = { ...failed, psp_reference: 'pi_1', recover_at: now };
    expect(then(failed, 'approved', held)).toEqual({
      ...back,
      reversal: { ...reversal, by: 'cancel', amount: 4_000, captured: 0 },
    });
    expect(then(failed, 'captured_more', took(1_500))).toEqual({
      ...back,
      reversal: { ...reversal, by: 'refund', amount: 1_500, captured: 1_500 },
    });
  });

  test('that belongs to another session by now is already given up', () => {
    expect(then(pending(), 'approved', held, { given_up: true })).toMatchObject({
      status: 'failed',
      reversal: { by: 'cancel' },
    });
  });

  test('that was given up takes a hold known to be gone: there is nothing to give back', () => {
    const failed = pending({ outcome: 'canceled', hold: 'voided' });
    expect(then(failed, 'approved', held)).toBe('unchanged');
    expect(then(failed, 'captured_more', took(4_000))).toMatchObject({ reversal: { by: 'refund' } });
  });

  test.each([
    [0, { outcome: 'approved' as const }],
    [4_000, { outcome: 'captured' as const, amount_captured: 4_000, ...refundable(4_000), captured_at: now }],
    [
      1_000,
      {
        outcome: 'captured' as const,
        amount_captured: 1_000,
        ...refundable(1_000),
        captured_at: now,
        external: true as const,
      },
    ],
  ])('a person says that %i of it were captured', (amount_captured, changes) => {
    const undecided = pending({ needs_review: true });
    const decided = pending({ ...changes, presumed: true, psp_reference: 'pi_7' });
    expect(then(undecided, 'decided_taken', { amount_captured, psp_reference: 'pi_7' })).toEqual(decided);
    const { psp_reference, ...without } = decided;
    expect(then(undecided, 'decided_taken', { amount_captured })).toEqual(without);
  });
});

describe('a reported capture', () => {
  const more = (amount: number, changes: Partial<Charge> = {}) =>
    captured(amount, { captured_at: now, ...changes });
  const under_way = { capture: operation() };
  const manual = { outcome: 'approved' as const };

  test('was made elsewhere, and is marked so', () => {
    expect(then(charge(), 'captured_more', took(4_000))).toEqual(more(4_000, { ...manual, external: true }));
    expect(then(charge({ capture_method: 'automatic' }), 'captured_more', took(1_000))).toEqual(
      more(1_000, { ...manual, capture_method: 'automatic', external: true }),
    );
  });

  test('is the one expected to follow by itself', () => {
    expect(then(charge({ capture_method: 'automatic' }), 'captured_more', took(4_000))).toEqual(
      more(4_000, { ...manual, capture_method: 'automatic' }),
    );
  });

  test('is the one that we requested', () => {
    const done = { capture: operation({ status: 'done' }) };
    expect(then(charge(under_way), 'captured_more', took(4_000))).toEqual(
      more(4_000, { ...manual, ...done }),
    );
  });

  test('is less than the one that we requested, which stays open', () => {
    expect(then(charge(under_way), 'captured_more', took(1_000))).toEqual(
      more(1_000, { ...manual, ...under_way, external: true }),
    );
  });

  test('of a part is done by a look that shows no less, whatever others took beside it', () => {
    const part = charge({ capture: operation({ amount: 1_000 }) });
    expect(then(part, 'captured_more', took(1_500))).toMatchObject({ capture: { status: 'done' } });
    const reported = { captured_elsewhere: true };
    expect(then(part, 'captured_more', took(1_500), reported)).toMatchObject({ capture: { status: 'open' } });
    expect(then(part, 'captured_more', took(4_000), reported)).toMatchObject({ capture: { status: 'done' } });
  });

  test('comes before a cancel, which has failed', () => {
    const cancel = operation({ id: 'cn_1', needs_review: true });
    const { needs_review, ...failed } = { ...cancel, status: 'failed' as const };
    expect(then(charge({ cancel }), 'captured_more', took(4_000))).toEqual(
      more(4_000, { ...manual, cancel: failed, external: true }),
    );
  });

  test('again says nothing new, but ends what is under way and what a person supposed', () => {
    expect(then(captured(4_000), 'captured_same', took(4_000))).toBe('unchanged');
    expect(then(captured(4_000, under_way), 'captured_same', took(4_000))).toEqual(
      captured(4_000, { capture: operation({ status: 'done' }) }),
    );
    expect(then(captured(4_000, { presumed: true }), 'captured_same', took(4_000))).toEqual(captured(4_000));
    expect(then(captured(4_000, { presumed: true, external: true }), 'captured_same', took(4_000))).toEqual(
      captured(4_000, { external: true }),
    );
  });

  test('one by one counts once, up to the whole', () => {
    const first = captured(1_000, { captures: { a: 1_000 }, external: true, captured_at: 5 });
    const what = { key: 'b', amount: 3_500 };
    expect(then(first, 'capture_elsewhere', { key: 'a', amount: 1_000 })).toBe('unchanged');
    expect(then(first, 'capture_elsewhere', what)).toEqual(
      more(4_000, { captures: { a: 1_000, b: 3_500 }, external: true }),
    );
  });

  test('by its event while the outcome is awaited keeps its name, and counts once', () => {
    const result = {
      outcome: 'captured',
      psp_reference: 'pi_1',
      amount_captured: 1_000,
      capture: 'ext_a',
    } as const;
    const reported = then(pending({ capture_method: 'manual' }), 'captured_more', { result }) as Charge;
    expect(reported).toMatchObject({ amount_captured: 1_000, captures: { ext_a: 1_000 }, external: true });
    expect(then(reported, 'capture_elsewhere', { key: 'ext_a', amount: 1_000 })).toBe('unchanged');
  });

  test('succeeds on top of what others captured', () => {
    const before = captured(1_000, {
      capture: operation({ amount: 3_000, needs_review: true }),
      external: true,
    });
    const done = operation({ amount: 3_000, status: 'done', psp_reference: 'cap_1' });
    const what = { amount: 3_000, psp_reference: 'cap_1' };
    expect(then(before, 'capture_succeeded', what)).toEqual(
      more(4_000, { capture: done, external: true, captures_told: { cap_1: 3_000 } }),
    );
    const { psp_reference, ...without } = done;
    expect(then(captured(0, { ...manual, ...under_way }), 'capture_succeeded', { amount: 4_000 })).toEqual(
      more(4_000, { ...manual, capture: { ...without, amount: 4_000 } }),
    );
  });

  test.each<[string, Partial<Charge>, number]>([
    ['counts once if a look has shown it among others', { captures_told: { cap_9: 1_000 } }, 3_000],
    ['comes on top of those that are known to be others', { captures_told: { cap_9: 3_000 } }, 3_022],
    ['comes on top of what is less than itself', { amount_captured: 20 }, 42],
    ['comes on top if it took less than it asked for', { capture: operation({ amount: 3_900 }) }, 3_022],
  ])('while it is under way %s', (_, changes, total) => {
    const amount = changes.amount_captured ?? 3_000;
    const before = captured(amount, { capture: operation({ amount: 22 }), ...changes });
    const what = { amount: 22, psp_reference: 'cap_1' };
    expect(then(before, 'capture_succeeded', what)).toMatchObject({
      amount_captured: total,
      captures_told: { ...changes.captures_told, cap_1: 22 },
      capture: { status: 'done', psp_reference: 'cap_1' },
    });
  });

  test.each<[string, Partial<Charge>, string | undefined, number]>([
    ['counts what others took for ours and ours', { captures_told: { cap_9: 3_000 } }, 'cap_1', 3_022],
    ['counts nothing twice', { captures_told: { cap_9: 2_978 } }, 'cap_1', 3_000],
    ['says nothing without a name', { captures_told: { cap_9: 3_000 } }, undefined, 3_000],
  ])('after a look took it for done %s', (_, changes, psp_reference, total) => {
    const before = captured(3_000, { capture: operation({ amount: 100, status: 'done' }), ...changes });
    const what = { amount: 22, ...defined({ psp_reference }) };
    const reported = then(before, 'capture_succeeded', what);
    const after = reported === 'unchanged' ? before : (reported as Charge);
    expect(after.amount_captured).toBe(total);
    expect(after.external === true).toBe(total > before.amount_captured);
  });

  test.each<[object, Readonly<Record<string, number>> | undefined]>([
    [{ left: 1_000 }, { cap_9: 1_000 }],
    [{ left: 500 }, undefined],
    [{ left: 1_000, psp_id: 'cap_1' }, { cap_9: 1_000 }],
    [{ left: 999, psp_id: 'cap_1' }, undefined],
    [{ left: 2_000, psp_id: 'cap_9' }, { cap_1: 2_000 }],
  ])('of those told one by one the others are still known when one has failed: %j', (what, captures_told) => {
    const before = captured(3_000, {
      captures_told: { cap_1: 2_000, cap_9: 1_000 },
      capture: operation({ status: 'done' }),
    });
    const after = then(before, 'capture_taken_back', what) as Charge;
    expect(after.captures_told).toEqual(captures_told);
  });

  test('the failed one of two with the same amount goes by its id', () => {
    const before = captured(2_000, {
      captures_told: { cap_1: 1_000, cap_9: 1_000 },
      capture: operation({ status: 'done' }),
    });
    const after = then(before, 'capture_taken_back', { left: 1_000, psp_id: 'cap_9' }) as Charge;
    expect(after.captures_told).toEqual({ cap_1: 1_000 });
  });
});

test('the answer to a capture that has failed here says nothing about what others captured', () => {
  const before = captured(1_000, { capture: operation({ status: 'failed' }), external: true });
  expect(then(before, 'capture_succeeded', { amount: 500, psp_reference: 'cap_1' })).toBe('unchanged');
});

test('the failed one of two captures with the same amount is forgotten by its id', () => {
  const before = captured(2_000, { captures_told: { cap_1: 1_000, cap_9: 1_000 } });
  const after = then(before, 'capture_taken_back', { left: 1_000, psp_id: 'cap_9' });
  expect(after).toMatchObject({ captures_told: { cap_1: 1_000 } });
});

describe('a capture that is taken back', () => {
  const twice = captured(3_000, {
    capture: operation({ amount: 1_000, status: 'done' }),
    captures: { a: 2_000 },
  });

  test('is ours if it has no key: what was captured elsewhere stays', () => {
    expect(then(twice, 'capture_taken_back', {})).toEqual({
      ...twice,
      amount_captured: 2_000,
      ...refundable(2_000),
      captures_failed: 1,
      external: true,
      capture: operation({ amount: 1_000, status: 'failed' }),
    });
  });

  test('is the one under its key', () => {
    expect(then(twice, 'capture_taken_back', { key: 'a' })).toEqual({
      ...twice,
      amount_captured: 1_000,
      ...refundable(1_000),
      captures_failed: 1,
      captures: { a: 0 },
    });
    expect(then(twice, 'capture_taken_back', { key: 'unknown' })).toMatchObject({ amount_captured: 3_000 });
  });

  // Seed 5268: captured by itself, failed, and captured in part in the dashboard before a look.
  test('and was made by the PSP itself leaves what others captured', () => {
    expect(then(captured(4_000), 'capture_taken_back', { left: 1_989 })).toMatchObject({
      amount_captured: 1_989,
      external: true,
    });
  });

  test('leaves what the PSP says, and nothing captured leaves the hold', () => {
    expect(then(twice, 'capture_taken_back', { left: 500 })).toMatchObject({ amount_captured: 500 });
    expect(then(captured(4_000, { captures_failed: 1 }), 'capture_taken_back', {})).toEqual(
      charge({ captures_failed: 2 }),
    );
  });
});

describe('what a person supposed', () => {
  const supposed = captured(4_000, { presumed: true });

  test('gives way to a lower fact; without a decision a lower fact is only late', () => {
    expect(then(supposed, 'captured_less', took(1_000))).toEqual(captured(1_000, { external: true }));
    expect(then(captured(4_000), 'captured_less', took(1_000))).toBe('unchanged');
    expect(then(supposed, 'approved', held)).toEqual(charge());
  });

  test('does not give way to an event that only says that the money was held once', () => {
    const unverified = { unverified: true };
    expect(then(supposed, 'approved', held, unverified)).toBe('unchanged');
    expect(then(charge({ hold: 'voided', presumed: true }), 'approved', held, unverified)).toBe('unchanged');
    expect(then(supposed, 'captured_less', took(1_000), unverified)).toMatchObject({
      amount_captured: 1_000,
    });
  });

  test('gives way to the news that the hold is gone', () => {
    expect(then(supposed, 'voided', gone())).toEqual(charge({ hold: 'voided', external: true }));
    expect(then(supposed, 'expired', gone('expired'))).toEqual(charge({ hold: 'expired' }));
  });

  test('so does a capture that was to follow by itself, if nothing has shown it yet, and the PSP was asked', () => {
    const expected = (changes: Partial<Charge> = {}) =>
      captured(4_000, { capture_method: 'automatic', ...changes });
    expect(then(expected(), 'voided', gone())).toEqual(
      charge({ capture_method: 'automatic', hold: 'voided', external: true, captures_failed: 1 }),
    );
    const only_released = { amount_captured: 4_000, hold: 'voided' };
    expect(then(expected(), 'voided', gone(), { unverified: true })).toMatchObject(only_released);
    for (const shown of [
      { capture: operation({ id: 'cp_1', status: 'done' }) },
      { captures: { ext_1: 4_000 } },
      { refunds: { re_1: sampleRefund('re_1', 1_000, { status: 'succeeded' }) } },
      { capture_method: 'manual' },
    ] as const)
      expect(then(expected(shown), 'voided', gone())).toMatchObject(only_released);
    expect(then(expected({ amount_captured: 3_999 }), 'voided', gone())).toMatchObject({
      amount_captured: 3_999,
    });
  });

  test('is confirmed by the news that the hold is gone, or by the event of the capture', () => {
    expect(then(charge({ hold: 'voided', presumed: true }), 'voided', gone())).toEqual(
      charge({ hold: 'voided' }),
    );
    expect(then(charge({ hold: 'voided' }), 'voided', gone())).toBe('unchanged');
  });

  test('to be released gives way to a hold', () => {
    expect(then(charge({ hold: 'voided', presumed: true }), 'approved', held)).toEqual(charge());
    expect(then(charge({ hold: 'voided' }), 'approved', held)).toBe('unchanged');
  });
});

describe('a hold that is gone', () => {
  test.each([
    ['voided', { hold: 'voided', external: true }],
    ['expired', { hold: 'expired' }],
  ] as const)('%s: only somebody elsewhere can have voided it', (hold, changes) => {
    const transition = hold;
    expect(then(charge(), transition, gone(hold))).toEqual(charge(changes));
    expect(then(captured(1_000), transition, gone(hold))).toEqual(captured(1_000, changes));
    expect(then(captured(1_000, { hold }), transition, gone(hold))).toBe('unchanged');
  });

  test.each([
    [false, operation()],
    [true, operation({ status: 'failed' })],
  ])(
    'under a capture: that has failed if nobody can send it any more (%s)',
    (nothing_may_be_sent, capture) => {
      const before = charge({ capture: operation() });
      expect(then(before, 'expired', gone('expired'), { nothing_may_be_sent })).toEqual(
        charge({ capture, hold: 'expired' }),
      );
      expect(then(before, 'voided', gone(), { nothing_may_be_sent })).toEqual(
        charge({ capture, hold: 'voided', external: true }),
      );
    },
  );

  test('under a cancel: that is done', () => {
    const before = charge({ cancel: operation({ id: 'cn_1' }) });
    expect(then(before, 'voided', gone())).toEqual(
      charge({ hold: 'voided', cancel: operation({ id: 'cn_1', status: 'done' }) }),
    );
  });
});

describe('a requested capture', () => {
  const next = operation({ id: 'cp_2' });
  const remembered = { key: 'k', hash: 'h', view: 'full' } as const;

  test.each<[string, Partial<ChargeOperation>, number | undefined]>([
    ['was turned away', { failure: { reason: 'not_sent' } }, undefined],
    ['was looked into and refused', { failure: { reason: 'do_not_honor' } }, 1],
    ['failed, and nobody knows why', {}, 1],
    ['was sent again', { sent: 2, failure: { reason: 'not_sent' } }, 1],
    ['has a name at the PSP', { psp_reference: 'cap_1', failure: { reason: 'not_sent' } }, 1],
  ])('after one that %s: it may have run (%#)', (_, changes, former_captures) => {
    const before = charge({ capture: operation({ status: 'failed', ...changes }) });
    expect(then(before, 'capture_asked', { operation: next })).toEqual(
      charge({ capture: next, ...defined({ former_captures }) }),
    );
    const canceling = charge({ cancel: operation({ status: 'failed', ...changes }) });
    const former_cancels = former_captures;
    expect(then(canceling, 'cancel_asked', { operation: next })).toEqual(
      charge({ cancel: next, ...defined({ former_cancels }) }),
    );
  });

  test('keeps the answers under earlier keys, at most twenty', () => {
    const answered = Array.from({ length: 20 }, (_, n) => ({ ...remembered, key: `k${n}` }));
    const before = charge({ answered, capture: operation({ status: 'failed', remembered }) });
    expect(then(before, 'capture_asked', { operation: next })).toEqual(
      charge({ capture: next, former_captures: 1, answered: [...answered.slice(1), remembered] }),
    );
  });

  test.each<[Partial<Charge>, object]>([
    [
      { capture: operation() },
      {
        code: 'charge_operation_in_progress',
        message: expect.stringMatching(/^Charge ch_1 is capturing: ./),
        details: { param: 'charge', retry_after: 5 },
      },
    ],
    [
      { hold: 'voided' },
      { message: expect.stringMatching(/^Charge ch_1 is canceled: ./), details: { param: 'charge' } },
    ],
  ])('is refused: %j', (changes, error) => {
    const ask = () => then(charge(changes), 'capture_asked', { operation: next });
    expect(ask).toThrow(ApiError);
    expect(ask).toThrow(expect.objectContaining(error));
  });
});

describe('a reversal', () => {
  const reversal = { id: 'rv_1', by: 'cancel', amount: 4_000, status: 'open', started: 1 } as const;
  const reversing = (changes: object) =>
    pending({ outcome: 'absent', reversal: { ...reversal, ...changes } });

  test('is sent, accepted, done, or tried again', () => {
    expect(then(reversing({}), 'reversal_sent', { now })).toEqual(reversing({ status: 'sent', sent: now }));
    expect(then(reversing({}), 'reversal_accepted', {})).toEqual(reversing({ status: 'accepted' }));
    expect(then(reversing({ needs_review: true }), 'reversal_succeeded', {})).toEqual(
      reversing({ status: 'done', less: -4_000 }),
    );
    const next = { ...reversal, id: 'rv_2', by: 'refund' } as const;
    expect(then(reversing({}), 'reversal_failed', { next })).toEqual(reversing(next));
  });
});

describe('money that has gone back', () => {
  const reversal = {
    id: 'rv_12',
    by: 'refund',
    amount: 1_000,
    status: 'done',
    started: 1,
    captured: 1_000,
  } as const;
  const reversed = (changes: object = {}) =>
    pending({ outcome: 'absent', reversal: { ...reversal, ...changes } });

  test('is followed by what was captured after it', () => {
    expect(then(reversed(), 'captured_more', took(1_500))).toEqual({
      ...reversed({ id: 'rv_21', amount: 500, status: 'open', started: now, captured: 1_500 }),
      recover_at: now,
    });
    expect(then(reversed(), 'captured_more', took(1_000))).toBe('unchanged');
    expect(then(reversed({ captured: undefined }), 'captured_more', took(1_500))).toBe('unchanged');
  });

  test.each(['dispute_won', 'dispute_lost'] as const)('waits for a dispute: %s', (transition) => {
    expect(then(reversed({ status: 'open', needs_review: true }), transition, {})).toEqual({
      ...reversed({ status: 'open', started: now }),
      recover_at: now,
    });
    expect(then(reversed(), transition, {})).toBe('unchanged');
  });

  test('is tried again on the same schedule, or on its own', () => {
    const open = reversed({ status: 'sent' });
    const next = { ...reversal, id: 'rv_2', status: 'open' } as const;
    expect(then(open, 'reversal_failed', { next })).toEqual(reversed(next));
    expect(then(open, 'reversal_failed', { next: { ...next, started: 7 } })).toEqual({
      ...reversed({ ...next, started: 7 }),
      recover_at: 7,
    });
  });
});

describe('a note', () => {
  const noted = (result: LookUpResult) => pending({ recovery: { action: 'noted', observed: result } });

  test('is kept, but not news of a hold after a capture or release', () => {
    expect(then(pending(), 'noted', held)).toEqual(noted(held.result));
    expect(then(noted(held.result), 'noted', took(1))).toEqual(noted(took(1).result));
    const other = { result: { outcome: 'unknown', doubt: 'amount_mismatch' } } as const;
    for (const known of [took(1).result, gone().result])
      for (const reported of [held, other]) expect(then(noted(known), 'noted', reported)).toBe('unchanged');
    expect(then(noted({ outcome: 'absent' }), 'noted', other)).toEqual(noted(other.result));
    expect(then(noted({ outcome: 'absent' }), 'noted', held)).toEqual(noted(held.result));
    expect(then(noted(gone().result), 'noted', took(1))).toEqual(noted(took(1).result));
    expect(then(noted(took(1).result), 'noted', took(2))).toEqual(noted(took(2).result));
  });

  test('and a cancel by reference each keep what the other says', () => {
    const fenced = pending({ recovery: { action: 'fence', fence: 'sent', observed: held.result } });
    expect(then(noted(held.result), 'fence_sent', {})).toEqual(fenced);
    expect(then(fenced, 'fence_failed', {})).toEqual(
      pending({ recovery: { action: 'fence', fence: 'failed', observed: held.result } }),
    );
  });
});

describe('a capture that was refused because others captured', () => {
  test('is theirs', () => {
    const before = charge({ capture: operation() });
    const circumstances = { now, nothing_may_be_sent: false };
    const refused = makeTransition(before, 'captured_more', took(4_000), {
      ...circumstances,
      capture_refused: true,
    });
    expect(refused).toMatchObject({ charge: { external: true, amount_captured: 4_000 } });
  });

  test('counts as theirs beyond what was asked for', () => {
    const before = charge({ capture: operation({ amount: 1_000 }) });
    expect(then(before, 'capture_succeeded', { amount: 1_000 })).not.toHaveProperty('external');
    expect(then(before, 'capture_succeeded', { amount: 1_001 })).toMatchObject({ external: true });
  });
});

describe('anything without a look left', () => {
  test('needs a person, and only that', () => {
    const before = charge({ capture: operation(), cancel: operation({ id: 'cn_1', status: 'failed' }) });
    expect(then(before, 'schedule_used_up', { ids: ['cp_1'] })).toEqual(
      charge({ ...before, capture: operation({ needs_review: true }) }),
    );
    expect(then(pending(), 'schedule_used_up', { ids: ['ch_1'] })).toEqual(pending({ needs_review: true }));
  });
});

describe('an answer is heard as', () => {
  test.each<[LookUpResult, Transition]>([
    [held.result, 'approved'],
    [took(1_001).result, 'captured_more'],
    [took(1_000).result, 'captured_same'],
    [took(999).result, 'captured_less'],
    [
      { outcome: 'requires_action', psp_reference: 'pi_1', redirect_url: 'https://psp.example' },
      'action_required',
    ],
    [gone().result, 'voided'],
    [gone('voided').result, 'voided'],
    [gone('expired').result, 'expired'],
    [{ outcome: 'absent' }, 'absent'],
    [{ outcome: 'unknown', doubt: 'timeout' }, 'unknown'],
    [{ outcome: 'duplicate', doubt: 'in_flight' }, 'unknown'],
    [{ outcome: 'do_not_honor' }, 'declined'],
  ])('%j: %s', (result, transition) => {
    expect(transitionOf(captured(1_000), result)).toEqual(
      transition === 'absent' ? { transition } : { transition, result },
    );
  });
});

test('no refusal says the status twice', () => {
  const refusals = Object.entries(chargeTable).flatMap(([transition, cells]) =>
    Object.entries(cells).flatMap(([state, cell]) =>
      'refused' in cell ? [{ transition, state, because: String(cell.because) }] : [],
    ),
  );
  expect(refusals.length).toBeGreaterThan(20);
  for (const { transition, state, because } of refusals) {
    const status = state.startsWith('revers') ? 'failed' : state;
    expect([transition, state, because]).toEqual([
      transition,
      state,
      expect.not.stringMatching(`\\b${status}\\b|:`),
    ]);
  }
});
