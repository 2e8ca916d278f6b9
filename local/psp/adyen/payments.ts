import type * as z from 'zod';
import { exponentOf } from '../../../lib/types/currency.ts';
import { isNetworkTransactionId } from '../framework/network-transaction-id.ts';
import { newPayment } from '../framework/payment.ts';
import type { Operation, PspRequest, PspResponse } from '../framework/simulated-psp.ts';
import { type AdyenBooks, type AdyenPayment, pspReference } from './adyen-books.ts';
import type { AdyenCard } from './adyen-card.ts';
import { invalid } from './adyen-errors.ts';
import { answerPayment } from './answer-payment.ts';
import { authorisePayment } from './authorise-payment.ts';
import { closeOfferLater } from './close-offer.ts';
import { failsLater } from './fail-later.ts';
import { readCard } from './read-card.ts';
import { readJson } from './read-json.ts';
import { type AdyenRefusal, refusalOfCode, refusalOfHolder } from './refusals.ts';
import { paymentShape } from './request-shapes.ts';

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
    const found = readCard(books, value);
    if (!found.ok) return found.answer;
    const payment = bookedPayment(books, value, found.card, refusalOf(value, found.card, request));
    books.payments.put(payment.id, payment);
    const declined = request.decline !== undefined && !isCured(value, request);
    const challenged = !declined && mustAuthenticate(value, found.card) && canAuthenticate(value);
    return challenged ? redirect(books, payment) : authorisePayment(books, payment);
  },
});

type Body = z.infer<typeof paymentShape>;

const refuse = (body: Body): PspResponse | undefined => {
  const { amount, returnUrl } = body;
  if (
    exponentOf(amount.currency.toLowerCase()) === undefined ||
    amount.currency !== amount.currency.toUpperCase()
  )
    return invalid('138', 'Unsupported currency specified');
  if (amount.value < 0) return invalid('137', 'Invalid amount specified');
  if (!URL.canParse(returnUrl)) return invalid('14_031', 'Return URL is invalid.');
  return lackOfToken(body);
};

/** The refusal if a field for creating or using a token is missing. */
const lackOfToken = (body: Body): PspResponse | undefined => {
  if (body.storePaymentMethod !== true && body.paymentMethod.storedPaymentMethodId === undefined)
    return undefined;
  const lacking = (['shopperReference', 'recurringProcessingModel'] as const).find(
    (field) => body[field] === undefined,
  );
  return lacking && invalid('702', `Required field '${lacking}' is not provided.`);
};

/** A merchant-initiated payment that is not linked to one by the customer: the bank requires authentication. */
const isUnlinked = ({
  shopperInteraction,
  recurringProcessingModel,
  paymentMethod,
  additionalData,
}: Body) => {
  const byMerchant =
    shopperInteraction === 'ContAuth' && (recurringProcessingModel ?? 'CardOnFile') !== 'CardOnFile';
  const reference = paymentMethod.networkPaymentReference ?? additionalData?.networkTxReference ?? '';
  return (
    byMerchant && paymentMethod.storedPaymentMethodId === undefined && !isNetworkTransactionId(reference)
  );
};

const refusalOf = (body: Body, card: AdyenCard, request: PspRequest): AdyenRefusal | undefined => {
  if (request.decline !== undefined)
    return isCured(body, request) ? undefined : refusalOfCode(request.decline);
  const forced = body.additionalData?.RequestedTestAcquirerResponseCode;
  const unanswered = mustAuthenticate(body, card) && !canAuthenticate(body);
  if (forced === undefined && (unanswered || isUnlinked(body))) return refusalOfCode('38');
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
  card_last4: card.last4,
  brand: card.brand,
  ...expiryOf(body),
  address_given: body.billingAddress !== undefined,
  manual_capture: body.additionalData?.manualCapture === 'true',
  return_url: body.returnUrl,
  refusal: refusal ?? null,
  redirect_result: null,
  authenticated: null,
  fails_later: failsLater(card.holder),
  ...(body.paymentMethod.number !== undefined &&
    body.paymentMethod.cvc === undefined && { cvc_absent: true as const }),
  ...(body.storePaymentMethod === true &&
    body.shopperReference !== undefined && { storing: { card, shopper: body.shopperReference } }),
});

const expiryOf = ({ paymentMethod: { expiryMonth, expiryYear } }: Body) =>
  expiryMonth === undefined || expiryYear === undefined
    ? {}
    : { expiry: `${Number(expiryMonth)}/${expiryYear}` };

/** A challenge cures a refusal for lack of authentication (38). */
const isCured = (body: Body, { decline }: PspRequest): boolean =>
  decline === '38' && body.authenticationData?.attemptAuthentication === 'always' && canAuthenticate(body);

/**
 * On the web, 3-D Secure needs the whole `browserInfo`, according to the document. Without it, Adyen offers no redirect, and a bank that insists
 * declines for lack of authentication. The document does not give that answer; this one is as users of the API report it.
 */
const canAuthenticate = ({ channel, browserInfo }: Body): boolean =>
  channel !== 'Web' || browserInfo !== undefined;

const mustAuthenticate = (body: Body, card: AdyenCard): boolean => {
  const wish = body.authenticationData?.attemptAuthentication;
  if (wish === 'never' || body.shopperInteraction === 'ContAuth' || body.shopperInteraction === 'Moto')
    return false;
  return wish === 'always' || card.enrolled;
};

const redirect = (books: AdyenBooks, payment: AdyenPayment): PspResponse => {
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
