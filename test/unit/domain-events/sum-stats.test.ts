import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deriveCounts } from '../../../lib/domain-events/derive-counts.ts';
import { statsPeriods } from '../../../lib/domain-events/stats-periods.ts';
import { sumStats } from '../../../lib/domain-events/sum-stats.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { Count, HourCount } from '../../../lib/types/hour-count.ts';
import type { RecordChange } from '../../../lib/types/record-change.ts';
import type { StatsDimension, StatsQuery } from '../../../lib/types/stats.ts';
import { sampleCharge } from '../../contract/sample-records.ts';

const hour_ms = 3_600_000;
const from = Date.UTC(2026, 2, 27, 20);
const to = from + 72 * hour_ms;

/** An attempt from its first write to its last, and all that a person would say of it. */
type Story = {
  readonly at: number;
  readonly psp: string;
  readonly currency: string;
  readonly brand: string | undefined;
  readonly outcome: 'captured' | 'approved' | 'do_not_honor';
  readonly failed_over: boolean;
  readonly answer_lost: boolean;
  readonly took_ms: number;
  readonly amount: number;
};

const story: fc.Arbitrary<Story> = fc.record({
  at: fc.integer({ min: from, max: to - 1 }),
  psp: fc.constantFrom('stripe', 'adyen'),
  currency: fc.constantFrom('eur', 'jpy'),
  brand: fc.constantFrom('visa', 'mastercard', undefined),
  outcome: fc.constantFrom('captured', 'approved', 'do_not_honor'),
  failed_over: fc.boolean(),
  answer_lost: fc.boolean(),
  took_ms: fc.integer({ min: 1, max: 40_000 }),
  amount: fc.integer({ min: 1, max: 100_000 }),
});

const changeOf = ({ at, brand, took_ms, amount, failed_over, answer_lost, ...said }: Story): RecordChange => {
  const before: Partial<Charge> = {
    ...said,
    outcome: null,
    status: 'pending',
    amount_captured: 0,
    started: 0,
  };
  const took = said.outcome === 'captured' ? { amount_captured: amount, captured_at: took_ms } : {};
  const after: Partial<Charge> = {
    ...before,
    ...took,
    outcome: said.outcome,
    particulars: brand === undefined ? {} : { card: { brand: brand as 'visa' } },
    ...(failed_over && { failed_over }),
    ...(answer_lost && { steps: [{ at_ms: 0, what: 'no_answer' }] }),
  };
  return {
    table: 'charges',
    at,
    before: sampleCharge('ch_1', { rev: 1, ...before }),
    after: sampleCharge('ch_1', { rev: 2, ...after }),
  };
};

/** As the table adds them up. */
const hoursOf = (counts: readonly Count[]): readonly HourCount[] => {
  const rows = Map.groupBy(counts, ({ hour, psp, currency }) => JSON.stringify({ hour, psp, currency }));
  return [...rows].map(([key, all]) => {
    const sums: Record<string, number> = {};
    for (const { what, n } of all) sums[what] = (sums[what] ?? 0) + n;
    return { ...JSON.parse(key), counts: sums };
  });
};

const query = (more: Partial<StatsQuery> = {}): StatsQuery => ({
  from,
  to,
  interval: 'day',
  time_zone: 'Europe/Berlin',
  by: [],
  ...more,
});

const facts = fc.constantFrom<readonly StatsDimension[]>([], ['brand'], ['outcome']);
const splits = fc
  .tuple(fc.subarray<StatsDimension>(['psp', 'currency']), facts)
  .map(([parts, fact]) => [...parts, ...fact]);

const dateIn = (time: number): string => new Date(time + offsetInBerlin(time)).toISOString().slice(0, 10);
/** Summer time began on 29 March 2026 at 01:00 UTC. */
const offsetInBerlin = (time: number): number => (time < Date.UTC(2026, 2, 29, 1) ? 1 : 2) * hour_ms;

