import { defined } from '../../../lib/types/defined.ts';
import { cancelPayment, capturePayment, moveRefund, type Refund } from '../framework/payment.ts';
import {
  type CheckoutAction,
  type CheckoutBooks,
  type CheckoutPayment,
  checkoutId,
} from './checkout-books.ts';
import { emitActionEvent } from './emit-event.ts';

/** How long Checkout.com takes to process an accepted action in this simulation. */
const processAfterMs = 100;

type Facts = {
  readonly type: 'Capture' | 'Void' | 'Refund';
  readonly amount: number;
  readonly final: boolean;
  readonly reference?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The response code with which it must be declined. */
  readonly decline?: string | undefined;
};

/** Accepts a capture, void or refund. A refund's amount is reserved at once. */
export const acceptAction = (
  books: CheckoutBooks,
  payment: CheckoutPayment,
  { decline, ...facts }: Facts,
): CheckoutAction => {
  const action: CheckoutAction = {
    id: checkoutId('act'),
    payment: payment.id,
    type: facts.type,
    amount: facts.amount,
    reference: facts.reference ?? null,
    metadata: facts.metadata ?? {},
    final: facts.final,
    processed_on: null,
    response_code: null,
    auth_code: null,
  };
  books.actions.put(action.id, action);
  if (facts.type === 'Refund') {
    const { id, reference, amount } = action;
    const created = books.context.now();
    books.refunds.put(id, { id, reference, payment: payment.id, amount, status: 'pending', created });
    books.payments.put(payment.id, moveRefund(payment, amount, undefined, 'pending'));
  }
  books.context.schedule(processAfterMs, {
    kind: 'process',
    id: action.id,
    ...defined({ decline }),
  });
  return action;
};

const events = {
  Capture: ['payment_captured', 'payment_capture_declined'],
  Void: ['payment_voided', 'payment_void_declined'],
  Refund: ['payment_refunded', 'payment_refund_declined'],
} as const;

/** Processes an accepted action and reports the result. */
export const settleAction = (books: CheckoutBooks, id: string, decline: string | undefined): void => {
  const action = books.actions.get(id);
  const payment = books.payments.get(action?.payment ?? '');
  if (action === undefined || payment === undefined || action.type === 'Authorization') return;
  const refused = decline ?? (isPossible(payment, action) ? undefined : '20012');
  const done: CheckoutAction = {
    ...action,
    processed_on: books.context.now(),
    response_code: refused ?? '10000',
  };
  const settled = refused === undefined ? applied(payment, action) : released(payment, action);
  books.actions.put(id, done);
  books.payments.put(payment.id, settled);
  if (action.type === 'Refund') settleRefund(books, id, refused === undefined ? 'succeeded' : 'failed');
  emitActionEvent(books, events[action.type][refused === undefined ? 0 : 1], settled, done);
};

const isPossible = (payment: CheckoutPayment, { type, amount }: CheckoutAction): boolean => {
  if (type === 'Refund') return true;
  if (payment.status !== 'authorized') return false;
  return type === 'Void' ? payment.captured === 0 : amount <= payment.authorized - payment.captured;
};

const applied = (payment: CheckoutPayment, { type, amount, final }: CheckoutAction): CheckoutPayment => {
  switch (type) {
    case 'Capture':
      return capturePayment(payment, amount, final);
    case 'Void':
      return { ...cancelPayment(payment), voided: payment.authorized };
    case 'Refund':
      return moveRefund(payment, amount, 'pending', 'succeeded');
    case 'Authorization':
      return payment;
    default:
      return type satisfies never;
  }
};

const released = (payment: CheckoutPayment, { type, amount }: CheckoutAction): CheckoutPayment =>
  type === 'Refund' ? moveRefund(payment, amount, 'pending', 'failed') : payment;

const settleRefund = (books: CheckoutBooks, id: string, status: Refund['status']): void => {
  const refund = books.refunds.get(id);
  if (refund !== undefined) books.refunds.put(id, { ...refund, status });
};
