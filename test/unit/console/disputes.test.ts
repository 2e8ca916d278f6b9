import { afterEach, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromNow } from '../../../clients/console/src/format.ts';
import { language } from '../../../clients/console/src/preferences.ts';
import { byDeadline, disputeFilter } from '../../../clients/console/src/read-disputes.ts';
import type { Dispute } from '../../../clients/server/src/generated/api-types.ts';

beforeEach(() => {
  language.value = 'en';
});
afterEach(() => {
  language.value = 'en';
});

const now = 1_800_000_000;
const dispute = (id: string, respond_by: number | null, created = now - 1_000): Dispute =>
  ({ id, respond_by, created }) as Dispute;

test('the nearest deadline comes first, what has none after those, what has passed last', () => {
  const all = [
    dispute('passed long ago', now - 500_000),
    dispute('none, newer', null, now - 5),
    dispute('tomorrow', now + 86_400),
    dispute('passed just now', now - 1),
    dispute('none, older', null, now - 50),
    dispute('now', now),
  ];
  expect(byDeadline(all, now).map(({ id }) => id)).toEqual([
    'now',
    'tomorrow',
    'none, older',
    'none, newer',
    'passed just now',
    'passed long ago',
  ]);
});

test('whatever the order they are read in, the order shown is one, and none is lost', () => {
  const one = fc.tuple(fc.option(fc.integer({ min: now - 9, max: now + 9 })), fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: String, maxLength: 12 }), fc.nat(), (parts, seed) => {
      const all = parts.map(([due, created], index) => dispute(String(index), due, created));
      const mixed = all.toSorted((a, b) => ((Number(a.id) * 7 + seed) % 5) - ((Number(b.id) * 7 + seed) % 5));
      const keys = (some: readonly Dispute[]) =>
        byDeadline(some, now).map(({ respond_by, created }) => respond_by ?? `none ${created}`);
      expect(keys(mixed)).toEqual(keys(all));
      expect(byDeadline(mixed, now)).toHaveLength(all.length);
    }),
  );
});

test.each([
  ['', 'open'],
  ['status=won', 'won'],
  ['status=all', 'all'],
  ['status=constructor', 'open'],
])('the address %j asks for %s', (query, status) =>
  expect(disputeFilter(new URLSearchParams(query))).toBe(status),
);

const hour_ms = 3_600_000;

test.each([
  [71.9 * hour_ms, 'in 2 days', 'in 2 Tagen'],
  [47.9 * hour_ms, 'in 47 hours', 'in 47 Stunden'],
  [1.9 * hour_ms, 'in 114 minutes', 'in 114 Minuten'],
  [-49 * hour_ms, '2 days ago', 'vor 2 Tagen'],
])('%d ms away is never more time than is left', (ms, en, de) => {
  expect(fromNow(now * 1000 + ms, now * 1000)).toBe(en);
  language.value = 'de';
  expect(fromNow(now * 1000 + ms, now * 1000)).toBe(de);
});
