import type { Dispute } from '../types/charge.ts';
import type { PaymentStore } from '../types/ports.ts';
import type { Storage } from './storage.ts';
import { updateCharge } from './update-charge.ts';

/** See `PaymentStore.recordDispute`. A dispute has no write id: if it is stored exactly as given, it was written before and is not counted again. */
export const recordDispute =
  (storage: Storage): PaymentStore['recordDispute'] =>
  (charge, dispute, { before, refundable, refundable_disputed }) =>
    updateCharge(storage, charge, {
      set: [
        'disputes.#id = :dispute',
        'amount_refundable = amount_refundable + :refundable',
        'amount_refundable_disputed = amount_refundable_disputed + :refundable_disputed',
      ],
      condition: before === undefined ? 'attribute_not_exists(disputes.#id)' : 'disputes.#id = :before',
      names: { '#id': dispute.id },
      values: {
        ':dispute': dispute,
        ':refundable': refundable,
        ':refundable_disputed': refundable_disputed,
        ...(before !== undefined && { ':before': before }),
      },
      happened: ({ disputes }) => isSame(disputes[dispute.id], dispute),
    });

const isSame = (stored: Dispute | undefined, given: Dispute): boolean =>
  stored !== undefined && fields(stored) === fields(given);

const fields = (dispute: Dispute): string =>
  JSON.stringify(Object.entries(dispute).sort(([one], [other]) => (one < other ? -1 : 1)));
