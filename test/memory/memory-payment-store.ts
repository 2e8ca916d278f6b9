import { ApiError } from '../../lib/types/api-error.ts';
import type {
  CommitResult,
  LimitWrite,
  PaymentStore,
  RefundReservation,
  Write,
} from '../../lib/types/ports.ts';
import type { Charge, Refund, Session } from '../../lib/types/records.ts';
import { createMemoryLimits } from './memory-limits.ts';
import { createRecoveryIndex, type Staleness } from './recovery-index.ts';
import { seal } from './seal.ts';

export type StoreMethod = keyof PaymentStore;

/**
 * Faults of the store. `before` and `after` run around each call's effect: what they throw, the caller sees (`storageUnavailable()` is what the
 * real store throws), with the effect undone by nothing; a promise delays the call. `index` makes `due` stale.
 */
export type StoreFaults = {
  /** Unix milliseconds, for the windows of limits; they never end without it. */
  readonly now?: () => number;
  readonly before?: (method: StoreMethod) => void | Promise<void>;
  readonly after?: (method: StoreMethod) => void | Promise<void>;
  readonly index?: Staleness;
};

/** The store, and what it holds, for whoever checks it. */
export type MemoryPaymentStore = PaymentStore & {
  readonly sessions: ReadonlyMap<string, Session>;
  readonly charges: ReadonlyMap<string, Charge>;
};

const maxRefunds = 100;

/**
 * `PaymentStore` in memory. Each effect is synchronous; records are frozen and shared. It passes the suite the DynamoDB store passes; what it does
 * not do is delete sessions after their `ttl` and refuse items over 400 KB.
 */
export const createMemoryPaymentStore = (faults: StoreFaults = {}): MemoryPaymentStore => {
  const sessions = new Map<string, Session>();
  const charges = new Map<string, Charge>();
  const limits = createMemoryLimits(faults.now ?? (() => 0));
  const index = createRecoveryIndex(faults.index);

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

  const commit = (writes: readonly Write[], counts: readonly LimitWrite[] = []): CommitResult => {
    refuseRepeatedItems(writes);
    const stored = writes.map(({ table, item }) => (table === 'sessions' ? sessions : charges).get(item.id));
    const current = writes.map(({ expects }, i) =>
      (expects === 'absent' ? stored[i] === undefined : stored[i]?.rev === expects) ? held : stored[i],
    );
    const exceeded = limits.exceeded(counts);
    if (exceeded.length > 0 || current.some((item) => item !== held)) {
      const refusals = current.map((item) => (item === held ? undefined : item));
      return writes.some(({ item }, i) => refusals[i]?.write === item.write)
        ? { ok: true }
        : { ok: false, current: refusals, exceeded };
    }
    for (const { table, item } of writes) {
      if (table === 'sessions') sessions.set(item.id, seal(item));
      else replaceCharge(charges.get(item.id), item);
    }
    limits.count(counts);
    return { ok: true };
  };

  return {
    sessions,
    charges,
    session: (id) => call('session', () => sessions.get(id)),
    charge: (id) => call('charge', () => charges.get(id)),
    commit: (writes, counts) => call('commit', () => commit(writes, counts)),
    reserveRefund: (id, refund, options) =>
      call('reserveRefund', () => {
        const charge = charges.get(id);
        return update(charge, refund, charge && reserved(charge, refund, options), replaceCharge);
      }),
    settleRefund: (id, refund, options) =>
      call('settleRefund', () => {
        const charge = charges.get(id);
        return update(charge, refund, charge && settled(charge, refund, options), replaceCharge);
      }),
    due: (shard, before, limit) => call('due', () => index.due(shard, before, limit)),
  };
};

/** What the real store throws when it could not be reached. */
export const storageUnavailable = (): ApiError =>
  new ApiError('storage_unavailable', 'The storage did not answer in time. Try again.', { retry_after: 1 });

/** Stands for an item whose condition held. */
const held = Symbol('held');

/** A transaction names an item once; the real store finds the request invalid. */
const refuseRepeatedItems = (writes: readonly Write[]): void => {
  if (
    writes.length > 1 &&
    new Set(writes.map(({ table, item }) => `${table}/${item.id}`)).size < writes.length
  )
    throw new ApiError('internal', 'The record could not be stored.');
};

const update = (
  before: Charge | undefined,
  refund: Refund,
  after: Charge | undefined,
  replace: (before: Charge | undefined, after: Charge) => Charge,
): RefundReservation => {
  if (after !== undefined) return { ok: true, charge: replace(before, after) };
  return before?.refunds[refund.id]?.write === refund.write
    ? { ok: true, charge: before }
    : { ok: false, charge: before };
};

const reserved = (
  charge: Charge,
  refund: Refund,
  options: Parameters<PaymentStore['reserveRefund']>[2],
): Charge | undefined => {
  const left = charge.amount_refundable - refund.amount;
  const enough = options.exact ? left === 0 : left >= 0;
  if (!enough || charge.status !== 'captured' || charge.refunds[refund.id] !== undefined) return undefined;
  if (Object.keys(charge.refunds).length >= maxRefunds) return undefined;
  return {
    ...charge,
    rev: charge.rev + 1,
    amount_refundable: left,
    refunds: { ...charge.refunds, [refund.id]: refund },
    recover_shard: charge.recover_shard ?? options.recover_shard,
    recover_at: Math.min(charge.recover_at ?? options.recover_at, options.recover_at),
  };
};

const settled = (
  charge: Charge,
  refund: Refund,
  { release }: { readonly release: boolean },
): Charge | undefined => {
  const stored = charge.refunds[refund.id];
  if (stored === undefined || stored.rev !== refund.rev - 1 || stored.amount !== refund.amount)
    return undefined;
  if (stored.status === 'failed' && (release || refund.status !== 'failed')) return undefined;
  return {
    ...charge,
    rev: charge.rev + 1,
    amount_refundable: charge.amount_refundable + (release ? refund.amount : 0),
    refunds: { ...charge.refunds, [refund.id]: refund },
  };
};
