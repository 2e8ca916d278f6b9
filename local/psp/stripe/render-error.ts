import { renderMethod } from './render-method.ts';
import type { StripeBooks, StripeError } from './stripe-books.ts';

/** An error with its payment method in full, as `last_payment_error` and declined answers carry it. */
export const renderError = (books: StripeBooks, { method, ...error }: StripeError): object => {
  const found = method === undefined ? undefined : books.methods.get(method);
  return {
    ...error,
    doc_url: `https://stripe.com/docs/error-codes/${error.code}`,
    ...(found !== undefined && { payment_method: renderMethod(found), payment_method_type: 'card' }),
  };
};
