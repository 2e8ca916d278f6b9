import type * as z from 'zod';
import { exponentOf } from '../../../lib/types/currency.ts';
import { isNetworkTransactionId } from '../framework/network-transaction-id.ts';
import { authorizePayment, newPayment } from '../framework/payment.ts';
import { randomId } from '../framework/random-id.ts';
import { challengedCard } from '../framework/shared-cards.ts';
import type { Operation, PspResponse } from '../framework/simulated-psp.ts';
import {
  type CheckoutAction,
  type CheckoutBooks,
  type CheckoutCard,
  type CheckoutPayment,
  checkoutId,
} from './checkout-books.ts';
import { requestInvalid } from './checkout-errors.ts';
import { emitActionEvent } from './emit-event.ts';
import {
  balancesOf,
  customerOf,
  eciOf,
  isoTime,
  linksOf,
  renderSource,
  schemeIdOf,
  sourceIdOf,
} from './render-payment.ts';
import { paymentShape, readJson } from './requests.ts';
import { approvedCode, responseCodeOf, summaryOf } from './response-codes.ts';
import { acceptAction } from './settle-action.ts';
import { readSource } from './tokens.ts';

export const paymentOperation = (books: CheckoutBooks): Operation => ({
  method: 'POST',
  path: '/payments',
  call: 'authorize',
  run: (request) => {
    const read = readJson(paymentShape, request);
    if (!read.ok) return read.answer;
    const refusal =
      amountProblem(read.value) ?? typeProblem(read.value) ?? referenceProblem(books, read.value);
    if (refusal !== undefined) return refusal;
    const source = readSource(books, read.value.source);
    if (!source.ok) return source.answer;
    const payment = newCheckoutPayment(books, read.value, source.card);
    if (keeps(read.value)) books.sources.put(sourceIdOf(source.card), source.card);
    if (isUnlinked(read.value) && request.decline === undefined)
      return answerDecided(books, decidePayment(books, payment, '20154'));
    const secure = read.value['3ds'];
    // A challenge cures a refusal for lack of authentication (20154).
    const cured =
      request.decline === '20154' && secure?.challenge_indicator === 'challenge_requested_mandate';
    if ((request.decline === undefined || cured) && secure?.enabled === true) {
      if (source.card.enrolled) return challenge(books, payment);
      if (secure.attempt_n3d !== true)
        return answerDecided(books, decidePayment(books, notEnrolled(payment), '20150'));
      return answerDecided(books, decidePayment(books, notEnrolled(payment), codeOf(payment)));
    }
    return answerDecided(books, decidePayment(books, payment, request.decline ?? unasked(payment)));
  },
});

/** The bank's answer if its customer was not asked. */
const unasked = (payment: CheckoutPayment): string =>
  payment.card.test_number === challengedCard ? '20154' : codeOf(payment);

/** The bank's answer to this card and amount. */
const codeOf = ({ card, amount }: CheckoutPayment): string =>
  card.test_number === null ? approvedCode : responseCodeOf(card.test_number, amount);

type Body = z.infer<typeof paymentShape>;

const lastDigitZero = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

const amountProblem = ({ amount, currency }: Body): PspResponse | undefined => {
  if (exponentOf(currency.toLowerCase()) === undefined) return requestInvalid('currency_invalid');
  // Amount 0 asks for a card verification, which no router sends.
  if (amount === undefined || amount === 0) return requestInvalid('amount_invalid');
  if (lastDigitZero.has(currency) && amount % 10 !== 0) return requestInvalid('amount_invalid');
  if (currency === 'CLP' && amount % 100 !== 0) return requestInvalid('amount_invalid');
  return undefined;
};

/** The default according to the document. */
const keeps = ({ source }: Body): boolean => source.type !== 'id' && source.store_for_future_use !== false;

/** A merchant-initiated payment with a card that is not linked to a payment by the customer: the bank requires authentication. */
const isUnlinked = ({ merchant_initiated, source, previous_payment_id }: Body): boolean => {
  if (merchant_initiated !== true || source.type === 'id') return false;
  return previous_payment_id === undefined || source.type !== 'card' || source.stored !== true;
};

/** A merchant-initiated payment is of a type of its own. */
const typeProblem = ({ merchant_initiated, payment_type = 'Regular' }: Body): PspResponse | undefined =>
  merchant_initiated === true && payment_type === 'Regular'
    ? requestInvalid('payment_type_invalid')
    : undefined;

const referenceProblem = ({ payments }: CheckoutBooks, { previous_payment_id: id }: Body) =>
  id === undefined || isNetworkTransactionId(id) || payments.get(id) !== undefined
    ? undefined
    : requestInvalid('previous_payment_id_invalid');

