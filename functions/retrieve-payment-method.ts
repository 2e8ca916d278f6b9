import { renderPaymentMethod } from '../lib/http/render-payment-method.ts';
import { retrievePaymentMethod } from '../lib/http/routes.ts';
import { noPaymentMethod } from '../lib/payments/sessions/payment-methods.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { paymentMethods } from '../lib/runtime/payment-methods.ts';

export const handler = endpoint(retrievePaymentMethod, undefined, async ({ path: { id } }) => {
  const method = await paymentMethods().find(id);
  if (!method) throw noPaymentMethod(id);
  return { json: renderPaymentMethod(method) };
});
