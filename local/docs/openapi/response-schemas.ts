import type * as z from 'zod/mini';
import { apiKey, apiKeyWithSecret, deletedApiKey } from '../../../lib/contract/api-key.ts';
import { auditActor, auditEntry } from '../../../lib/contract/audit-entry.ts';
import {
  backtest,
  backtestShare,
  expectedApproval,
  movedSession,
  movedSessions,
} from '../../../lib/contract/backtest.ts';
import { caller } from '../../../lib/contract/caller.ts';
import {
  advice,
  authentication,
  charge,
  chargeOperation,
  checks,
  otherPayment,
} from '../../../lib/contract/charge.ts';
import { chargedCard } from '../../../lib/contract/charged-card.ts';
import {
  checkoutSession,
  lastPaymentError,
  redactedCheckoutSession,
  sessionWallets,
  sessionWarning,
} from '../../../lib/contract/checkout-session.ts';
import { decision } from '../../../lib/contract/decision.ts';
import { delivery, resend, unsentDelivery } from '../../../lib/contract/delivery.ts';
import { dispute } from '../../../lib/contract/dispute.ts';
import { errorSchemas } from '../../../lib/contract/error-schemas.ts';
import { event, eventData, eventWithDeliveries, resentEvent } from '../../../lib/contract/event.ts';
import { exported } from '../../../lib/contract/export.ts';
import {
  apiKeyList,
  auditEntryList,
  chargeList,
  checkoutSessionList,
  deliveryList,
  disputeList,
  eventList,
  noteList,
  paymentLinkList,
  paymentMethodList,
  refundList,
} from '../../../lib/contract/lists.ts';
import { nextAction } from '../../../lib/contract/next-action.ts';
import { note } from '../../../lib/contract/note.ts';
import { openOperation } from '../../../lib/contract/open-operation.ts';
import { deletedPaymentLink, paymentLink, redactedPaymentLink } from '../../../lib/contract/payment-link.ts';
import { deletedPaymentMethod, paymentMethod } from '../../../lib/contract/payment-method.ts';
import { refund } from '../../../lib/contract/refund.ts';
import { returned } from '../../../lib/contract/reversal.ts';
import {
  guardedArm,
  guardObserved,
  rollout,
  rolloutChange,
  rolloutGuard,
} from '../../../lib/contract/rollout.ts';
import {
  adjustedWeight,
  attempt,
  brandPlan,
  routingDecision,
  routingHealth,
  skippedPsp,
} from '../../../lib/contract/routing-decision.ts';
import { healthStratum, healthVerdict } from '../../../lib/contract/routing-health.ts';
import { routingPsp, routingPspList } from '../../../lib/contract/routing-psp.ts';
import {
  candidate,
  candidateRule,
  deletedRoutingRule,
  deployment,
  publishedRoutingRule,
  routingRule,
  routingRuleList,
} from '../../../lib/contract/routing-rule.ts';
import {
  routingRuleVersion,
  routingRuleVersionList,
  ruleApproval,
  ruleAuthor,
  ruleDifference,
} from '../../../lib/contract/routing-rule-version.ts';
import {
  customer,
  postalAddress,
  shipping,
  storedBillingDetails,
} from '../../../lib/contract/session-customer.ts';
import { savedCard, sessionVault } from '../../../lib/contract/session-vault.ts';
import { lostAnswers, moneySum, stats, statsRow } from '../../../lib/contract/stats.ts';
import { step } from '../../../lib/contract/step.ts';
import {
  deletedWebhookEndpoint,
  webhookEndpoint,
  webhookEndpointList,
  webhookEndpointWithSecret,
} from '../../../lib/contract/webhook-endpoint.ts';
import { ruleSchema } from '../../../lib/routing/rule-schema.ts';
import { schemaNameOf } from './schema-name.ts';

/** The service's answers, by their names in the document. */
export const responseSchemas = (): Readonly<Record<string, z.core.$ZodType>> => ({
  CheckoutSession: checkoutSession,
  RedactedCheckoutSession: redactedCheckoutSession,
  SessionCustomer: customer,
  SessionBillingDetails: storedBillingDetails,
  SessionShipping: shipping,
  PostalAddress: postalAddress,
  SessionWallets: sessionWallets,
  SessionVault: sessionVault,
  SavedCard: savedCard,
  SessionWarning: sessionWarning,
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
  Advice: advice,
  ChargedCard: chargedCard,
  Checks: checks,
  Authentication: authentication,
  ChargeOperation: chargeOperation,
  Step: step,
  OpenOperation: openOperation,
  OtherPayment: otherPayment,
  Returned: returned,
  Decision: decision,
  Refund: refund,
  Dispute: dispute,
  RoutingPsp: routingPsp,
  RoutingPspList: routingPspList,
  RoutingRule: routingRule,
  RoutingRuleList: routingRuleList,
  PublishedRoutingRule: publishedRoutingRule,
  DeletedRoutingRule: deletedRoutingRule,
  RoutingCandidate: candidate,
  CandidateRule: candidateRule,
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
  PaymentLink: paymentLink,
  RedactedPaymentLink: redactedPaymentLink,
  PaymentLinkList: paymentLinkList,
  DeletedPaymentLink: deletedPaymentLink,
  PaymentMethod: paymentMethod,
  Note: note,
  NoteList: noteList,
  PaymentMethodList: paymentMethodList,
  DeletedPaymentMethod: deletedPaymentMethod,
  RoutingRuleContent: ruleSchema,
  RoutingRuleVersion: routingRuleVersion,
  RoutingRuleVersionList: routingRuleVersionList,
  Backtest: backtest,
  BacktestShare: backtestShare,
  MovedSessions: movedSessions,
  MovedSession: movedSession,
  ExpectedApproval: expectedApproval,
  Rollout: rollout,
  RolloutChange: rolloutChange,
  RolloutGuard: rolloutGuard,
  GuardObserved: guardObserved,
  GuardedArm: guardedArm,
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
  ApiKey: apiKey,
  ApiKeyWithSecret: apiKeyWithSecret,
  ApiKeyList: apiKeyList,
  DeletedApiKey: deletedApiKey,
  Caller: caller,
  Export: exported,
  Stats: stats,
  StatsRow: statsRow,
  LostAnswers: lostAnswers,
  MoneySum: moneySum,
  EventWithDeliveries: eventWithDeliveries,
  ResentEvent: resentEvent,
  Delivery: delivery,
  DeliveryList: deliveryList,
  UnsentDelivery: unsentDelivery,
  Resend: resend,
  ...Object.fromEntries(Object.entries(errorSchemas()).map(([type, schema]) => [schemaNameOf(type), schema])),
});
