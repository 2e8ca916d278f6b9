import {
  createMemoryPaymentStore,
  type MemoryPaymentStore,
} from '../../../local/memory/memory-payment-store.ts';
import { isRead, type StoreRequest } from './request.ts';

/** The store after a request, and what it answered. The store that was given stays as it is. */
export const useStore = async (
  store: MemoryPaymentStore,
  request: StoreRequest,
): Promise<{ readonly store: MemoryPaymentStore; readonly value: unknown }> => {
  const used = isRead(request) ? store : copyOf(store);
  const method = used[request.method] as (...args: StoreRequest['args']) => Promise<unknown>;
  return { store: used, value: await method(...request.args) };
};

const copyOf = ({ sessions, charges, orders }: MemoryPaymentStore): MemoryPaymentStore => {
  const copy = createMemoryPaymentStore();
  const held = new Map([...orders].flatMap(([id, holders]) => [...holders].map((session) => [session, id])));
  for (const item of sessions.values()) {
    const id = held.get(item.id);
    const order = id === undefined ? undefined : ({ order: 'join', id, session: item.id } as const);
    void copy.commit([{ table: 'sessions', item, expects: 'absent' }], [], order);
  }
  for (const item of charges.values()) void copy.commit([{ table: 'charges', item, expects: 'absent' }]);
  return copy;
};
