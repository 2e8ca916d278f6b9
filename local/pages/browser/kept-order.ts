import type { Order } from '../model.ts';
import { ask } from './ask.ts';

const key = 'order';

/** This tab's order, so that a reload in the middle of a payment, or the way back from the bank, finds it again. */
export const keptOrder = {
  /** The order's current state on the shop's server. The address takes precedence over what the tab remembers. */
  read: async (): Promise<Order | undefined> => {
    const returned = new URLSearchParams(window.location.search).get('session_id');
    if (returned !== null) window.history.replaceState(null, '', '/');
    const id = returned ?? window.sessionStorage.getItem(key);
    return id === null ? undefined : ask<Order>(`/shop/orders/${id}`).catch(() => undefined);
  },
  write: (id: string): void => window.sessionStorage.setItem(key, id),
  forget: (): void => window.sessionStorage.removeItem(key),
};
