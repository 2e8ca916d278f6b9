import type { Page, PageRequest } from '../types/list.ts';

export type Keyed<Row> = { readonly key: string; readonly row: Row };

/**
 * The page of rows that a search found, in search order. `reached`: the key up to which everything was searched, undefined if the search reached the
 * end of the list. `ascending`: the list begins with the smallest keys. Pure.
 */
export const cutPage = <Row>(
  found: readonly Keyed<Row>[],
  { limit, from }: Pick<PageRequest, 'limit' | 'from'>,
  reached: string | undefined,
  ascending = false,
): Page<Row> => {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1)?.key : reached;
  const has_more = last !== undefined;
  const rows = shown.map(({ row }) => row);
  const [first] = shown;
  const [earlier, later] = ascending ? [above, below] : [below, above];
  if (from?.direction !== 'before')
    return {
      rows,
      has_more,
      next: last ?? null,
      previous: from ? (first?.key ?? earlier(from.key)) : null,
    };
  return {
    rows: rows.toReversed(),
    has_more,
    next: first?.key ?? later(from.key),
    previous: last ?? null,
  };
};

/**
 * Cursors exclude their own row. From an empty page, the row that it was requested from has to be on the next one: ids are random, so no other row is
 * in between.
 */
const below = (key: string): string => key.slice(0, -1);
const above = (key: string): string => `${key}~`;
