import type { DisputeRow, RefundRow } from '../types/charge.ts';
import type { PaymentLists, PaymentStore } from '../types/ports.ts';
import { listCharges } from './list-charges.ts';
import { listParts } from './list-parts.ts';
import { listSessions } from './list-sessions.ts';
import { readRow } from './read-rows.ts';
import type { Storage } from './storage.ts';

/** Lists over the indexes of `tables.ts`. `recoveryShards`: the shards of the recovery index. */
export const createPaymentLists = (
  storage: Storage,
  store: Pick<PaymentStore, 'session' | 'charge' | 'open'>,
  recoveryShards: number,
): PaymentLists => ({
  sessions: listSessions(storage),
  charges: listCharges(storage, store, recoveryShards),
  refunds: listParts<RefundRow>(storage, store, {
    kind: 'refund',
    rowsOf: (charge) => Object.values(charge.refunds).map((refund) => ({ refund, charge })),
    former: ({ refunds, failed_refunds = {} }) => Object.keys(failed_refunds).filter((id) => !refunds[id]),
    partOf: ({ refund }) => refund,
  }),
  refund: (id) => readRow(storage, id),
  disputes: listParts<DisputeRow>(storage, store, {
    kind: 'dispute',
    rowsOf: (charge) => Object.values(charge.disputes).map((dispute) => ({ dispute, charge })),
    partOf: ({ dispute }) => dispute,
  }),
  dispute: (id) => readRow(storage, id),
});
