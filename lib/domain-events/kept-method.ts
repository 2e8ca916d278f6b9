import { isDeepStrictEqual } from 'node:util';
import type { Charge } from '../types/charge.ts';
import { paymentStatusOf } from '../types/charge-state.ts';
import { defined } from '../types/defined.ts';
import { type StoredMethod, storedMethodId } from '../types/payment-method.ts';
import type { RecordChange } from '../types/record-change.ts';

/** The payment method to store after a change of a charge, if it is new or has new details. Pure. */
export const keptMethod = (change: RecordChange): StoredMethod | undefined => {
  if (change.table !== 'charges') return undefined;
  const { before, after } = change;
  const left = leftBy(after);
  return left && !isDeepStrictEqual(left, before && leftBy(before)) ? { ...left, rev: after.rev } : undefined;
};

/** Only once the issuer has approved the payment, and if the vault or the PSP stores the card. */
const leftBy = (charge: Charge): Omit<StoredMethod, 'rev'> | undefined => {
  const { id, psp, keeps, particulars = {}, created } = charge;
  const { card = {}, network_transaction_id, mandate } = particulars;
  if (!keeps || !isApproved(charge)) return undefined;
  if (!keeps.card && mandate === undefined) return undefined;
  return {
    id: storedMethodId(keeps.card?.token ?? id),
    customer: keeps.customer,
    card,
    ...(keeps.card ? { vault: keeps.card } : {}),
    ...defined({ network_transaction_id }),
    mandates: mandate === undefined ? {} : { [psp]: mandate },
    created,
  };
};

const isApproved = (charge: Charge): boolean => {
  const status = paymentStatusOf(charge);
  return status === 'authorized' || status === 'paid';
};
