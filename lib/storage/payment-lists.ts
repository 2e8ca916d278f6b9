import type { PaymentLists, PaymentStore } from '../types/ports.ts';
import { listCharges } from './list-charges.ts';
import { listSessions } from './list-sessions.ts';
import type { Storage } from './storage.ts';

/** Lists over the indexes of `tables.ts`. `recoveryShards`: shards in which open charges are marked. */
export const createPaymentLists = (
  storage: Storage,
  store: Pick<PaymentStore, 'session' | 'due'>,
  recoveryShards: number,
): PaymentLists => ({
  sessions: listSessions(storage),
  charges: listCharges(storage, store, recoveryShards),
});
