import type { PaymentStore, Write } from '../../lib/types/ports.ts';
import {
  type MemoryPaymentStore,
  type StoreMethod,
  storageUnavailable,
} from '../memory/memory-payment-store.ts';
import { unreadableRecord } from './checker/facts.ts';
import type { Process } from './process.ts';
import type { World } from './world.ts';

/** The store as one process reaches it: over a network, throttled, cut off before or after the effect. What was written is checked at once. */
export const simulatedStore = (
  world: World,
  store: MemoryPaymentStore,
  process: Process,
  poisoned: ReadonlySet<string>,
): PaymentStore => {
  const { time, random, faults, checker } = world;
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
      process.leave(() =>
        time.after(faults.hits('storage_slow') ? random.between(100, 2_500) : random.between(1, 6), () => {
          if (faults.hits('storage_lost_before')) return answer(() => reject(storageUnavailable()));
          const result = effect();
          // The effect is synchronous: what it left is in the maps before its promise is looked at.
          written?.();
          world.note(`${process.id} ${method} ${what}`);
          if (written && faults.hits('storage_lost_after')) {
            result.catch(() => undefined);
            return answer(() => reject(storageUnavailable()));
          }
          answer(() => resolve(result));
        }),
      );
    });
  const check = (writes: readonly Write[]) => (): void => {
    for (const { table, item } of writes)
      if (table === 'sessions') checker.sessionStored(store.sessions.get(item.id));
      else checker.chargeStored(store.charges.get(item.id));
    for (const { table, item } of writes)
      if (table === 'charges') checker.pairStored(store.charges.get(item.id));
  };
  return {
    session: (id) =>
      poisoned.has(id)
        ? Promise.reject(new TypeError(unreadableRecord))
        : call('session', id, () => store.session(id)),
    charge: (id) => call('charge', id, () => store.charge(id)),
    commit: (writes, limits) =>
      call('commit', named(writes), () => store.commit(writes, limits), check(writes)),
    reserveRefund: (id, refund, options) =>
      call(
        'reserveRefund',
        id,
        () => store.reserveRefund(id, refund, options),
        () => checker.chargeStored(store.charges.get(id)),
      ),
    settleRefund: (id, refund, options) =>
      call(
        'settleRefund',
        id,
        () => store.settleRefund(id, refund, options),
        () => checker.chargeStored(store.charges.get(id)),
      ),
    due: (shard, before, limit) => call('due', String(shard), () => store.due(shard, before, limit)),
  };
};

const named = (writes: readonly Write[]): string =>
  writes
    .map(({ item }) => `${item.id} ${'status' in item ? item.status : item.payment_status} ${item.rev}`)
    .join(', ');
