import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromNow } from '../../../clients/console/src/format.ts';
import { heldBack } from '../../../clients/console/src/held-back.ts';
import { language } from '../../../clients/console/src/preferences.ts';
import {
  byDeadline,
  disputeFilter,
  readDisputes,
  urgencyOf,
} from '../../../clients/console/src/read-disputes.ts';
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

test.each([
  [now - 1, 'plain'],
  [now, 'bad'],
  [now + 3 * 86_400 - 1, 'bad'],
  [now + 3 * 86_400, 'waiting'],
  [now + 7 * 86_400 - 1, 'waiting'],
  [now + 7 * 86_400, 'plain'],
  [null, 'plain'],
])('a deadline at %s is %s', (respond_by, tone) =>
  expect(urgencyOf(dispute('dp', respond_by), now * 1000)).toBe(tone),
);

describe('the pages of what is open', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  /** Lists by time, as the API does; `most` at once. */
  const serve = (all: readonly Dispute[], most = 100): { readonly lists: () => number } => {
    let lists = 0;
    globalThis.fetch = (async (path: string) => {
      const { pathname, searchParams } = new URL(path, 'http://console');
      if (pathname.startsWith('/v1/charges/')) return Response.json({ id: pathname.slice(12) });
      lists += 1;
      const from = Number(searchParams.get('starting_after') ?? 0);
      const end = from + Math.min(most, Number(searchParams.get('limit')));
      const next_cursor = end < all.length ? String(end) : null;
      return Response.json({ data: all.slice(from, end), next_cursor, previous_cursor: null });
    }) as typeof globalThis.fetch;
    return { lists: () => lists };
  };
  const many = (count: number): readonly Dispute[] =>
    Array.from({ length: count }, (_, n) => ({
      ...dispute(`dp_${n}`, now + ((n * 37) % count)),
      charge: `ch_${n}`,
    }));
  const { signal } = new AbortController();
  const walk = async (query: string, seen: readonly string[] = []): Promise<readonly string[]> => {
    const { shown, after } = await readDisputes(new URLSearchParams(query), now, signal);
    const ids = [...seen, ...shown.map(({ dispute: { id } }) => id)];
    return after ? walk(String(new URLSearchParams(after)), ids) : ids;
  };

  test('show each dispute once, the nearest deadline of all first', async () => {
    const all = many(130);
    serve(all, 40);
    const ids = await walk('');
    expect(ids).toEqual(byDeadline(all, now).map(({ id }) => id));
    const { open, before } = await readDisputes(new URLSearchParams('skip=25'), now, signal);
    expect([open?.isWhole, open?.all.length, before]).toEqual([true, 130, { skip: '0' }]);
  });

  test('say so where older ones may be open, too, and lead there', async () => {
    const all = many(1_060);
    const { lists } = serve(all);
    const first = await readDisputes(new URLSearchParams(), now, signal);
    expect([first.open?.isWhole, first.open?.all.length, lists()]).toEqual([false, 1_000, 10]);
    const last = await readDisputes(new URLSearchParams('skip=975'), now, signal);
    expect(last.after).toEqual({ after: '1000' });
    const further = await readDisputes(new URLSearchParams('after=1000&skip=50'), now, signal);
    expect([further.open?.isWhole, further.shown.length, further.before, further.after]).toEqual([
      false,
      10,
      { after: '1000', skip: '25' },
      undefined,
    ]);
    expect(new Set(await walk('')).size).toBe(1_060);
  });

  test('show the first one where the page that was asked for is no more', async () => {
    serve(many(20));
    const { shown } = await readDisputes(new URLSearchParams('skip=25'), now, signal);
    expect(shown).toHaveLength(20);
  });

  test('what has ended is as the API lists it', async () => {
    const all = many(60);
    serve(all);
    const page = await readDisputes(new URLSearchParams('status=lost'), now, signal);
    expect(page.shown.map(({ dispute: { id } }) => id)).toEqual(all.slice(0, 25).map(({ id }) => id));
    expect([page.before, page.after, page.open]).toEqual([undefined, { after: '25' }, undefined]);
  });
});

test.each([
  [[], 0],
  [[{ amount: 2_599, stage: 'dispute', status: 'open' }], 2_599],
  [[{ amount: 2_599, stage: 'arbitration', status: 'lost' }], 2_599],
  // As the list of disputes says: no money moved.
  [[{ amount: 2_599, stage: 'inquiry', status: 'open' }], 0],
  [[{ amount: 2_599, stage: 'inquiry', status: 'lost' }], 0],
  [
    [
      { amount: 2_599, stage: 'dispute', status: 'won' },
      { amount: 500, stage: 'dispute', status: 'closed' },
      { amount: 7, stage: 'dispute', status: 'open' },
      { amount: 5, stage: 'dispute', status: 'lost' },
    ],
    12,
  ],
] as const)('of %j, %d is not kept', (disputes, held) =>
  expect(heldBack({ disputes: disputes as unknown as readonly Dispute[] })).toBe(held),
);
