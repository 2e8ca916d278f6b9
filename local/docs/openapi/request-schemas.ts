import type * as z from 'zod/mini';
import { browser, confirmSessionBody } from '../../../lib/http/schemas/confirm-session-body.ts';
import { address } from '../../../lib/http/schemas/fields/address.ts';
import { customer, shipping, storedBillingDetails } from '../../../lib/http/schemas/fields/people.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import { requestBodies } from '../words/request-bodies.ts';

const [cardMethod, cardTokenMethod, pspTokenMethod, applePayMethod, googlePayMethod, storedMethod] =
  confirmSessionBody.shape.payment_method.def.options;

/** The bodies the functions check, and the parts of them that have a name of their own in the document. */
export const requestSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  ...Object.fromEntries(requestBodies.map(({ name, schema }) => [name, schema])),
  CardPaymentMethod: cardMethod,
  Card: cardMethod.shape.card,
  CardTokenPaymentMethod: cardTokenMethod,
  PspTokenPaymentMethod: pspTokenMethod,
  ApplePayPaymentMethod: applePayMethod,
  GooglePayPaymentMethod: googlePayMethod,
  StoredPaymentMethod: storedMethod,
  StoredBillingDetails: storedBillingDetails,
  Customer: customer,
  Shipping: shipping,
  Address: address,
  Browser: browser,
  BillingDetails: cardMethod.shape.billing_details.def.innerType,
  UpdateFailover: ruleSchema.shape.failover.def.innerType,
  UpdateHealthPolicy: ruleSchema.shape.health.def.innerType,
};
