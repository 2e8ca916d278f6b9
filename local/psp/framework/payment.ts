/** A payment in a PSP's books. Amounts are the integers of that PSP's wire; the currency is lowercase. */
export type Payment = {
  readonly id: string;
  /** The merchant's own reference, if given. */
  readonly reference: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly authorized: number;
  readonly captured: number;
  readonly refunded: number;
  readonly refund_pending: number;
  /** Unix milliseconds. */
  readonly created: number;
  readonly card_last4: string | null;
};

/** `created`: known to the PSP, but without a decision about a card yet. */
export type PaymentStatus =
  | 'created'
  | 'requires_action'
  | 'authorized'
  | 'captured'
  | 'canceled'
  | 'declined';

export type Refund = {
  readonly id: string;
  readonly reference: string | null;
  readonly payment: string;
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly created: number;
};

export const newPayment = (facts: {
  id: string;
  reference: string | null;
  amount: number;
  currency: string;
  created: number;
}): Payment => ({
  ...facts,
  status: 'created',
  authorized: 0,
  captured: 0,
  refunded: 0,
  refund_pending: 0,
  card_last4: null,
});

export const authorizePayment = <P extends Payment>(payment: P): P =>
  balanced({ ...payment, status: 'authorized', authorized: payment.amount });

/** Captures `amount` of the held amount. The rest is released, unless more captures are to come. */
export const capturePayment = <P extends Payment>(payment: P, amount: number, final = true): P => {
  const total = payment.captured + amount;
  return balanced({
    ...payment,
    status: final || total === payment.authorized ? 'captured' : 'authorized',
    captured: total,
  });
};

/** Undoes a capture: its amount is held again. */
export const uncapturePayment = <P extends Payment>(payment: P, amount: number): P =>
  balanced({
    ...payment,
    status: payment.captured === amount ? 'authorized' : payment.status,
    captured: payment.captured - amount,
  });

export const cancelPayment = <P extends Payment>(payment: P): P =>
  balanced({ ...payment, status: 'canceled', authorized: 0 });

export const refundable = (payment: Payment): number =>
  payment.captured - payment.refunded - payment.refund_pending;

/** A refund changed status: `from` is undefined if it is new, `to` is `failed` if its amount is given back. */
export const moveRefund = <P extends Payment>(
  payment: P,
  amount: number,
  from: Refund['status'] | undefined,
  to: Refund['status'],
): P => {
  const share = (status: Refund['status'] | undefined, of: Refund['status']) => (status === of ? amount : 0);
  return balanced({
    ...payment,
    refunded: payment.refunded + share(to, 'succeeded') - share(from, 'succeeded'),
    refund_pending: payment.refund_pending + share(to, 'pending') - share(from, 'pending'),
  });
};

/** A PSP whose books do not balance proves nothing, so stop at once. */
const balanced = <P extends Payment>(payment: P): P => {
  const { authorized: held, captured: taken, refunded, refund_pending } = payment;
  const isCovered = refunded + refund_pending <= taken && taken <= held && held <= payment.amount;
  const sound = isCovered && Math.min(held, taken, refunded, refund_pending) >= 0;
  if (!sound) throw new Error(`books of payment ${payment.id} do not add up: ${JSON.stringify(payment)}`);
  return payment;
};
