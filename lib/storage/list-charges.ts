import type { Charge } from '../types/charge.ts';
import type { ChargeFilters, Page, PageRequest } from '../types/list.ts';
import { openThings } from '../types/open-things.ts';
import type { PaymentLists, PaymentStore } from '../types/ports.ts';
import type { Session } from '../types/session.ts';
import { batchGet } from './batch-get.ts';
import { cutPage, type Keyed } from './cut-page.ts';
import { fromChargeItem } from './items.ts';
import { listAttributes, listPartitions, listTime } from './list-keys.ts';
import { listSessions } from './list-sessions.ts';
import { conditionsOf, readPage } from './read-page.ts';
import type { Storage } from './storage.ts';
import { chargesByPspReference, chargesByTime } from './tables.ts';

/** Sessions of one reference that are searched for charges, newest first, and open charges in each shard of recovery. */
const most_sessions = 100;
const most_open = 1_000;
/** Recovery marks lie before this: 9999-12-31, Unix milliseconds. */
const any_time = 253_402_300_799_999;

/** See `PaymentLists.charges`. What names a few charges is looked up: their session, its reference, the PSP's reference, or that they are open. */
export const listCharges =
  (
    storage: Storage,
    store: Pick<PaymentStore, 'session' | 'due'>,
    recoveryShards: number,
  ): PaymentLists['charges'] =>
  async (request) => {
    const { filters, ...page } = request;
    const { session, reference, psp_reference, open } = filters;
    if (session !== undefined || reference !== undefined) {
      const sessions = await sessionsOf(storage, store, filters);
      const ids = sessions.flatMap(({ attempts }) => attempts.map(({ charge }) => charge));
      return pageOf(await readCharges(storage, ids), request, byTime);
    }
    if (open) {
      const shards = Array.from({ length: recoveryShards }, (_, shard) =>
        store.due(shard, any_time, most_open),
      );
      return pageOf(await readCharges(storage, (await Promise.all(shards)).flat()), request, byTimeOpen);
    }
    const { psp, currency, status } = filters;
    return readPage(
      storage,
      {
        table: 'charges',
        ...(psp_reference === undefined
          ? { index: chargesByTime, partitions: listPartitions() }
          : { index: chargesByPspReference, partitions: [psp_reference] }),
        created: filters,
        conditions: conditionsOf({ psp, currency }, filters),
        read: (rows) =>
          readCharges(
            storage,
            rows.map(({ id }) => String(id)),
          ),
        ...(status !== undefined && { matches: (charge: Charge) => charge.status === status }),
      },
      page,
    );
  };

const sessionsOf = async (
  storage: Storage,
  store: Pick<PaymentStore, 'session'>,
  { session: id, reference }: ChargeFilters,
): Promise<readonly Session[]> => {
  if (id === undefined) {
    const filters = reference === undefined ? {} : { reference };
    return (await listSessions(storage)({ filters, limit: most_sessions })).rows;
  }
  const session = await store.session(id);
  return session && (reference === undefined || session.reference === reference) ? [session] : [];
};

const readCharges = async (
  storage: Storage,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Charge>> => {
  const charges = new Map<string, Charge>();
  for (let start = 0; start < ids.length; start += 100)
    for (const [id, item] of await batchGet(storage, 'charges', ids.slice(start, start + 100)))
      charges.set(id, fromChargeItem(item));
  return charges;
};

/** A page of a few charges that are all at hand. */
const pageOf = (
  charges: ReadonlyMap<string, Charge>,
  { filters, ...page }: PageRequest<ChargeFilters>,
  keyOf: (charge: Charge) => string,
): Page<Charge> => {
  const { from } = page;
  const forward = from?.direction === 'before';
  const rows = [...charges.values()]
    .filter((charge) => matches(charge, filters))
    .map((row): Keyed<Charge> => ({ key: keyOf(row), row }))
    .filter(({ key }) => from === undefined || (forward ? key > from.key : key < from.key))
    .sort((a, b) => (a.key < b.key === forward ? -1 : 1));
  return cutPage(rows, page, undefined);
};

const matches = (charge: Charge, filters: ChargeFilters): boolean => {
  const { status, psp, currency, psp_reference, open } = filters;
  const second = Math.floor(charge.started / 1000);
  return (
    isWithin(second, filters['created[gte]'], filters['created[lte]']) &&
    isWithin(charge.amount, filters['amount[gte]'], filters['amount[lte]']) &&
    (status === undefined || charge.status === status) &&
    (psp === undefined || charge.psp === psp) &&
    (currency === undefined || charge.currency === currency) &&
    (psp_reference === undefined || charge.psp_reference === psp_reference) &&
    (!open || openThings(charge).length > 0)
  );
};

const isWithin = (value: number, low = 0, high = Number.POSITIVE_INFINITY): boolean =>
  low <= value && value <= high;

const byTime = ({ id, started }: Charge): string => listAttributes(id, started).list_key;

/** Counts down, so that the longest open comes first in a list that begins with the greatest key. */
const byTimeOpen = (charge: Charge): string => {
  const since = Math.min(...openThings(charge).map((thing) => thing.since));
  return `${listTime(9_999_999_999_999 - since)}#${charge.id}`;
};
