import type { Charge } from '../types/charge.ts';
import { defined } from '../types/defined.ts';
import type { ChargeFilters, Page } from '../types/list.ts';
import { openThings } from '../types/open-things.ts';
import type { PaymentLists, PaymentStore } from '../types/ports.ts';
import type { Session } from '../types/session.ts';
import { batchGet } from './batch-get.ts';
import { isWithin } from './is-within.ts';
import { fromChargeItem } from './items.ts';
import { listAttributes, listPartitions, listTime } from './list-keys.ts';
import { listSessions } from './list-sessions.ts';
import { pageOf } from './page-of.ts';
import { conditionsOf, readPage } from './read-page.ts';
import type { Storage } from './storage.ts';
import { chargesByPspReference, chargesByTime } from './tables.ts';

/** How many sessions of one reference are searched for charges, newest first, and how many open charges in each shard of recovery. */
const most_sessions = 100;
const most_open = 1_000;

/** See `PaymentLists.charges`. Looks up filters that match few charges: a session, its reference, the PSP's reference, or open charges. */
export const listCharges =
  (
    storage: Storage,
    store: Pick<PaymentStore, 'session' | 'open'>,
    recoveryShards: number,
  ): PaymentLists['charges'] =>
  async (request) => {
    const { filters, ...page } = request;
    const { session, reference, psp_reference, open } = filters;
    const few = (charges: readonly Charge[], keyOf: (charge: Charge) => string): Page<Charge> =>
      pageOf(
        charges.filter((charge) => matches(charge, filters)).map((row) => ({ key: keyOf(row), row })),
        page,
      );
    if (session !== undefined || reference !== undefined)
      return few(await chargesOf(storage, store, { session, reference }), byTime);
    if (open) {
      const shards = Array.from({ length: recoveryShards }, (_, shard) => store.open(shard, most_open));
      const marks = (await Promise.all(shards)).flat();
      const charges = await readCharges(
        storage,
        marks.map(({ id }) => id),
      );
      return few([...charges.values()], byTimeOpen);
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

type Named = { readonly session: string | undefined; readonly reference: string | undefined };

/** The charges of a session, or of the newest sessions of a reference; if both are given, of that session, provided it has that reference. */
export const chargesOf = async (
  storage: Storage,
  store: Pick<PaymentStore, 'session'>,
  named: Named,
): Promise<readonly Charge[]> => {
  const sessions = await sessionsOf(storage, store, named);
  const ids = sessions.flatMap(({ attempts }) => attempts.map(({ charge }) => charge));
  return [...(await readCharges(storage, ids)).values()];
};

const sessionsOf = async (
  storage: Storage,
  store: Pick<PaymentStore, 'session'>,
  { session: id, reference }: Named,
): Promise<readonly Session[]> => {
  if (id === undefined) {
    const filters = defined({ reference });
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

const matches = (charge: Charge, filters: ChargeFilters): boolean => {
  const { status, psp, currency, psp_reference, open } = filters;
  const second = Math.floor(charge.started / 1000);
  return (
    isWithin({ created: second, amount: charge.amount }, filters) &&
    (status === undefined || charge.status === status) &&
    (psp === undefined || charge.psp === psp) &&
    (currency === undefined || charge.currency === currency) &&
    (psp_reference === undefined || charge.psp_reference === psp_reference) &&
    (!open || openThings(charge).length > 0)
  );
};

const byTime = ({ id, started }: Charge): string => listAttributes(id, started).list_key;

/** Counts down, so that the charge that has been open longest comes first in a list sorted by descending key. */
const byTimeOpen = (charge: Charge): string => {
  const since = Math.min(...openThings(charge).map((thing) => thing.since));
  return `${listTime(9_999_999_999_999 - since)}#${charge.id}`;
};
