import { toItem } from '../../lib/storage/items.ts';
import { refuseOtherFormat } from '../../lib/storage/refuse-other-format.ts';
import { ApiError } from '../../lib/types/api-error.ts';
import type { Charge } from '../../lib/types/charge.ts';
import { defined } from '../../lib/types/defined.ts';
import type { HeldEvent } from '../../lib/types/held-event.ts';
import type {
  ChargeUpdated,
  CommitResult,
  LimitWrite,
  OrderWrite,
  PaymentStore,
  Write,
} from '../../lib/types/ports.ts';
import { recordFormat } from '../../lib/types/records.ts';
import type { Session } from '../../lib/types/session.ts';
import {
  type ChargeUpdate,
  recordDispute,
  recordRefund,
  replaceRefund,
  reserveRefund,
} from './charge-updates.ts';
import { itemBytes, maxItemBytes } from './item-bytes.ts';
import { createMemoryHeldEvents } from './memory-held-events.ts';
import { createMemoryLimits } from './memory-limits.ts';
import { createRecoveryIndex, type Staleness } from './recovery-index.ts';
import { seal } from './seal.ts';

export type StoreMethod = keyof PaymentStore;

/**
 * Faults of the store. `before` and `after` run around each call's effect: what they throw, the caller sees (`storageUnavailable()` is what the
 * real store throws), with the effect undone by nothing; a promise delays the call. `index` makes `open` stale.
 */
export type StoreFaults = {
  /** Unix milliseconds, for the windows of limits; they never end without it. */
  readonly now?: () => number;
  readonly before?: (method: StoreMethod) => void | Promise<void>;
  readonly after?: (method: StoreMethod) => void | Promise<void>;
  readonly index?: Staleness;
};

type Held = {
  readonly sessions: ReadonlyMap<string, Session>;
  readonly charges: ReadonlyMap<string, Charge>;
  /** The sessions that hold each order. */
  readonly orders: ReadonlyMap<string, ReadonlySet<string>>;
};

/** The store, and what it holds, for whoever checks it. */
export type MemoryPaymentStore = PaymentStore & Held & { readonly held: ReadonlyMap<string, HeldEvent> };

/**
 * `PaymentStore` in memory. Each effect is synchronous; records are frozen and shared. It passes the suite the DynamoDB store passes; what it does
 * not do is delete sessions after their `ttl`. It begins with the records of another one, if there is one; that stays as it is.
 */
