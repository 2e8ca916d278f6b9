import { renderDeletedPaymentMethod } from '../lib/http/render-payment-method.ts';
import { deletePaymentMethod as route } from '../lib/http/routes.ts';
import { deletePaymentMethod } from '../lib/payments/sessions/payment-methods.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { changePaymentMethod } from '../lib/runtime/payment-methods.ts';

export const handler = endpoint(route, undefined, (call) =>
  changePaymentMethod(
    call,
    call.path.id,
    (ports) => deletePaymentMethod(ports, call.path.id),
    ({ id }) => renderDeletedPaymentMethod(id),
  ),
);
