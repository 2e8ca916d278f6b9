import type { Page, PageRequest } from '../types/list.ts';
import { cutPage, type Keyed } from './cut-page.ts';

/** A page of rows that are all in memory, greatest key first. Pure. */
export const pageOf = <Row>(
  rows: readonly Keyed<Row>[],
  page: Pick<PageRequest, 'limit' | 'from'>,
): Page<Row> => {
  const { from } = page;
  const forward = from?.direction === 'before';
  const beyond = rows
    .filter(({ key }) => from === undefined || (forward ? key > from.key : key < from.key))
    .sort((a, b) => (a.key < b.key === forward ? -1 : 1));
  return cutPage(beyond, page, undefined);
};
