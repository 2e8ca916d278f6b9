import type { ListObject } from '../contract/lists.ts';
import type { Page, PageRequest } from '../types/list.ts';
import type { Call } from './call.ts';
import { listCursor } from './list-cursor.ts';

export const renderList = async <Row, Shown>(
  { raw_path, tokens }: Pick<Call, 'raw_path' | 'tokens'>,
  { filters }: Pick<PageRequest<object>, 'filters'>,
  { rows, has_more, next, previous }: Page<Row>,
  render: (row: Row) => Shown,
): Promise<ListObject<Shown>> => {
  const cursor = async (key: string | null): Promise<string | null> =>
    key === null ? null : listCursor((await tokens.lists()).cursor_keys, { path: raw_path, filters }, key);
  return {
    object: 'list',
    data: rows.map(render),
    has_more,
    next_cursor: await cursor(next),
    previous_cursor: await cursor(previous),
  };
};
