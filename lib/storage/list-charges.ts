import type { Charge } from '../types/charge.ts';
import { defined } from '../types/defined.ts';
import type { ChargeFilters, Page } from '../types/list.ts';
import { openThings, unscheduled } from '../types/open-things.ts';
import type { OpenMark, PaymentLists, PaymentStore } from '../types/ports.ts';
import type { Session } from '../types/session.ts';
import { batchGet } from './batch-get.ts';
import { findSessions, isNamed, namesIn } from './find-sessions.ts';
import { isWithin } from './is-within.ts';
import { fromChargeItem, fromSessionItem } from './items.ts';
import { listAttributes, listPartitions, listTime } from './list-keys.ts';
import { listSessions } from './list-sessions.ts';
import { pageOf } from './page-of.ts';
import { conditionsOf, type ListSource, partKey, readPage } from './read-page.ts';
import type { Storage } from './storage.ts';
import { chargesByLast4, chargesByPspReference, chargesByTime } from './tables.ts';

/** How many sessions of one reference are searched for refunds and disputes, newest first. */
const most_sessions = 100;

/**
 * See `PaymentLists.charges`. Looks up filters that match few charges: a session, the filters that identify sessions, the PSP's reference, the card's
 * last digits, or open charges: at most `most_open` of each shard of recovery, those that wait for a person first.
 */
export const listCharges =
  (
    storage: Storage,
    store: Pick<PaymentStore, 'session' | 'open'>,
    recoveryShards: number,
    most_open = 1_000,
  ): PaymentLists['charges'] =>
  async (request) => {
    const { filters, ...page } = request;
    const few = (charges: readonly Charge[], keyOf: (charge: Charge) => string): Page<Charge> =>
      pageOf(
        charges.filter((charge) => matches(charge, filters)).map((row) => ({ key: keyOf(row), row })),
        page,
      );
    if (filters.session !== undefined) {
      const session = await store.session(filters.session);
      const charges = session && isNamed(session, filters) ? await chargesIn(storage, [session]) : [];
      return few(charges, byTime);
    }
    const searches = namesIn(filters) > 0;
    if (filters.open && !searches) {
      const shards = Array.from({ length: recoveryShards }, (_, shard) => marksIn(store, shard, most_open));
      const open = await readCharges(storage, idsOf((await Promise.all(shards)).flat()));
      return few([...open.values()], byTimeOpen);
    }
    const needsRecord = Object.keys(filters).some((name) => !indexed.has(name));
    return readPage<Charge>(
      storage,
      {
        ...(searches ? ofSessions(storage, filters) : ofCharges(filters)),
        read: (rows) => readCharges(storage, idsOf(rows)),
        ...(needsRecord && {
          matches: (charge: Charge) => matches(charge, filters),
        }),
      },
      page,
    );
  };

type Place = Omit<ListSource<Charge>, 'read' | 'matches'>;

/** The filters that the indexes of charges cover. */
const indexed = new Set(['created[gte]', 'created[lte]', 'amount[gte]', 'amount[lte]', 'currency', 'psp']);

const ofCharges = (filters: ChargeFilters): Place => {
  const { psp, currency, psp_reference, last4 } = filters;
  const shared = {
    table: 'charges',
    created: filters,
    conditions: conditionsOf({ psp, currency }, filters),
  } as const;
  if (psp_reference !== undefined)
    return { ...shared, index: chargesByPspReference, partitions: [psp_reference] };
  return last4 === undefined
    ? { ...shared, index: chargesByTime, partitions: listPartitions() }
    : { ...shared, index: chargesByLast4, partitions: [last4] };
};

/** The charges of the sessions found, in the same order. */
const ofSessions = (storage: Storage, filters: ChargeFilters): Place => {
  // A charge may be made a day after its session.
  const source = findSessions(filters, {});
  const key = source.index.sort_key.name;
  return {
    ...source,
    expand: async (rows) => {
      const sessions = await batchGet(storage, 'sessions', idsOf(rows));
      return rows.flatMap((row) => {
        const item = sessions.get(String(row.id));
        const session = item && fromSessionItem(item);
        if (!session || !isNamed(session, filters)) return [];
        return session.attempts.map(({ charge }, place) => ({
          id: charge,
          [key]: partKey(String(row[key]), place),
        }));
      });
    },
  };
};

/**
 * Charges that wait for a person are at the end of a shard: if not everything fits, they are read separately, before those that recovery still
 * checks.
 */
const marksIn = async (
  store: Pick<PaymentStore, 'open'>,
  shard: number,
  most: number,
): Promise<readonly OpenMark[]> => {
  const marks = await store.open(shard, most);
  if (marks.length < most) return marks;
  const waiting = await store.open(shard, most, unscheduled);
  const listed = new Set(idsOf(waiting));
  return [...waiting, ...marks.filter(({ id }) => !listed.has(id))].slice(0, most);
};

const idsOf = (rows: readonly { readonly id?: unknown }[]): readonly string[] =>
  rows.map(({ id }) => String(id));

type Named = { readonly session: string | undefined; readonly reference: string | undefined };

/** The charges of a session, or of the newest sessions of a reference; if both are given, of that session, if it has that reference. */
export const chargesOf = async (
  storage: Storage,
  store: Pick<PaymentStore, 'session'>,
  named: Named,
): Promise<readonly Charge[]> => chargesIn(storage, await sessionsOf(storage, store, named));

const chargesIn = async (storage: Storage, sessions: readonly Session[]): Promise<readonly Charge[]> => {
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
  if (filters.open && openThings(charge).length === 0) return false;
  const { brand, last4 } = charge.particulars?.card ?? {};
  const second = Math.floor(charge.started / 1000);
  const has = {
    status: charge.status,
    psp: charge.psp,
    currency: charge.currency,
    psp_reference: charge.psp_reference,
    brand,
    last4,
  };
  return (
    isWithin({ created: second, amount: charge.amount }, filters) &&
    Object.entries(has).every(([name, value]) => (filters[name as keyof typeof has] ?? value) === value)
  );
};

const byTime = ({ id, started }: Charge): string => listAttributes(id, started).list_key;

/** Counts down, so that the charge that has been open longest comes first in a list sorted by descending key. */
const byTimeOpen = (charge: Charge): string => {
  const since = Math.min(...openThings(charge).map((thing) => thing.since));
  return `${listTime(9_999_999_999_999 - since)}#${charge.id}`;
};
