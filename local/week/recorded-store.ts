import type { ChargeUpdated, PaymentStore } from '../../lib/types/ports.ts';
import type { RecordChange } from '../../lib/types/record-change.ts';
import { createMemoryPaymentStore, type MemoryPaymentStore } from '../memory/memory-payment-store.ts';
import { inSeconds } from './recorder.ts';

/** A store in memory, whose writes are recorded as a table's stream has them: in whole seconds. */
export const createRecordedStore = (
  now: () => number,
  record: (change: RecordChange) => Promise<void>,
): { readonly store: PaymentStore; readonly held: MemoryPaymentStore } => {
  const held = createMemoryPaymentStore({ now });
  const at = (): number => inSeconds(now());
  const sessionChange = async (id: string, before: ReturnType<typeof held.sessions.get>) => {
    const after = held.sessions.get(id);
    if (after && after !== before) await record({ table: 'sessions', at: at(), before, after });
  };
  const chargeChange = async (id: string, before: ReturnType<typeof held.charges.get>) => {
    const after = held.charges.get(id);
    if (after && after !== before) await record({ table: 'charges', at: at(), before, after });
  };
  const ofCharge =
    <Rest extends readonly unknown[]>(
      write: (charge: string, ...rest: Rest) => Promise<ChargeUpdated>,
    ): ((charge: string, ...rest: Rest) => Promise<ChargeUpdated>) =>
    async (charge, ...rest) => {
      const before = held.charges.get(charge);
      const result = await write(charge, ...rest);
      await chargeChange(charge, before);
      return result;
    };
  const store: PaymentStore = {
    ...held,
    commit: async (writes, limits, order) => {
      const before = writes.map(({ item: { id } }) => [held.sessions.get(id), held.charges.get(id)] as const);
      const result = await held.commit(writes, limits, order);
      for (const [index, { table, item }] of writes.entries())
        if (table === 'sessions') await sessionChange(item.id, before[index]?.[0]);
        else await chargeChange(item.id, before[index]?.[1]);
      return result;
    },
    reserveRefund: ofCharge(held.reserveRefund),
    replaceRefund: ofCharge(held.replaceRefund),
    recordRefund: ofCharge(held.recordRefund),
    recordDispute: ofCharge(held.recordDispute),
  };
  return { store, held };
};
