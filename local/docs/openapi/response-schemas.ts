import type * as z from 'zod/mini';
import {
  charge,
  chargeOperation,
  decision,
  openOperation,
} from '../../../lib/http/schemas/responses/charge.ts';
import {
  checkoutSession,
  lastPaymentError,
  nextAction,
  redactedCheckoutSession,
} from '../../../lib/http/schemas/responses/checkout-session.ts';
import { errorSchemas } from '../../../lib/http/schemas/responses/error-schemas.ts';
import { refund } from '../../../lib/http/schemas/responses/refund.ts';
import {
  attempt,
  brandPlan,
  routingDecision,
  skippedPsp,
} from '../../../lib/http/schemas/responses/routing-decision.ts';
import {
  deployment,
  publishedRoutingRule,
  routingRule,
  routingRuleList,
  routingRuleVersion,
  routingRuleVersionList,
  ruleApproval,
  ruleAuthor,
  ruleDifference,
} from '../../../lib/http/schemas/responses/routing-rule.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import { schemaNameOf } from './schema-name.ts';

/** What the service answers, by its name in the document. */
export const responseSchemas = (): Readonly<Record<string, z.core.$ZodType>> => ({
  CheckoutSession: checkoutSession,
  RedactedCheckoutSession: redactedCheckoutSession,
  NextAction: nextAction,
  LastPaymentError: lastPaymentError,
  RoutingDecision: routingDecision,
  BrandPlan: brandPlan,
  SkippedPsp: skippedPsp,
  Attempt: attempt,
  Charge: charge,
  ChargeOperation: chargeOperation,
  OpenOperation: openOperation,
  Decision: decision,
  Refund: refund,
  RoutingRule: routingRule,
  RoutingRuleList: routingRuleList,
  PublishedRoutingRule: publishedRoutingRule,
  RoutingRuleContent: ruleSchema,
  RoutingRuleVersion: routingRuleVersion,
  RoutingRuleVersionList: routingRuleVersionList,
  RuleDifference: ruleDifference,
  RuleAuthor: ruleAuthor,
  RuleApproval: ruleApproval,
  Failover: ruleSchema.shape.failover.def.innerType,
  Deployment: deployment,
  ...Object.fromEntries(Object.entries(errorSchemas()).map(([type, schema]) => [schemaNameOf(type), schema])),
});
