import type { Psp } from '../../types/psp.ts';
import { parseJson, textAt } from '../json.ts';

/** `customer`: Stripe's id, which the intent must name from its creation on. */
export type PspToken = { readonly payment_method: string; readonly customer?: string };

/**
 * A Stripe token, or undefined for any other text. It is the id of a PaymentMethod (a plain string), or JSON `{"payment_method","customer"}` if it is
 * attached to a customer, or will be by this payment. A request gets only these fields.
 */
export const readToken = (token: string): PspToken | undefined => {
  if (methodId.test(token)) return { payment_method: token };
  const json = parseJson(token);
  const payment_method = textAt(json, 'payment_method');
  const customer = textAt(json, 'customer');
  if (payment_method === undefined || !methodId.test(payment_method)) return undefined;
  return customer !== undefined && customerId.test(customer) ? { payment_method, customer } : undefined;
};

/** A browser may not name one of the merchant's customers. */
export const tokenKind: Psp['tokenKind'] = (token) => {
  const read = readToken(token);
  return read && (read.customer === undefined ? 'single_use' : 'stored');
};

/** The token of a payment method attached to a customer; undefined if it is not attached. */
export const storedToken = (fields: {
  readonly payment_method: string | undefined;
  readonly customer: string | undefined;
}): string | undefined => {
  const token = JSON.stringify(fields);
  return tokenKind(token) === 'stored' ? token : undefined;
};

const methodId = /^pm_\w{5,64}$/;
const customerId = /^cus_\w{5,64}$/;
