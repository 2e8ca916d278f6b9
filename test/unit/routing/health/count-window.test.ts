import { describe, expect, test } from '@jest/globals';
import { createCardCap } from '../../../../lib/routing/health/card-cap.ts';
import { countWindow } from '../../../../lib/routing/health/count-window.ts';
import { declines, indefinites, type Outcome, successes } from '../../../../lib/types/outcome.ts';

const counted = (outcome: Outcome) => {
  const [count] = countWindow(5, [{ psp: 'stripe', currency: 'eur', outcome, counts: true }]).counts;
  return count && [count.technical, count.approval].map(({ ok, failed }) => [ok, failed]);
};

const [yes, no, nothing] = [
  [1, 0],
  [0, 1],
  [0, 0],
];

describe('an outcome', () => {
  test.each(['approved', 'captured'] as const)('%s is good news', (outcome) =>
    expect(counted(outcome)).toEqual([yes, yes]),
  );
  test.each(['do_not_honor', 'issuer_unavailable'] as const)(
    '%s is a refusal by a PSP that works',
    (outcome) => expect(counted(outcome)).toEqual([yes, no]),
  );
  test.each(['psp_unavailable', 'processor_error', 'unknown', 'not_sent'] as const)(
    '%s is a PSP that does not work',
    (outcome) => expect(counted(outcome)).toEqual([no, nothing]),
  );
  test.each(['requires_action', 'duplicate', 'from_the_future'] as Outcome[])('%s says nothing', (outcome) =>
    expect(counted(outcome)).toBeUndefined(),
  );

  const others: readonly Outcome[] = [...successes, ...declines, ...indefinites].filter(
    (outcome) =>
      ![
        'approved',
        'captured',
        'do_not_honor',
        'issuer_unavailable',
        'psp_unavailable',
        'processor_error',
      ].includes(outcome) && !['unknown', 'not_sent', 'requires_action', 'duplicate'].includes(outcome),
  );
  test.each(others)('%s is about the card or the request, so not a refusal', (outcome) =>
    expect(counted(outcome)).toEqual([yes, nothing]),
  );
});

test('outcomes are added up by PSP and currency', () => {
  const one = { psp: 'stripe', currency: 'eur', outcome: 'captured', counts: true } as const;
  const { at, counts } = countWindow(10, [
    one,
    one,
    { ...one, currency: 'usd' },
    { ...one, outcome: 'do_not_honor' },
  ]);
  expect(at).toBe(10);
  expect(counts).toEqual([
    { psp: 'stripe', currency: 'eur', technical: { ok: 3, failed: 0 }, approval: { ok: 2, failed: 1 } },
    { psp: 'stripe', currency: 'usd', technical: { ok: 1, failed: 0 }, approval: { ok: 1, failed: 0 } },
  ]);
});

test('a card counts twice an hour', () => {
  const counts = createCardCap();
  const tried = (['a', 'a', 'a', 'b'] as const).map((card, index) => counts(card, `ch_${index}`, 100));
  expect(tried).toEqual([true, true, false, true]);
  expect([3_599, 3_600].map((at) => counts('a', `ch_${at}`, at))).toEqual([false, true]);
});

test('an attempt reported again counts for its card as before', () => {
  const counts = createCardCap();
  const reported = ['ch_1', 'ch_1', 'ch_2', 'ch_1', 'ch_3', 'ch_2', 'ch_3'];
  expect(reported.map((attempt) => counts('a', attempt, 100))).toEqual([
    true,
    true,
    true,
    true,
    false,
    true,
    false,
  ]);
});

describe('an arm of a rollout', () => {
  const trial = { rule: 'default', version: 8, percent: 10, arm: 'candidate' } as const;
  const approvals = (outcome: Outcome) =>
    countWindow(5, [{ psp: 'stripe', currency: 'eur', outcome, trial }]).trials?.map(
      ({ approval }) => approval,
    );
  const [won, lost] = [
    { ok: 1, failed: 0 },
    { ok: 0, failed: 1 },
  ];

  test.each([
    ['captured', won],
    ['approved', won],
    ['do_not_honor', lost],
    ['issuer_unavailable', lost],
    ['psp_unavailable', lost],
    ['processor_error', lost],
    ['not_sent', lost],
    ['unknown', lost],
  ] as const)('%s counts for it, and not for the health of the PSP', (outcome, approval) => {
    expect(approvals(outcome)).toEqual([approval]);
    expect(countWindow(5, [{ psp: 'stripe', currency: 'eur', outcome, trial }]).counts).toEqual([]);
  });

  test.each(['insufficient_funds', 'incorrect_card_data', 'fraud_suspected', 'card_lost_or_stolen'] as const)(
    '%s is about the card, so it does not count',
    (outcome) => expect(approvals(outcome)).toBeUndefined(),
  );

  test('is added up by rollout, share and arm', () => {
    const one = { psp: 'stripe', currency: 'eur', outcome: 'captured', trial } as const;
    const { trials } = countWindow(5, [
      one,
      { ...one, currency: 'usd', outcome: 'do_not_honor' },
      { ...one, trial: { ...trial, arm: 'control' } },
      { ...one, trial: { ...trial, percent: 50 } },
    ]);
    expect(trials).toEqual([
      { ...trial, approval: { ok: 1, failed: 1 } },
      { ...trial, arm: 'control', approval: won },
      { ...trial, percent: 50, approval: won },
    ]);
  });
});