const isApproved = ({ outcome }: Story): boolean => outcome !== 'do_not_honor';
const factOf = (one: Story, by: StatsDimension): unknown => {
  const value = by === 'country' ? null : one[by];
  return value ?? null;
};

test('numbers are what one would count by hand, however they are split', () => {
  fc.assert(
    fc.property(fc.array(story, { maxLength: 60 }), splits, (stories, by) => {
      const rows = sumStats(hoursOf(stories.flatMap((one) => deriveCounts(changeOf(one)))), query({ by }));
      const nameOf = (one: Story) =>
        JSON.stringify([dateIn(one.at), ...by.map((dimension) => factOf(one, dimension))]);
      const expected = Map.groupBy(stories, nameOf);
      const named = rows.map((row) => {
        const name = JSON.stringify([dateIn(row.from * 1000), ...by.map((dimension) => row[dimension])]);
        return [name, row] as const;
      });
      expect(named.map(([name]) => name).toSorted()).toEqual([...expected.keys()].toSorted());
      for (const [name, row] of named) {
        const all = expected.get(name) ?? [];
        const approved = all.filter(isApproved);
        expect(row).toMatchObject({ attempts: all.length, approved: approved.length });
        const whole = !by.some((dimension) => dimension === 'brand' || dimension === 'outcome');
        const took = all.filter(({ outcome }) => outcome === 'captured');
        const lost = took.filter(({ answer_lost }) => answer_lost);
        const sum = (some: readonly Story[]) => ({
          count: some.length,
          amount: by.includes('currency') ? some.reduce((total, { amount }) => total + amount, 0) : null,
        });
        expect(row.recovered).toBe(whole ? approved.filter(({ failed_over }) => failed_over).length : null);
        expect(row.captured).toEqual(whole ? sum(took) : null);
        expect(row.lost_answers).toEqual(
          whole ? { count: all.filter(({ answer_lost }) => answer_lost).length, captured: sum(lost) } : null,
        );
        const timed = took
          .filter(({ answer_lost }) => !answer_lost)
          .map(({ took_ms }) => took_ms)
          .toSorted((a, b) => a - b);
        const median = timed[Math.ceil(timed.length / 2) - 1];
        if (!whole || median === undefined) expect(row.latency_p50_ms).toBeNull();
        else if (median > 36 && median <= 25_600)
          expect(Math.abs((row.latency_p50_ms ?? 0) / median - 1)).toBeLessThan(0.2);
      }
    }),
  );
});

describe('periods', () => {
  test('the day on which summer time begins has 23 hours', () => {
    const hours = statsPeriods(query()).map((period) => (period.to - period.from) / hour_ms);
    expect(hours).toEqual([3, 24, 23, 22]);
  });

  test('a date that begins at half past is cut at the full UTC hour behind it', () => {
    const [first] = statsPeriods(query({ from: Date.UTC(2026, 0, 1), time_zone: 'Asia/Kolkata' }));
    // Midnight there is 18:30 UTC.
    expect(first?.to).toBe(Date.UTC(2026, 0, 1, 19));
  });

  test('hours are hours', () => {
    const periods = statsPeriods(query({ interval: 'hour', time_zone: 'Asia/Kolkata' }));
    expect(periods).toHaveLength(72);
    expect(periods[1]).toEqual({ from: from + hour_ms, to: from + 2 * hour_ms });
  });
});

test('the interval is of the share, and there is none without attempts', () => {
  const row = { hour: from, psp: 'stripe', currency: 'eur' };
  const of = (counts: Readonly<Record<string, number>>) => sumStats([{ ...row, counts }], query())[0];
  expect(of({ 'a.captured': 90, 'a.absent': 10 })?.approval_interval).toEqual([0.8256, 0.9448]);
  expect(of({ 'm.n': 1, 'm.a': 100 })).toMatchObject({
    attempts: 0,
    approval_interval: null,
    captured: { count: 1 },
  });
});
