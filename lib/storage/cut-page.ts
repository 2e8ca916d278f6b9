import type { Page, PageRequest } from '../types/list.ts';

/** A response can have at most 6 MB, with each quotation mark escaped. What is shown of a record can be half as long again as the record. */
const most_bytes = 3 * 1024 * 1024;

export type Keyed<Row> = { readonly key: string; readonly row: Row };

/**
 * The page of rows that a search found, in search order. `reached`: the key up to which everything was searched, undefined if the search reached the
 * end of the list. Of rows that do not fit in one response it has the first. `ascending`: the list begins with the smallest keys. Pure.
 */
export const cutPage = <Row>(
  found: readonly Keyed<Row>[],
  { limit, from }: Pick<PageRequest, 'limit' | 'from'>,
  reached: string | undefined,
  ascending = false,
): Page<Row> => {
  const shown = fitting(found.slice(0, limit));
  const last = found.length > shown.length ? shown.at(-1)?.key : reached;
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

/** The first rows, as many as fit in a response; at least one. */
const fitting = <Row>(rows: readonly Keyed<Row>[]): readonly Keyed<Row>[] => {
  let bytes = 0;
  const beyond = rows.findIndex(({ row }, index) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return index > 0 && bytes > most_bytes;
  });
  return beyond < 0 ? rows : rows.slice(0, beyond);
};

/**
 * Cursors exclude their own row. From an empty page, the row that it was requested from has to be on the next one: ids are random, so no other row is
 * in between.
 */
const below = (key: string): string => key.slice(0, -1);
const above = (key: string): string => `${key}~`;
