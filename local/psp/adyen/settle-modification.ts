import { defined } from '../../../lib/types/defined.ts';
import { cancelPayment, capturePayment, moveRefund, type Refund, refundable } from '../framework/payment.ts';
import type { AdyenBooks, AdyenModification, AdyenPayment } from './adyen-books.ts';
import { failLater } from './fail-later.ts';
import { notify } from './notify.ts';

/** How long Adyen takes to decide in this simulation. */
export const settleAfterMs = 100;

const eventCodes = {
  capture: 'CAPTURE',
  cancel: 'CANCELLATION',
  technical_cancel: 'TECHNICAL_CANCEL',
  refund: 'REFUND',
} as const;

/** Decides on a received modification and reports the result. */
export const settleModification = (books: AdyenBooks, id: string): void => {
  const modification = books.modifications.get(id);
  if (modification === undefined) return;
  books.modifications.remove(id);
  const { kind, decline } = modification;
  const payment =
    kind === 'technical_cancel'
      ? books.payments.by(modification.payment).at(-1)
      : books.payments.get(modification.payment);
  const reason = payment === undefined ? 'Payment not found' : (decline ?? problemOf(payment, modification));
  if (payment !== undefined && reason === null) apply(books, payment, modification);
  if (kind === 'refund' && reason !== null) failRefund(books, id);
  // A technical cancel reports the payment's reference, so that a caller who knows nothing else can find it.
  const reference = kind === 'technical_cancel' ? modification.payment : modification.reference;
  notify(books, {
    code: eventCodes[kind],
    success: reason === null,
    reason: reason ?? '',
    ...defined({ payment }),
    modification: { ...modification, reference },
  });
  if (payment !== undefined && reason === null) failLater(books, payment, modification);
};

const problemOf = (payment: AdyenPayment, { kind, amount }: AdyenModification): string | null => {
  switch (kind) {
    case 'capture':
      if (payment.status !== 'authorized') return 'Transaction has no open authorisation';
      return amount > payment.authorized ? 'Insufficient balance on payment' : null;
    case 'cancel':
    case 'technical_cancel':
      if (payment.status === 'requires_action' || payment.status === 'authorized') return null;
      return payment.status === 'captured'
        ? 'Transaction already captured'
        : 'Transaction cannot be cancelled';
    case 'refund':
      if (payment.captured === 0) return "Transaction hasn't been captured, refund not possible";
      return amount > refundable(payment) ? 'Insufficient balance on payment' : null;
    default:
      return kind satisfies never;
  }
};

const apply = (books: AdyenBooks, payment: AdyenPayment, { id, kind, amount }: AdyenModification) => {
  switch (kind) {
    case 'capture':
      return books.payments.put(payment.id, capturePayment(payment, amount));
    case 'cancel':
    case 'technical_cancel':
      return books.payments.put(payment.id, cancelPayment(payment));
    case 'refund': {
      const refund = books.refunds.get(id);
      if (refund !== undefined) books.refunds.put(id, { ...refund, status: 'succeeded' });
      return books.payments.put(payment.id, moveRefund(payment, amount, undefined, 'succeeded'));
    }
    default:
      return kind satisfies never;
  }
};

const failRefund = (books: AdyenBooks, id: string): void => {
  const refund: Refund | undefined = books.refunds.get(id);
  if (refund !== undefined) books.refunds.put(id, { ...refund, status: 'failed' });
};