const newCheckoutPayment = (books: CheckoutBooks, body: Body, card: CheckoutCard): CheckoutPayment => ({
  ...newPayment({
    id: checkoutId('pay'),
    reference: body.reference ?? null,
    amount: body.amount ?? 0,
    currency: body.currency.toLowerCase(),
    created: books.context.now(),
  }),
  card_last4: card.last4,
  session: checkoutId('sid'),
  capture: body.capture ?? true,
  payment_type: body.payment_type,
  ...(body.source.type === 'card' && body.source.cvv === undefined && { cvv_absent: true as const }),
  ...(body.source.type !== 'id' && !keeps(body) && { not_stored: true as const }),
  voided: 0,
  card,
  three_d_secure: null,
  success_url: body.success_url ?? null,
  failure_url: body.failure_url ?? null,
  description: body.description ?? null,
  customer: body.customer === undefined ? null : { email: body.customer.email, name: body.customer.name },
  metadata: body.metadata ?? {},
  response_code: null,
  auth_code: null,
});

const notEnrolled = (payment: CheckoutPayment): CheckoutPayment => ({
  ...payment,
  three_d_secure: { downgraded: true, enrolled: 'N' },
});

/** 202: nothing is authorised until the customer has visited `_links.redirect`. */
const challenge = (books: CheckoutBooks, payment: CheckoutPayment): PspResponse => {
  const waiting: CheckoutPayment = {
    ...payment,
    status: 'requires_action',
    three_d_secure: { downgraded: false, enrolled: 'Y' },
  };
  books.payments.put(waiting.id, waiting);
  books.sessions.put(waiting.session, { payment: waiting.id });
  return {
    status: 202,
    body: {
      id: waiting.id,
      status: 'Pending',
      ...(waiting.reference !== null && { reference: waiting.reference }),
      ...(waiting.customer !== null && { customer: customerOf(waiting) }),
      '3ds': waiting.three_d_secure,
      _links: {
        self: { href: `${books.context.origin()}/payments/${waiting.id}` },
        redirect: { href: books.context.challenge(waiting.id) },
      },
    },
    executed: true,
    payment: waiting.id,
  };
};

/** 201, whether the bank approved or declined. */
const answerDecided = (books: CheckoutBooks, { payment, action }: Authorized): PspResponse => {
  const code = payment.response_code ?? approvedCode;
  const approved = code === approvedCode;
  return {
    status: 201,
    body: {
      id: payment.id,
      action_id: action.id,
      amount: payment.amount,
      currency: payment.currency.toUpperCase(),
      approved,
      status: approved ? 'Authorized' : 'Declined',
      ...(payment.auth_code !== null && { auth_code: payment.auth_code }),
      response_code: code,
      response_summary: summaryOf(code),
      ...(payment.three_d_secure !== null && { '3ds': payment.three_d_secure }),
      risk: { flagged: code.startsWith('4') },
      source: renderSource(payment),
      ...(payment.customer !== null && { customer: customerOf(payment) }),
      balances: balancesOf(payment),
      processed_on: isoTime(books.context.now()),
      ...(payment.reference !== null && { reference: payment.reference }),
      processing: {
        acquirer_transaction_id: payment.id.slice(4, 24),
        retrieval_reference_number: action.id.slice(4, 16),
      },
      eci: eciOf(payment),
      scheme_id: schemeIdOf(payment),
      _links: linksOf(books, payment),
    },
    executed: true,
    payment: payment.id,
  };
};

export type Authorized = { readonly payment: CheckoutPayment; readonly action: CheckoutAction };

/** Asks the bank and books its answer. With `capture`, the capture follows automatically, a little later. */
const decidePayment = (books: CheckoutBooks, payment: CheckoutPayment, response_code: string): Authorized => {
  const approved = response_code === '10000';
  const auth_code = approved ? randomId(6, '0123456789') : null;
  const asked: CheckoutPayment = { ...payment, response_code, auth_code };
  const decided: CheckoutPayment = approved ? authorizePayment(asked) : { ...asked, status: 'declined' };
  const action: CheckoutAction = {
    id: checkoutId('act'),
    payment: payment.id,
    type: 'Authorization',
    amount: payment.amount,
    reference: payment.reference,
    metadata: payment.metadata,
    final: true,
    processed_on: books.context.now(),
    response_code,
    auth_code,
  };
  books.payments.put(payment.id, decided);
  books.actions.put(action.id, action);
  emitActionEvent(books, approved ? 'payment_approved' : 'payment_declined', decided, action);
  if (approved && payment.capture)
    acceptAction(books, decided, { type: 'Capture', amount: payment.amount, final: true });
  return { payment: decided, action };
};

/** After 3-D Secure, Checkout.com asks the bank by itself; the customer returns with a session id. */
export const completeChallenge = (
  books: CheckoutBooks,
  id: string,
  approved: boolean,
): string | undefined => {
  const payment = books.payments.get(id);
  if (payment === undefined) return undefined;
  const code = approved ? codeOf(payment) : '20151';
  const waiting = payment.status === 'requires_action';
  const now = waiting ? decidePayment(books, payment, code).payment : payment;
  const address = now.status === 'declined' ? now.failure_url : now.success_url;
  if (address === null) return undefined;
  const url = new URL(address);
  url.searchParams.set('cko-session-id', now.session);
  return url.href;
};
