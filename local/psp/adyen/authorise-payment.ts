import { defined } from '../../../lib/types/defined.ts';
import { networkTransactionId } from '../framework/network-transaction-id.ts';
import { authorizePayment, capturePayment } from '../framework/payment.ts';
import { alphanumeric, randomId } from '../framework/random-id.ts';
import type { PspResponse } from '../framework/simulated-psp.ts';
import { type AdyenBooks, type AdyenModification, type AdyenPayment, pspReference } from './adyen-books.ts';
import { answerPayment } from './answer-payment.ts';
import { failLater } from './fail-later.ts';
import { notify } from './notify.ts';
import type { AdyenRefusal } from './refusals.ts';

/** Asks the bank and books its answer. Without manual capture the money counts as taken at once, since Adyen captures by itself. */
export const authorisePayment = (books: AdyenBooks, payment: AdyenPayment): PspResponse => {
  const refusal = payment.refusal;
  if (refusal !== null) {
    const declined: AdyenPayment = { ...payment, status: 'declined' };
    books.payments.put(payment.id, declined);
    notify(books, {
      code: 'AUTHORISATION',
      payment: declined,
      success: false,
      reason: `${refusal.code} : ${refusal.reason}`,
    });
    return answerPayment(declined, {
      resultCode: refusal.result,
      refusalReason: refusal.reason,
      refusalReasonCode: refusal.code,
      additionalData: {
        cardSummary: payment.card_last4 ?? '',
        refusalReasonRaw: refusal.reason,
        ...adviceOn(payment, refusal),
      },
    });
  }
  const held = authorizePayment(payment);
  const taken = payment.manual_capture ? held : capturePayment(held, held.amount);
  books.payments.put(payment.id, taken);
  const authCode = randomId(6, '0123456789');
  const additional = { ...cardData(payment), ...store(books, payment), authCode };
  notify(books, {
    code: 'AUTHORISATION',
    payment: taken,
    success: true,
    reason: `${authCode}:${payment.card_last4}:03/2030`,
    operations: ['CANCEL', 'CAPTURE', 'REFUND'],
    additional,
  });
  if (!taken.manual_capture) failLater(books, taken, automaticCapture(taken));
  return answerPayment(taken, {
    resultCode: 'Authorised',
    additionalData: additional,
  });
};

/** Mastercard says when to ask again for a card without funds. */
const adviceOn = ({ brand }: AdyenPayment, { code }: AdyenRefusal) =>
  brand === 'mc' && code === '12' ? { merchantAdviceCode: '24 : Retry after 1 hour' } : {};

/** The card data for an account that has everything switched on. */
const cardData = ({
  id,
  created,
  brand,
  card_last4,
  expiry,
  address_given,
  authenticated,
  cvc_absent,
}: AdyenPayment) => ({
  avsResult: address_given === true ? '7 Both postal code and address match' : '5 No AVS data provided',
  cardPaymentMethod: brand,
  cardSummary: card_last4 ?? '',
  cvcResult: cvc_absent ? '0 Unknown' : '1 Matches',
  fundingSource: 'CREDIT',
  liabilityShift: String(authenticated === true),
  networkTxReference: networkTransactionId(id, brand === 'mc' ? 'mastercard' : 'visa', created),
  paymentMethod: brand,
  ...defined({ expiryDate: expiry }),
  ...(authenticated === true && { eci: '05', threeDSVersion: '2.2.0' }),
});

/** Stores the card if requested, and returns its id. */
const store = ({ stored }: AdyenBooks, { storing }: AdyenPayment) => {
  if (storing === undefined) return {};
  const id = randomId(16, alphanumeric.toUpperCase());
  stored.put(id, storing);
  return {
    'tokenization.storedPaymentMethodId': id,
    'tokenization.shopperReference': storing.shopper,
    'tokenization.store.operationType': 'created',
  };
};

/** A capture that was not requested is reported only if it fails. */
const automaticCapture = ({ id, amount, currency }: AdyenPayment): AdyenModification => ({
  id: pspReference(),
  kind: 'capture',
  payment: id,
  reference: null,
  amount,
  currency,
  decline: null,
});
