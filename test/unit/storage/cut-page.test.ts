import { describe, expect, test } from '@jest/globals';
import { cutPage } from '../../../lib/storage/cut-page.ts';
import { pageOf } from '../../../lib/storage/page-of.ts';

const keyed = (...keys: readonly string[]) => keys.map((key) => ({ key, row: key }));

describe('a page', () => {
  test('says where to go on only if something may be left', () => {
    expect(cutPage(keyed('c', 'b'), { limit: 2 }, undefined)).toEqual({
      rows: ['c', 'b'],
      has_more: false,
      next: null,
      previous: null,
    });
    expect(cutPage(keyed('c', 'b', 'a'), { limit: 2 }, undefined)).toMatchObject({
      rows: ['c', 'b'],
      has_more: true,
      next: 'b',
    });
    expect(cutPage(keyed('c'), { limit: 2 }, 'a')).toMatchObject({ rows: ['c'], has_more: true, next: 'a' });
  });

  test('towards the newer rows is shown newest first, too, and goes on at both its ends', () => {
    const from = { direction: 'before', key: 'a' } as const;
    expect(cutPage(keyed('b', 'c', 'd'), { limit: 2, from }, 'd')).toEqual({
      rows: ['c', 'b'],
      has_more: true,
      next: 'b',
      previous: 'c',
    });
    expect(cutPage(keyed('b'), { limit: 2, from }, undefined)).toMatchObject({ next: 'b', previous: null });
  });

  test('has no more rows than fit in a response, but at least one, and goes on from there', () => {
    const row = 'ä'.repeat(600 * 1024);
    const found = ['e', 'd', 'c', 'b', 'a'].map((key) => ({ key, row }));
    const there = cutPage(found, { limit: 5 }, undefined);
    expect([there.rows.length, there.has_more, there.next]).toEqual([2, true, 'd']);
    const from = { direction: 'before', key: '0' } as const;
    const back = cutPage(found.toReversed(), { limit: 5, from }, undefined);
    expect([back.rows.length, back.next, back.previous]).toEqual([2, 'a', 'b']);
    const huge = { key: 'b', row: row.repeat(5) };
    const alone = cutPage([huge, ...keyed('a')], { limit: 5 }, undefined);
    expect([alone.rows.length, alone.next]).toEqual([1, 'b']);
  });

  test.each(['after', 'before'] as const)(
    'that is empty, asked for with %s, leads back to the row it started from',
    (direction) => {
      const rows = keyed('5#ch_b', '5#ch_bc', '6#ch_a', '4#ch_z');
      const from = { direction, key: '5#ch_bc' };
      const empty = cutPage([], { limit: 3, from }, undefined);
      const back = direction === 'after' ? empty.previous : empty.next;
      const returned = pageOf(rows, {
        limit: 9,
        from: { direction: direction === 'after' ? 'before' : 'after', key: back ?? '' },
      });
      expect(returned.rows).toContain('5#ch_bc');
      expect(returned.rows).not.toContain(direction === 'after' ? '4#ch_z' : '6#ch_a');
    },
  );
});
