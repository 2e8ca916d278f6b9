import type { CommitResult, PaymentStore, Write } from '../../lib/types/ports.ts';
import {
  type MemoryPaymentStore,
  type StoreMethod,
  storageUnavailable,
} from '../../local/memory/memory-payment-store.ts';
import { unreadableRecord } from './checker/facts.ts';
import type { Process } from './process.ts';
import type { World } from './world.ts';

/** How long the store keeps a session after its end. */
const kept_ms = 30 * 86_400_000;

/**
 * The store as one process reaches it: over a network, throttled, cut off before or after the effect, its client repeating what had no answer.
 * Old sessions are gone. What was written is checked at once.
 */
export const simulatedStore = (
  world: World,
  store: MemoryPaymentStore,
  process: Process,
  poisoned: ReadonlySet<string>,
): PaymentStore => {
  const { time, random, faults, checker } = world;
  const isGone = (id: string): boolean =>
    time.now() > (store.sessions.get(id)?.expires_at ?? Number.POSITIVE_INFINITY) * 1000 + kept_ms;
  const call = <Result>(
    method: StoreMethod,
    what: string,
    effect: () => Promise<Result>,
    written?: () => void,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      const answer = (settle: () => void): void => {
        const wait = faults.hits('answer_delayed') ? random.between(1, 400) : 0;
        if (wait === 0) process.resume(settle);
        else time.after(wait, () => process.resume(settle));
      };
      const arrive = (): void => {
        const lost = (): void => answer(() => reject(storageUnavailable()));
        if (faults.hits('storage_lost_before')) {
          lost();
          return;
        }
        const result = effect();
        // The effect is synchronous: what it left is in the maps before its promise is looked at.
        written?.();
        world.note(`${process.id} ${method} ${what}`);
        const unreported = written !== undefined && faults.hits('storage_lost_after');
        const repeated = !unreported && written !== undefined && faults.hits('storage_repeated');
        if (unreported || repeated) result.catch(() => undefined);
        if (unreported) lost();
        else if (repeated) time.after(random.between(10, 2_000), arrive);
        else answer(() => resolve(result));
      };
      process.leave(() =>
        time.after(faults.hits('storage_slow') ? random.between(100, 2_500) : random.between(1, 6), arrive),
      );
    });
  const onCharge = <Result>(
    method: StoreMethod,
    id: string,
    effect: () => Promise<Result>,
  ): Promise<Result> => call(method, id, effect, () => checker.chargeStored(store.charges.get(id)));
  const check = (writes: readonly Write[]) => (): void => {
    const charges = writes.flatMap(({ table, item }) => (table === 'charges' ? item.id : []));
    for (const { table, item } of writes)
      if (table === 'sessions') checker.sessionStored(store.sessions.get(item.id));
    for (const id of charges) checker.chargeStored(store.charges.get(id));
    for (const id of charges) checker.pairStored(store.charges.get(id));
  };
  return {
    session: (id) =>
      poisoned.has(id)
        ? Promise.reject(new TypeError(unreadableRecord))
        : call('session', id, async () => (isGone(id) ? undefined : store.session(id))),
    charge: (id) => call('charge', id, () => store.charge(id)),
    chargeAt: (account, reference) => call('chargeAt', reference, () => store.chargeAt(account, reference)),
    commit: (writes, limits, order) => {
      const gone = writes.some(({ table, item }) => table === 'sessions' && isGone(item.id));
      return gone
        ? call('commit', named(writes), async () => refusedFor(store, writes, isGone))
        : call('commit', named(writes), () => store.commit(writes, limits, order), check(writes));
    },
    reserveRefund: (id, ...rest) => onCharge('reserveRefund', id, () => store.reserveRefund(id, ...rest)),
    replaceRefund: (id, ...rest) => onCharge('replaceRefund', id, () => store.replaceRefund(id, ...rest)),
    recordRefund: (id, ...rest) => onCharge('recordRefund', id, () => store.recordRefund(id, ...rest)),
    recordDispute: (id, ...rest) => onCharge('recordDispute', id, () => store.recordDispute(id, ...rest)),
    holdEvent: (held) => call('holdEvent', held.event.id, () => store.holdEvent(held)),
    heldEvents: (now) => call('heldEvents', '', () => store.heldEvents(now)),
    replaceHeld: (held) => call('replaceHeld', held.event.id, () => store.replaceHeld(held)),
    open: (shard, limit, from) => call('open', String(shard), () => store.open(shard, limit, from)),
  };
};

/** The condition on a record that is not there has failed; the others are told as they stand. */
const refusedFor = (
  store: MemoryPaymentStore,
  writes: readonly Write[],
  isGone: (id: string) => boolean,
): CommitResult => ({
  ok: false,
  current: writes.map(({ table, item, expects }) => {
    const stored = table === 'sessions' ? store.sessions.get(item.id) : store.charges.get(item.id);
    return (table === 'sessions' && isGone(item.id)) || stored?.rev === expects ? undefined : stored;
  }),
  exceeded: [],
});

const named = (writes: readonly Write[]): string =>
  writes
    .map(({ item }) => `${item.id} ${'status' in item ? item.status : item.payment_status} ${item.rev}`)
    .join(', ');
