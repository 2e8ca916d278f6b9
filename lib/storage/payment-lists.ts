import type { PaymentLists, PaymentStore } from '../types/ports.ts';
import { listCharges } from './list-charges.ts';
import { listRefunds } from './list-refunds.ts';
import { listSessions } from './list-sessions.ts';
import { readRow } from './read-rows.ts';
import type { Storage } from './storage.ts';

/** Lists over the indexes of `tables.ts`. `recoveryShards`: shards in which open charges are marked. */
export const createPaymentLists = (
  storage: Storage,
  store: Pick<PaymentStore, 'session' | 'charge' | 'due'>,
  recoveryShards: number,
): PaymentLists => ({
  sessions: listSessions(storage),
  charges: listCharges(storage, store, recoveryShards),
  refunds: listRefunds(storage, store),
  refund: (id) => readRow(storage, id),
});
