import type * as z from 'zod/mini';
import { auditActor, auditEntry } from '../../../lib/http/schemas/responses/audit-entry.ts';
import {
  backtest,
  backtestShare,
  expectedApproval,
  movedSession,
  movedSessions,
} from '../../../lib/http/schemas/responses/backtest.ts';
import {
  authentication,
  charge,
  chargedCard,
  chargeOperation,
  checks,
  decision,
  openOperation,
} from '../../../lib/http/schemas/responses/charge.ts';
import {
  checkoutSession,
  customer,
  lastPaymentError,
  nextAction,
  postalAddress,
  redactedCheckoutSession,
  shipping,
  storedBillingDetails,
} from '../../../lib/http/schemas/responses/checkout-session.ts';
import { dispute } from '../../../lib/http/schemas/responses/dispute.ts';
import { errorSchemas } from '../../../lib/http/schemas/responses/error-schemas.ts';
import { event, eventData, eventWithDeliveries } from '../../../lib/http/schemas/responses/event.ts';
import {
  auditEntryList,
  chargeList,
  checkoutSessionList,
  disputeList,
  eventList,
  refundList,
} from '../../../lib/http/schemas/responses/lists.ts';
import { refund } from '../../../lib/http/schemas/responses/refund.ts';
import {
  adjustedWeight,
  attempt,
  brandPlan,
  routingDecision,
  routingHealth,
  skippedPsp,
} from '../../../lib/http/schemas/responses/routing-decision.ts';
import { healthStratum, healthVerdict } from '../../../lib/http/schemas/responses/routing-health.ts';
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
import {
  deletedWebhookEndpoint,
  delivery,
  webhookEndpoint,
  webhookEndpointList,
  webhookEndpointWithSecret,
} from '../../../lib/http/schemas/responses/webhook-endpoint.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import { schemaNameOf } from './schema-name.ts';

/** What the service answers, by its name in the document. */
export const responseSchemas = (): Readonly<Record<string, z.core.$ZodType>> => ({
  CheckoutSession: checkoutSession,
  RedactedCheckoutSession: redactedCheckoutSession,
  SessionCustomer: customer,
  SessionBillingDetails: storedBillingDetails,
  SessionShipping: shipping,
  PostalAddress: postalAddress,
  NextAction: nextAction,
  LastPaymentError: lastPaymentError,
  RoutingDecision: routingDecision,
  BrandPlan: brandPlan,
  SkippedPsp: skippedPsp,
  RoutingHealth: routingHealth,
  AdjustedWeight: adjustedWeight,
  HealthVerdict: healthVerdict,
  HealthStratum: healthStratum,
  Attempt: attempt,
  Charge: charge,
  ChargedCard: chargedCard,
  Checks: checks,
  Authentication: authentication,
  ChargeOperation: chargeOperation,
  OpenOperation: openOperation,
  Decision: decision,
  Refund: refund,
  Dispute: dispute,
  RoutingRule: routingRule,
  RoutingRuleList: routingRuleList,
  PublishedRoutingRule: publishedRoutingRule,
  CheckoutSessionList: checkoutSessionList,
  ChargeList: chargeList,
  RefundList: refundList,
  Event: event,
  EventData: eventData,
  EventList: eventList,
  AuditEntry: auditEntry,
  AuditActor: auditActor,
  AuditEntryList: auditEntryList,
  DisputeList: disputeList,
  RoutingRuleContent: ruleSchema,
  RoutingRuleVersion: routingRuleVersion,
  RoutingRuleVersionList: routingRuleVersionList,
  Backtest: backtest,
  BacktestShare: backtestShare,
  MovedSessions: movedSessions,
  MovedSession: movedSession,
  ExpectedApproval: expectedApproval,
  RuleDifference: ruleDifference,
  RuleAuthor: ruleAuthor,
  RuleApproval: ruleApproval,
  Failover: ruleSchema.shape.failover.def.innerType,
  HealthPolicy: ruleSchema.shape.health.def.innerType,
  Deployment: deployment,
  WebhookEndpoint: webhookEndpoint,
  WebhookEndpointWithSecret: webhookEndpointWithSecret,
  WebhookEndpointList: webhookEndpointList,
  DeletedWebhookEndpoint: deletedWebhookEndpoint,
  EventWithDeliveries: eventWithDeliveries,
  Delivery: delivery,
  ...Object.fromEntries(Object.entries(errorSchemas()).map(([type, schema]) => [schemaNameOf(type), schema])),
});
