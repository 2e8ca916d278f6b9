import type { Charge, Refund } from '../types/charge.ts';
import { maxRefundBytes, maxRefunds, mostBytesOf } from '../types/charge-space.ts';
import type { PaymentStore } from '../types/ports.ts';
import { toStoredRefund } from './items.ts';
import type { Storage } from './storage.ts';
import { updateAndMark, updateCharge } from './update-charge.ts';

export const refundUpdates = (
  storage: Storage,
): Pick<PaymentStore, 'reserveRefund' | 'replaceRefund' | 'recordRefund'> => ({
  reserveRefund: (charge, refund, { exact, psps, ...mark }) =>
    updateAndMark(storage, charge, reservation(refund, exact, psps), mark),

  replaceRefund: (charge, refund, { release }) => updateCharge(storage, charge, replacement(refund, release)),

  recordRefund: (charge, refund, mark) =>
    refund.status === 'pending'
      ? updateAndMark(storage, charge, madeElsewhere(refund), mark)
      : updateCharge(storage, charge, madeElsewhere(refund)),
});

const bothAmounts = (sign: '+' | '-'): readonly string[] =>
  ['amount_refundable', 'amount_refundable_disputed'].map(
    (amount) => `${amount} = ${amount} ${sign} :amount`,
  );

/** It is neither recorded nor a failed refund that was removed. */
const isNew = 'attribute_not_exists(refunds.#id) AND attribute_not_exists(failed_refunds.#id)';

/** One of the accounts holds it. No charge has the empty name, which keeps the list from being empty. */
const heldBy = (psps: readonly string[]) => {
  const named = Object.entries(['', ...psps]).map(([index, psp]) => [`:psp${index}`, psp] as const);
  return {
    condition: `psp IN (${named.map(([name]) => name).join(', ')})`,
    values: Object.fromEntries(named),
  };
};

const reservation = (refund: Refund, exact: boolean, psps: readonly string[]) => ({
  set: [
    'refunds.#id = :refund',
    'refund_bytes = if_not_exists(refund_bytes, :none) + :bytes',
    ...bothAmounts('-'),
  ],
  condition:
    `amount_refundable${refund.allow_disputed ? '_disputed' : ''} ${exact ? '=' : '>='} :amount AND #status = :captured ` +
    `AND ${heldBy(psps).condition} AND ${isNew} AND size(refunds) < :max ` +
    'AND (attribute_not_exists(refund_bytes) OR refund_bytes <= :space)',
  names: { '#id': refund.id, '#status': 'status' },
  values: {
    ':refund': toStoredRefund(refund),
    ':amount': refund.amount,
    ':captured': 'captured',
    ':max': maxRefunds,
    ':none': 0,
    ':bytes': mostBytesOf(refund),
    ':space': maxRefundBytes - mostBytesOf(refund),
    ...heldBy(psps).values,
  },
  happened: carries(refund),
});

const replacement = (refund: Refund, release: boolean) => {
  // The amount that a failed refund released may have been refunded again: the refund must not release it twice or become valid again.
  const mustNotHaveFailed = release || refund.status !== 'failed';
  return {
    set: ['refunds.#id = :refund', ...(release ? bothAmounts('+') : [])],
    // The condition includes the amount, so that exactly the amount taken is released.
    condition: `refunds.#id.rev = :expected AND refunds.#id.amount = :amount${
      mustNotHaveFailed ? ' AND refunds.#id.#status <> :failed' : ''
    }`,
    names: { '#id': refund.id, ...(mustNotHaveFailed && { '#status': 'status' }) },
    values: {
      ':refund': toStoredRefund(refund),
      ':expected': refund.rev - 1,
      ':amount': refund.amount,
      ...(mustNotHaveFailed && { ':failed': 'failed' }),
    },
    happened: carries(refund),
  };
};

/** A fact, so without limits on the amount left or the number of refunds. */
const madeElsewhere = (refund: Refund) => ({
  set: ['refunds.#id = :refund', '#external = :true', ...bothAmounts('-')],
  condition: isNew,
  names: { '#id': refund.id, '#external': 'external' },
  values: {
    ':refund': toStoredRefund(refund),
    ':amount': refund.status === 'failed' ? 0 : refund.amount,
    ':true': true,
  },
  happened: carries(refund),
});

const carries =
  ({ id, write }: Refund) =>
  ({ refunds }: Charge): boolean =>
    refunds[id]?.write === write;
