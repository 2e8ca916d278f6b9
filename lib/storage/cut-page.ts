import type { Page, PageRequest } from '../types/list.ts';

/** A row and the key it is sorted by. */
export type Keyed<Row> = { readonly key: string; readonly row: Row };

/**
 * The page of what a search found, in the order in which it went. `reached`: the key up to which it looked at everything, undefined if it came to the
 * list's end. Pure.
 */
export const cutPage = <Row>(
  found: readonly Keyed<Row>[],
  { limit, from }: Pick<PageRequest, 'limit' | 'from'>,
  reached: string | undefined,
): Page<Row> => {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1)?.key : reached;
  const has_more = last !== undefined;
  const rows = shown.map(({ row }) => row);
  const [first] = shown;
  if (from?.direction !== 'before')
    return {
      rows,
      has_more,
      next: last ?? null,
      previous: from ? (first?.key ?? justBefore(from.key)) : null,
    };
  return {
    rows: rows.toReversed(),
    has_more,
    next: first?.key ?? justAfter(from.key),
    previous: last ?? null,
  };
};

/** Cursors exclude their own row. Beside an empty page, the row from which it was asked for must come again: ids are random, so no other lies between. */
const justBefore = (key: string): string => key.slice(0, -1);
const justAfter = (key: string): string => `${key}~`;
