import { defined } from '../../../lib/types/defined.ts';
import type { Operation, PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { type AdyenBooks, type AdyenModification, type AdyenPayment, pspReference } from './adyen-books.ts';
import { invalid } from './adyen-errors.ts';
import { merchantAccount } from './merchant-account.ts';
import { readJson } from './read-json.ts';
import { cancelShape, captureShape, refundShape, technicalCancelShape } from './request-shapes.ts';
import { settleAfterMs } from './settle-modification.ts';

/** Captures, cancels and refunds: Adyen always answers `received`, and reports the result by webhook. */
export const modificationOperations = (books: AdyenBooks): readonly Operation[] => [
  {
    method: 'POST',
    path: '/payments/{payment}/captures',
    call: 'capture',
    run: (request) => {
      const read = readJson(captureShape, request);
      return read.ok ? receive(books, request, 'capture', read.value) : read.answer;
    },
  },
  {
    method: 'POST',
    path: '/payments/{payment}/cancels',
    call: 'cancel',
    run: (request) => {
      const read = readJson(cancelShape, request);
      return read.ok ? receive(books, request, 'cancel', read.value) : read.answer;
    },
  },
  {
    method: 'POST',
    path: '/payments/{payment}/refunds',
    call: 'refund',
    run: (request) => {
      const read = readJson(refundShape, request);
      return read.ok ? receive(books, request, 'refund', read.value) : read.answer;
    },
  },
  {
    method: 'POST',
    path: '/cancels',
    call: 'cancel',
    run: (request) => {
      const read = readJson(technicalCancelShape, request);
      if (!read.ok) return read.answer;
      const { paymentReference, reference } = read.value;
      const [payment] = books.payments.by(paymentReference);
      const id = schedule(books, {
        kind: 'technical_cancel',
        payment: paymentReference,
        reference: reference ?? null,
        amount: payment?.amount ?? 0,
        currency: payment?.currency ?? 'eur',
        decline: request.decline ?? null,
      });
      return received({ paymentReference, ...defined({ reference }) }, id, payment?.id);
    },
  },
];

type Body = {
  readonly reference?: string | undefined;
  readonly amount?: { readonly currency: string; readonly value: number };
};

const receive = (
  books: AdyenBooks,
  request: PspRequest,
  kind: 'capture' | 'cancel' | 'refund',
  { reference, amount }: Body,
): PspResponse => {
  const payment = books.payments.get(request.params.payment ?? '');
  if (payment === undefined) return invalid('167', 'Original pspReference required for this operation');
  const problem = amountProblem(payment, amount);
  if (problem !== undefined) return problem;
  const id = schedule(books, {
    kind,
    payment: payment.id,
    reference: reference ?? null,
    amount: amount?.value ?? payment.amount,
    currency: payment.currency,
    decline: request.decline ?? null,
  });
  const echoed = {
    paymentPspReference: payment.id,
    ...defined({ reference, amount }),
  };
  return received(echoed, id, payment.id);
};

const amountProblem = (payment: AdyenPayment, amount: Body['amount']): PspResponse | undefined => {
  if (amount === undefined) return undefined;
  if (amount.value < 1) return invalid('137', 'Invalid amount specified');
  if (amount.currency.toLowerCase() !== payment.currency)
    return invalid('138', 'The currency differs from that of the payment');
  return undefined;
};

const schedule = (books: AdyenBooks, facts: Omit<AdyenModification, 'id'>): string => {
  const id = pspReference();
  books.modifications.put(id, { id, ...facts });
  if (facts.kind === 'refund')
    books.refunds.put(id, {
      id,
      reference: facts.reference,
      payment: facts.payment,
      amount: facts.amount,
      status: 'pending',
      created: books.context.now(),
    });
  books.context.schedule(settleAfterMs, { kind: 'settle', id });
  return id;
};

const received = (echoed: object, id: string, payment: string | undefined): PspResponse => ({
  status: 201,
  body: { merchantAccount, ...echoed, pspReference: id, status: 'received' },
  executed: true,
  ...defined({ payment }),
});
