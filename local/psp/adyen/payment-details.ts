import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { Operation } from '../framework/simulated-psp.ts';
import type { AdyenBooks, AdyenPayment } from './adyen-books.ts';
import { invalid } from './adyen-errors.ts';
import { answerPayment } from './answer-payment.ts';
import { authorisePayment } from './authorise-payment.ts';
import { readJson } from './read-json.ts';
import { refusalOfCode } from './refusals.ts';
import { detailsShape } from './request-shapes.ts';

/** After 3-D Secure, nothing is authorised until the merchant submits the parameters that the customer returned with. */
export const paymentDetailsOperation = (books: AdyenBooks): Operation => ({
  method: 'POST',
  path: '/payments/details',
  call: 'authenticate',
  run: (request) => {
    const read = readJson(detailsShape, request);
    if (!read.ok) return read.answer;
    const redirect = books.redirects.get(read.value.details.redirectResult);
    const payment = books.payments.get(redirect?.payment ?? '');
    if (payment === undefined) return invalid('14_018', 'Invalid payload provided');
    if (payment.status !== 'requires_action') return repeated(payment);
    const notAuthenticated = payment.authenticated === true ? payment.refusal : refusalOfCode('11');
    const refusal = request.decline === undefined ? notAuthenticated : refusalOfCode(request.decline);
    return authorisePayment(books, { ...payment, refusal });
  },
});

/** For a payment that is already decided, returns its result again. */
const repeated = (payment: AdyenPayment) =>
  answerPayment(
    payment,
    payment.refusal === null
      ? { resultCode: payment.status === 'canceled' ? 'Cancelled' : 'Authorised' }
      : {
          resultCode: payment.refusal.result,
          refusalReason: payment.refusal.reason,
          refusalReasonCode: payment.refusal.code,
        },
  );

/** The customer decided on the issuer's page: returns to the merchant with a `redirectResult`. */
export const completeChallenge = (books: AdyenBooks, id: string, approved: boolean): string | undefined => {
  const payment = books.payments.get(id);
  if (payment === undefined) return undefined;
  const result = `X6XtfGC3!${randomId(64, alphanumeric)}`;
  books.redirects.put(result, { payment: id });
  books.payments.put(id, { ...payment, redirect_result: result, authenticated: approved });
  const url = new URL(payment.return_url);
  url.searchParams.set('redirectResult', result);
  return url.href;
};
