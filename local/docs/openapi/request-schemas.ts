import * as z from 'zod/mini';
import { decideBody, emptyBody } from '../../../lib/http/schemas/action-bodies.ts';
import { confirmSessionBody } from '../../../lib/http/schemas/confirm-session-body.ts';
import { createSessionBody } from '../../../lib/http/schemas/create-session-body.ts';
import { cancelBody, captureBody } from '../../../lib/http/schemas/operation-bodies.ts';
import { refundBody } from '../../../lib/http/schemas/refund-body.ts';
import { updateRuleBody } from '../../../lib/http/schemas/update-rule-body.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';

const [cardMethod, pspTokenMethod] = confirmSessionBody.shape.payment_method.def.options;

/** The bodies the functions check, by their names in the document. */
export const requestSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  CreateCheckoutSession: createSessionBody(false),
  ConfirmCheckoutSession: confirmSessionBody,
  CardPaymentMethod: cardMethod,
  Card: cardMethod.shape.card,
  PspTokenPaymentMethod: pspTokenMethod,
  BillingDetails: cardMethod.shape.billing_details.def.innerType,
  RefundCharge: refundBody,
  CaptureCharge: captureBody,
  CancelCharge: cancelBody,
  DecideCharge: decideBody,
  NoFields: emptyBody,
  UpdateRoutingRule: z.extend(ruleSchema, updateRuleBody.shape),
  UpdateFailover: ruleSchema.shape.failover.def.innerType,
};
