import * as z from 'zod/mini';
import { confirmBody, paymentMethods } from '../../../lib/contract/bodies/confirm-session-body.ts';

/** Each kind of payment method, once. */
export const methodSchemas = {
  card: paymentMethods.card(),
  card_token: paymentMethods.card_token(),
  psp_token: paymentMethods.psp_token(),
  applepay: paymentMethods.applepay(),
  googlepay: paymentMethods.googlepay(),
  stored: paymentMethods.stored(),
} as const satisfies { readonly [K in keyof typeof paymentMethods]: ReturnType<(typeof paymentMethods)[K]> };

/** The body of a confirm, with all kinds of payment methods at once. */
export const documentedConfirm = confirmBody(
  z.discriminatedUnion('type', [
    methodSchemas.card,
    methodSchemas.card_token,
    methodSchemas.psp_token,
    methodSchemas.applepay,
    methodSchemas.googlepay,
    methodSchemas.stored,
  ]),
);
