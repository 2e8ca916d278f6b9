import type * as z from 'zod/mini';
import { browser } from '../../../lib/contract/bodies/confirm-session-body.ts';
import { address, customer, shipping, storedBillingDetails } from '../../../lib/contract/fields/people.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import { methodSchemas } from '../descriptions/confirm-body.ts';
import { requestBodies } from '../descriptions/request-bodies.ts';

/** The bodies that the functions check, and the parts that are named in the document. */
export const requestSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  ...Object.fromEntries(requestBodies.map(({ name, schema }) => [name, schema])),
  CardPaymentMethod: methodSchemas.card,
  Card: methodSchemas.card.shape.card,
  CardTokenPaymentMethod: methodSchemas.card_token,
  PspTokenPaymentMethod: methodSchemas.psp_token,
  ApplePayPaymentMethod: methodSchemas.applepay,
  GooglePayPaymentMethod: methodSchemas.googlepay,
  StoredPaymentMethod: methodSchemas.stored,
  StoredBillingDetails: storedBillingDetails,
  Customer: customer,
  Shipping: shipping,
  Address: address,
  Browser: browser,
  BillingDetails: methodSchemas.card.shape.billing_details.def.innerType,
  UpdateFailover: ruleSchema.shape.failover.def.innerType,
  UpdateHealthPolicy: ruleSchema.shape.health.def.innerType,
};
