import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { groupStats } from '../../../clients/console/src/group-stats.ts';
import { statsCsv } from '../../../clients/console/src/stats-csv.ts';
import { statsQuery } from '../../../clients/console/src/stats-query.ts';
import type { Stats, StatsRow } from '../../../clients/server/src/generated/api-types.ts';
import { statsPeriods } from '../../../lib/domain-events/stats-periods.ts';

const sum = fc.record({
  count: fc.integer({ min: -2, max: 9 }),
  amount: fc.integer({ min: -500, max: 500 }),
});
const row: fc.Arbitrary<StatsRow> = fc
  .record({
    from: fc.integer({ min: 0, max: 5 }).map((hour) => hour * 3600),
    psp: fc.constantFrom('stripe', 'adyen'),
    currency: fc.constantFrom('eur' as const, 'jpy' as const),
    attempts: fc.nat(20),
    recovered: fc.nat(3),
    lost: fc.nat(3),
    captured: sum,
    refunded: sum,
    disputed: sum,
    lostCaptured: sum,
  })
  .map(({ from, lost, lostCaptured, attempts, ...rest }) => ({
    ...rest,
    from,
    to: from + 3600,
    attempts,
    approved: Math.floor(attempts / 2),
    approval_interval: null,
    lost_answers: { count: lost, captured: lostCaptured },
    latency_p50_ms: null,
    latency_p95_ms: attempts * 10,
  }));
const stats = (rows: readonly StatsRow[]): Stats => ({ object: 'stats', complete_until: 0, rows });

test('the numbers of each PSP and currency are those of all its rows', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const groups = groupStats(stats(rows));
      for (const { psp, currency, ...group } of groups) {
        const own = rows.filter((one) => one.psp === psp && one.currency === currency);
        const total = (pick: (one: StatsRow) => number | null | undefined) =>
          own.map((one) => pick(one) ?? 0).reduce((a, b) => a + b, 0);
        expect(group.attempts).toBe(total((one) => one.attempts));
        expect(group.approved).toBe(total((one) => one.approved));
        expect(group.recovered).toBe(total((one) => one.recovered));
        expect(group.captured.amount).toBe(total((one) => one.captured?.amount));
        expect(group.refunded.count).toBe(total((one) => one.refunded?.count));
        expect(group.lost).toBe(total((one) => one.lost_answers?.count));
        expect(group.lostCaptured.amount).toBe(total((one) => one.lost_answers?.captured.amount));
      }
      expect(new Set(groups.map(({ psp, currency }) => psp + currency)).size).toBe(groups.length);
      expect(groups.map(({ attempts }) => attempts).reduce((a, b) => a + b, 0)).toBe(
        rows.map(({ attempts }) => attempts).reduce((a, b) => a + b, 0),
      );
    }),
  );
});

describe('the CSV', () => {
  const one = fc.sample(row, 1)[0] as StatsRow;

  test('has a line for each row, under the names of the API', () => {
    const [names, ...lines] = statsCsv(stats([one, one]))
      .trimEnd()
      .split('\r\n');
    expect(names?.split(',')).toEqual(
      expect.arrayContaining(['psp', 'currency', 'attempts', 'captured_amount']),
    );
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line.split(',')).toHaveLength(names?.split(',').length ?? 0);
  });

  test.each(['=1+1', '+49', '-2+3', '@SUM(A1)', '\t=1'])('%j is a text, and no formula', (psp) =>
    expect(statsCsv(stats([{ ...one, psp }]))).toContain(`'${psp}`),
  );

  test('quotes are doubled, and a negative amount stays a number', () => {
    const csv = statsCsv(stats([{ ...one, psp: 'a "b", c', refunded: { count: -1, amount: -500 } }]));
    expect(csv).toContain('"a ""b"", c"');
    expect(csv).toContain(',-500');
  });

  test('of nothing is empty', () => expect(statsCsv(stats([]))).toBe(''));
});

test.each([
  // Clocks changed the day before, or in the night.
  ['2026-03-09T00:30:00-04:00', '7', '2026-03-03T00:00:00-05:00'],
  ['2026-11-01T23:30:00-05:00', '7', '2026-10-26T00:00:00-04:00'],
  ['2026-03-09T00:30:00-04:00', '1', '2026-03-09T00:00:00-04:00'],
])('at %s in New York, %s days begin at %s', (now, days, from) => {
  const query = statsQuery(new URLSearchParams({ days }), Date.parse(now), 'America/New_York');
  expect(query.from).toBe(Date.parse(from) / 1000);
});

test.each(['2026-11-29T00:10:00+05:30', '2026-11-29T12:00:00+05:30', '2026-11-29T23:59:00+05:30'])(
  'at %s in India, where midnight is no full hour in UTC, seven days are seven',
  (at) => {
    const now = Date.parse(at);
    const { from, to, time_zone = '' } = statsQuery(new URLSearchParams({ days: '7' }), now, 'Asia/Kolkata');
    expect(from).toBe(Date.parse('2026-11-23T00:30:00+05:30') / 1000);
    const asked = {
      from: from * 1000,
      to: Math.ceil(to / 3600) * 3_600_000,
      time_zone,
      interval: 'day',
    } as const;
    expect(statsPeriods(asked).length).toBe(now < Date.parse('2026-11-29T00:30:00+05:30') ? 6 : 7);
  },
);

test('in the first minutes of a day in India, what is asked for is no time before its begin', () => {
  const now = Date.parse('2026-11-29T00:10:00+05:30');
  const { from, to } = statsQuery(new URLSearchParams({ days: '1' }), now, 'Asia/Kolkata');
  expect(to).toBeGreaterThan(from);
});
