import type * as z from 'zod';
import { exponentOf } from '../../../lib/types/currency.ts';
import { newPayment } from '../framework/payment.ts';
import type { Operation, PspAnswer, PspRequest } from '../framework/simulated-psp.ts';
import { type AdyenBooks, type AdyenPayment, pspReference } from './adyen-books.ts';
import { invalid } from './adyen-errors.ts';
import { answerPayment } from './answer-payment.ts';
import { authorisePayment } from './authorise-payment.ts';
import { closeOfferLater } from './close-offer.ts';
import { failsLater } from './fail-later.ts';
import { type AdyenCard, readCard } from './read-card.ts';
import { readJson } from './read-json.ts';
import { type AdyenRefusal, refusalOfCode, refusalOfHolder } from './refusals.ts';
import { paymentShape } from './request-shapes.ts';

/** Documented test cards enrolled in 3-D Secure. Others are challenged if the request asks for it. */
const enrolled = new Set([
  '4212345678901237',
  '5212345678901234',
  '4917610000000000',
  '5454545454545454',
  '371449635398431',
]);

export const paymentOperation = (books: AdyenBooks): Operation => ({
  method: 'POST',
  path: '/payments',
  call: 'authorize',
  run: (request) => {
    const read = readJson(paymentShape, request);
    if (!read.ok) return read.answer;
    const { value } = read;
    const refused = refuse(value);
    if (refused !== undefined) return refused;
    const found = readCard(value, books.context.now());
    if (!found.ok) return found.answer;
    const payment = bookedPayment(books, value, found.card, refusalOf(value, found.card, request));
    books.payments.put(payment.id, payment);
    const challenged =
      (request.decline === undefined || isCured(value, request)) &&
      mustAuthenticate(value, found.card) &&
      canAuthenticate(value);
    return challenged ? redirect(books, payment) : authorisePayment(books, payment);
  },
});

type Body = z.infer<typeof paymentShape>;

const refuse = ({ amount, returnUrl }: Body): PspAnswer | undefined => {
  if (
    exponentOf(amount.currency.toLowerCase()) === undefined ||
    amount.currency !== amount.currency.toUpperCase()
  )
    return invalid('138', 'Unsupported currency specified');
  if (amount.value < 0) return invalid('137', 'Invalid amount specified');
  if (!URL.canParse(returnUrl)) return invalid('14_031', 'Return URL is invalid.');
  return undefined;
};

const refusalOf = (body: Body, card: AdyenCard, request: PspRequest): AdyenRefusal | undefined => {
  if (request.decline !== undefined)
    return isCured(body, request) ? undefined : refusalOfCode(request.decline);
  const forced = body.additionalData?.RequestedTestAcquirerResponseCode;
  if (forced === undefined && mustAuthenticate(body, card) && !canAuthenticate(body))
    return refusalOfCode('38');
  return forced === undefined ? refusalOfHolder(card.holder) : refusalOfCode(forced);
};

const bookedPayment = (
  books: AdyenBooks,
  body: Body,
  card: AdyenCard,
  refusal: AdyenRefusal | undefined,
): AdyenPayment => ({
  ...newPayment({
    id: pspReference(),
    reference: body.reference,
    amount: body.amount.value,
    currency: body.amount.currency.toLowerCase(),
    created: books.context.now(),
  }),
  card_last4: card.number.slice(-4),
  brand: card.brand,
  ...expiryOf(body),
  address_given: body.billingAddress !== undefined,
  manual_capture: body.additionalData?.manualCapture === 'true',
  return_url: body.returnUrl,
  refusal: refusal ?? null,
  redirect_result: null,
  authenticated: null,
  fails_later: failsLater(card.holder),
});

const expiryOf = ({ paymentMethod: { expiryMonth, expiryYear } }: Body) =>
  expiryMonth === undefined || expiryYear === undefined
    ? {}
    : { expiry: `${Number(expiryMonth)}/${expiryYear}` };

/** What the bank refuses for want of authentication (38), a challenge cures. */
const isCured = (body: Body, { decline }: PspRequest): boolean =>
  decline === '38' && body.authenticationData?.attemptAuthentication === 'always' && canAuthenticate(body);

/**
 * On the web 3-D Secure needs the whole `browserInfo`, by the document. Without it no redirect is offered, and a bank that insists declines for want of
 * authentication: what Adyen answers is not in the document, and is as users of its API report it.
 */
const canAuthenticate = ({ channel, browserInfo }: Body): boolean =>
  channel !== 'Web' || browserInfo !== undefined;

const mustAuthenticate = (body: Body, card: AdyenCard): boolean => {
  const wish = body.authenticationData?.attemptAuthentication;
  if (wish === 'never' || body.shopperInteraction === 'ContAuth' || body.shopperInteraction === 'Moto')
    return false;
  return wish === 'always' || enrolled.has(card.number);
};

const redirect = (books: AdyenBooks, payment: AdyenPayment): PspAnswer => {
  books.payments.put(payment.id, { ...payment, status: 'requires_action' });
  closeOfferLater(books, payment.id);
  return answerPayment(payment, {
    resultCode: 'RedirectShopper',
    action: {
      type: 'redirect',
      paymentMethodType: 'scheme',
      method: 'GET',
      url: books.context.challenge(payment.id),
    },
  });
};
