import type { AmountRange, CreatedRange, Page, PageRequest } from '../types/list.ts';
import type { Facets, RowKind } from '../types/row.ts';
import { batchGet } from './batch-get.ts';
import { getItem } from './get-item.ts';
import type { Item } from './items.ts';
import { listPartitions } from './list-keys.ts';
import { conditionsOf, readPage } from './read-page.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { Storage } from './storage.ts';
import { timeIndex } from './tables.ts';

/** DynamoDB's limit for one `BatchGetItem`. */
const mostPerBatch = 100;

/** Which rows to show: bounds, equal facets, and conditions on a row's body. */
export type RowFilters<Body> = {
  readonly created: CreatedRange;
  readonly amount?: AmountRange;
  readonly facets?: Readonly<Partial<Record<keyof Facets, string | undefined>>>;
  readonly matches?: (body: Body) => boolean;
};

/** A page of the rows of one kind, as their bodies. See `readPage`. */
export const listRows = <Body>(
  storage: Storage,
  kind: RowKind,
  { created, amount, facets = {}, matches }: RowFilters<Body>,
  page: Pick<PageRequest, 'limit' | 'from'>,
): Promise<Page<Body>> =>
  readPage(
    storage,
    {
      table: 'events',
      index: timeIndex,
      partitions: listPartitions(kind),
      created,
      conditions: conditionsOf(facets, amount),
      read: async (rows) => {
        const items = await batchGet(
          storage,
          'events',
          rows.map(({ id }) => String(id)),
        );
        return new Map([...items].map(([id, item]) => [id, bodyOf<Body>(item)]));
      },
      ...(matches && { matches }),
    },
    page,
  );

/** The body of one row, read consistently; undefined if there is none (yet). The id contains its kind. */
export const readRow = async <Body>(storage: Storage, id: string): Promise<Body | undefined> => {
  const item = await getItem(storage, 'events', { id });
  return item && bodyOf<Body>(item);
};

/** The bodies of these rows, read consistently, without those that do not exist. */
export const readRows = async <Body>(storage: Storage, ids: readonly string[]): Promise<readonly Body[]> => {
  const bodies: Body[] = [];
  for (let at = 0; at < ids.length; at += mostPerBatch) {
    const items = await batchGet(storage, 'events', ids.slice(at, at + mostPerBatch));
    bodies.push(...[...items.values()].map((item) => bodyOf<Body>(item)));
  }
  return bodies;
};

const bodyOf = <Body>(item: Item): Body => {
  refuseNewer(item);
  return JSON.parse(String(item.body));
};
