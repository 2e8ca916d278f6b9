import { moveRefund, refundable, uncapturePayment } from '../framework/payment.ts';
import type { AdyenBooks, AdyenModification, AdyenPayment } from './adyen-books.ts';
import { notify } from './notify.ts';

/** The cardholder names for which Adyen's test platform lets a capture or a refund succeed first and fail later. */
export const failsLater = (holder: string | undefined): AdyenPayment['fails_later'] => {
  const [, kind] = /^(capture|refund) failed$/i.exec(holder ?? '') ?? [];
  if (kind === undefined) return null;
  return kind.toLowerCase() === 'capture' ? 'capture' : 'refund';
};

/** How long the card scheme takes in this simulation. */
const schemeMs = 100;

export const schemeRefuses = 'scheme_refuses';

/** Call it with an operation that has just succeeded. */
export const failLater = (
  books: AdyenBooks,
  payment: AdyenPayment,
  modification: AdyenModification,
): void => {
  if (payment.fails_later !== modification.kind) return;
  books.failing.put(modification.id, modification);
  books.context.schedule(schemeMs, { kind: schemeRefuses, id: modification.id });
};

/** The scheme undoes it, and the event has the reference of the failed operation. */
export const failNow = (books: AdyenBooks, id: string): void => {
  const modification = books.failing.get(id);
  const payment = books.payments.get(modification?.payment ?? '');
  if (modification === undefined || payment === undefined) return;
  books.failing.remove(id);
  const { kind, amount } = modification;
  // Anything refunded meanwhile was captured, so that part cannot be undone.
  if (kind === 'capture' && amount > refundable(payment)) return;
  const undone =
    kind === 'capture'
      ? uncapturePayment(payment, amount)
      : moveRefund(payment, amount, 'succeeded', 'failed');
  books.payments.put(payment.id, undone);
  const refund = books.refunds.get(id);
  if (refund !== undefined) books.refunds.put(id, { ...refund, status: 'failed' });
  const code = kind === 'capture' ? 'CAPTURE_FAILED' : 'REFUND_FAILED';
  notify(books, { code, success: true, reason: 'Rejected by card scheme', payment: undone, modification });
};
