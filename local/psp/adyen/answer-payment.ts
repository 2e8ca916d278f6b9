import type { PspResponse } from '../framework/simulated-psp.ts';
import type { AdyenPayment } from './adyen-books.ts';

/** The answer to a payment request: Adyen answers with HTTP 200 even if it refuses. */
export const answerPayment = (payment: AdyenPayment, result: object): PspResponse => ({
  status: 200,
  body: {
    pspReference: payment.id,
    ...result,
    amount: { currency: payment.currency.toUpperCase(), value: payment.amount },
    merchantReference: payment.reference,
    paymentMethod: { brand: payment.brand, type: 'scheme' },
  },
  executed: true,
  payment: payment.id,
});
