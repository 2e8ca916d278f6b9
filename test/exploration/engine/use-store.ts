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
  const used = isRead(request) ? store : createMemoryPaymentStore({}, store);
  const method = used[request.method] as (...args: StoreRequest['args']) => Promise<unknown>;
  return { store: used, value: await method(...request.args) };
};
