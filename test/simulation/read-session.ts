import type { MemoryPaymentStore } from '../../local/memory/memory-payment-store.ts';
import type { Reply } from './client.ts';

/** What a `GET` of a session tells those who pay and sell: one read, nothing that can go wrong but that there is none. */
export const readSession = (store: MemoryPaymentStore, id: string): Reply | undefined => {
  const session = store.sessions.get(id);
  if (!session) return undefined;
  const { amount, payment_status, charge, expires_at } = session;
  const others = store.charges.get(charge ?? '')?.other_payments ?? [];
  return { status: 200, json: { amount, payment_status, charge, expires_at, others } };
};