export const createMemoryPaymentStore = (faults: StoreFaults = {}, before?: Held): MemoryPaymentStore => {
  const sessions = new Map(before?.sessions);
  const charges = new Map(before?.charges);
  const orders = new Map(before?.orders);
  const limits = createMemoryLimits(faults.now ?? (() => 0));
  const held = createMemoryHeldEvents(faults.now ?? (() => 0));
  const index = createRecoveryIndex(faults.index);
  for (const charge of charges.values()) index.update(undefined, charge);

  const call = async <Result>(method: StoreMethod, effect: () => Result): Promise<Result> => {
    const ready = faults.before?.(method);
    if (ready) await ready;
    const result = effect();
    const answered = faults.after?.(method);
    if (answered) await answered;
    return result;
  };

  const replaceCharge = (before: Charge | undefined, after: Charge): Charge => {
    const sealed = seal(after);
    charges.set(sealed.id, sealed);
    index.update(before, sealed);
    return sealed;
  };

  const sessionOf = (id: string): Session | undefined => {
    const stored = sessions.get(id);
    return stored && readable(stored);
  };

  const chargeOf = (id: string): Charge | undefined => {
    const stored = charges.get(id);
    return stored && readable(stored);
  };

  const commit = (
    writes: readonly Write[],
    counts: readonly LimitWrite[] = [],
    order?: OrderWrite,
  ): CommitResult => {
    refuseRepeatedItems(writes);
    const stored = writes.map(({ table, item }) => (table === 'sessions' ? sessions : charges).get(item.id));
    const refusals = writes.map(({ expects }, i) => (holds(stored[i], expects) ? undefined : stored[i]));
    const refused = writes.some(({ expects }, i) => !holds(stored[i], expects));
    const exceeded = limits.exceeded(counts);
    const holders = (order && orders.get(order.id)) ?? new Set<string>();
    const [holder] = order?.order === 'take' && !holders.has(order.session) ? holders : [];
    if (refused || exceeded.length > 0 || holder !== undefined) {
      if (writes.some(({ item }, i) => refusals[i]?.write === item.write)) return { ok: true };
      const standing = refusals.map((record) => record && readable(record));
      return { ok: false, current: standing, exceeded, ...defined({ order_held_by: holder }) };
    }
    writes.forEach(refuseLarge);
    for (const { table, item } of writes) {
      if (table === 'sessions') sessions.set(item.id, seal(item));
      else replaceCharge(charges.get(item.id), item);
    }
    limits.count(counts);
    if (order) {
      const others = [...holders].filter((session) => session !== order.session);
      orders.set(order.id, new Set(order.order === 'give_back' ? others : [...others, order.session]));
    }
    return { ok: true };
  };

  const update = (id: string, { apply, happened }: ChargeUpdate): ChargeUpdated => {
    const charge = chargeOf(id);
    const after = charge && apply(charge);
    if (after) {
      refuseLarge({ table: 'charges', item: after, expects: charge.rev });
      return { ok: true, charge: replaceCharge(charge, after) };
    }
    return charge && happened(charge) ? { ok: true, charge } : { ok: false, charge };
  };

  return {
    sessions,
    charges,
    orders,
    held: held.events,
    session: (id) => call('session', () => sessionOf(id)),
    charge: (id) => call('charge', () => chargeOf(id)),
    chargeAt: (account, psp_reference) =>
      call('chargeAt', () => {
        const found = [...charges.values()].filter(
          (charge) => charge.psp === account && charge.psp_reference === psp_reference,
        );
        const [one, second] = found;
        return one && !second ? chargeOf(one.id) : undefined;
      }),
    commit: (writes, counts, order) => call('commit', () => commit(writes, counts, order)),
    reserveRefund: (id, refund, options) =>
      call('reserveRefund', () => update(id, reserveRefund(refund, options))),
    replaceRefund: (id, refund, options) =>
      call('replaceRefund', () => update(id, replaceRefund(refund, options))),
    recordRefund: (id, refund, mark) => call('recordRefund', () => update(id, recordRefund(refund, mark))),
    recordDispute: (id, dispute, change) =>
      call('recordDispute', () => update(id, recordDispute(dispute, change))),
    holdEvent: (event) => call('holdEvent', () => held.hold(event)),
    heldEvents: (now) => call('heldEvents', () => held.due(now)),
    replaceHeld: (event) => call('replaceHeld', () => held.replace(event)),
    open: (shard, limit, from) => call('open', () => index.open(shard, limit, from)),
  };
};

/** What the real store throws when it could not be reached. */
export const storageUnavailable = (): ApiError =>
  new ApiError('storage_unavailable', 'The storage did not answer in time. Try again.', {
    retry_after: 1,
    unreachable: true,
  });

const holds = (stored: Session | Charge | undefined, expects: Write['expects']): boolean =>
  expects === 'absent' ? stored === undefined : stored?.rev === expects && stored.v <= recordFormat;

const readable = <Stored extends Session | Charge>(stored: Stored): Stored => {
  refuseOtherFormat(stored);
  return stored;
};

/** A transaction names an item once; the real store finds the request invalid. */
const refuseRepeatedItems = (writes: readonly Write[]): void => {
  if (
    writes.length > 1 &&
    new Set(writes.map(({ table, item }) => `${table}/${item.id}`)).size < writes.length
  )
    throw couldNotBeStored();
};

const refuseLarge = (write: Write): void => {
  if (itemBytes(toItem(write)) > maxItemBytes) throw couldNotBeStored();
};

const couldNotBeStored = (): ApiError => new ApiError('internal', 'The record could not be stored.');
