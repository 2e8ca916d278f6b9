import type { Scope } from '../types/scope.ts';

/**
 * One route of the API. `function` is the file in `functions/`. `token`: an API key with `scope`, that or the session's own token, that or the
 * payment link's own id, any valid API key or session token, or none (a signed parameter or the PSP's signature instead). A person signed in at the
 * console may do what an API key with the scopes of their role may. CDK, the local gateway, the OpenAPI document and the libraries' coverage test
 * read this.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** In API Gateway's form: `/v1/charges/{id}`. */
  readonly path: string;
  readonly function: string;
  readonly token: 'api_key' | 'session_or_api_key' | 'link_or_api_key' | 'any' | 'none';
  readonly scope?: Scope;
  /** For customers who pay and the shop's server, never for a person at the console. */
  readonly only_payers?: true;
  /** Its log lines show the caller's address. */
  readonly changes?: true;
  /** The caller's key is read again: a key that was just revoked cannot make another. */
  readonly changes_keys?: true;
  /** Byte limit of a body that is not our JSON (`readJson` has its own limit). */
  readonly max_body?: number;
};

export const createCheckoutSession = {
  method: 'POST',
  path: '/v1/checkout/sessions',
  function: 'create-checkout-session',
  token: 'api_key',
  scope: 'checkout:write',
  changes: true,
} as const satisfies Route;

export const retrieveCheckoutSession = {
  method: 'GET',
  path: '/v1/checkout/sessions/{id}',
  function: 'retrieve-checkout-session',
  token: 'session_or_api_key',
  scope: 'checkout:read',
} as const satisfies Route;

export const confirmCheckoutSession = {
  method: 'POST',
  path: '/v1/checkout/sessions/{id}/confirm',
  function: 'confirm-checkout-session',
  token: 'session_or_api_key',
  scope: 'checkout:write',
  only_payers: true,
  changes: true,
} as const satisfies Route;

export const completeAuthentication = {
  method: 'GET',
  path: '/v1/checkout/sessions/{id}/return',
  function: 'complete-authentication',
  token: 'none',
  changes: true,
} as const satisfies Route;

export const expireCheckoutSession = {
  method: 'POST',
  path: '/v1/checkout/sessions/{id}/expire',
  function: 'expire-checkout-session',
  token: 'api_key',
  scope: 'checkout:write',
  changes: true,
} as const satisfies Route;

export const refundCharge = {
  method: 'POST',
  path: '/v1/charges/refund',
  function: 'refund-charge',
  token: 'api_key',
  scope: 'refunds:write',
  changes: true,
} as const satisfies Route;

export const captureCharge = {
  method: 'POST',
  path: '/v1/charges/capture',
  function: 'capture-charge',
  token: 'api_key',
  scope: 'charges:write',
  changes: true,
} as const satisfies Route;

export const cancelCharge = {
  method: 'POST',
  path: '/v1/charges/cancel',
  function: 'cancel-charge',
  token: 'api_key',
  scope: 'charges:write',
  changes: true,
} as const satisfies Route;

export const retrieveCharge = {
  method: 'GET',
  path: '/v1/charges/{id}',
  function: 'retrieve-charge',
  token: 'api_key',
  scope: 'charges:read',
} as const satisfies Route;

export const refreshCharge = {
  method: 'POST',
  path: '/v1/charges/{id}/refresh',
  function: 'refresh-charge',
  token: 'api_key',
  scope: 'charges:write',
  changes: true,
} as const satisfies Route;

export const decideCharge = {
  method: 'POST',
  path: '/v1/charges/{id}/decide',
  function: 'decide-charge',
  token: 'api_key',
  scope: 'charges:decide',
  changes: true,
} as const satisfies Route;

export const createChargeNote = {
  method: 'POST',
  path: '/v1/charges/{id}/notes',
  function: 'create-charge-note',
  token: 'api_key',
  scope: 'notes:write',
  changes: true,
} as const satisfies Route;

export const listChargeNotes = {
  method: 'GET',
  path: '/v1/charges/{id}/notes',
  function: 'list-charge-notes',
  token: 'api_key',
  scope: 'charges:read',
} as const satisfies Route;

export const listCheckoutSessions = {
  method: 'GET',
  path: '/v1/checkout/sessions',
  function: 'list-checkout-sessions',
  token: 'api_key',
  scope: 'checkout:read',
} as const satisfies Route;

export const listCharges = {
  method: 'GET',
  path: '/v1/charges',
  function: 'list-charges',
  token: 'api_key',
  scope: 'charges:read',
} as const satisfies Route;

export const listRefunds = {
  method: 'GET',
  path: '/v1/refunds',
  function: 'list-refunds',
  token: 'api_key',
  scope: 'charges:read',
} as const satisfies Route;

export const retrieveRefund = {
  method: 'GET',
  path: '/v1/refunds/{id}',
  function: 'retrieve-refund',
  token: 'api_key',
  scope: 'charges:read',
} as const satisfies Route;

export const listEvents = {
  method: 'GET',
  path: '/v1/events',
  function: 'list-events',
  token: 'api_key',
  scope: 'events:read',
} as const satisfies Route;

export const retrieveEvent = {
  method: 'GET',
  path: '/v1/events/{id}',
  function: 'retrieve-event',
  token: 'api_key',
  scope: 'events:read',
} as const satisfies Route;

export const listAuditEntries = {
  method: 'GET',
  path: '/v1/audit',
  function: 'list-audit-entries',
  token: 'api_key',
  scope: 'audit:read',
} as const satisfies Route;

export const listDisputes = {
  method: 'GET',
  path: '/v1/disputes',
  function: 'list-disputes',
  token: 'api_key',
  scope: 'disputes:read',
} as const satisfies Route;

export const retrieveDispute = {
  method: 'GET',
  path: '/v1/disputes/{id}',
  function: 'retrieve-dispute',
  token: 'api_key',
  scope: 'disputes:read',
} as const satisfies Route;

export const updateRoutingRules = {
  method: 'POST',
  path: '/v1/routing/rules',
  function: 'update-routing-rules',
  token: 'api_key',
  scope: 'routing:write',
  changes: true,
} as const satisfies Route;

export const listRoutingRules = {
  method: 'GET',
  path: '/v1/routing/rules',
  function: 'retrieve-routing-rules',
  token: 'api_key',
  scope: 'routing:read',
} as const satisfies Route;

export const retrieveRoutingRule = {
  method: 'GET',
  path: '/v1/routing/rules/{name}',
  function: 'retrieve-routing-rules',
  token: 'api_key',
  scope: 'routing:read',
} as const satisfies Route;

export const deleteRoutingRule = {
  method: 'DELETE',
  path: '/v1/routing/rules/{name}',
  function: 'delete-routing-rule',
  token: 'api_key',
  scope: 'routing:write',
  changes: true,
} as const satisfies Route;

export const listRoutingRuleVersions = {
  method: 'GET',
  path: '/v1/routing/rules/{name}/versions',
  function: 'retrieve-rule-versions',
  token: 'api_key',
  scope: 'routing:read',
} as const satisfies Route;

export const retrieveRoutingRuleVersion = {
  method: 'GET',
  path: '/v1/routing/rules/{name}/versions/{version}',
  function: 'retrieve-rule-versions',
  token: 'api_key',
  scope: 'routing:read',
} as const satisfies Route;

export const approveRoutingRuleVersion = {
  method: 'POST',
  path: '/v1/routing/rules/{name}/versions/{version}/approve',
  function: 'approve-rule-version',
  token: 'api_key',
  scope: 'routing:approve',
  changes: true,
} as const satisfies Route;

export const rollBackRoutingRule = {
  method: 'POST',
  path: '/v1/routing/rules/{name}/rollback',
  function: 'roll-back-routing-rule',
  token: 'api_key',
  scope: 'routing:write',
  changes: true,
} as const satisfies Route;

export const changeRollout = {
  method: 'POST',
  path: '/v1/routing/rules/{name}/rollout',
  function: 'change-rollout',
  token: 'api_key',
  scope: 'routing:write',
  changes: true,
} as const satisfies Route;

export const retrieveRoutingHealth = {
  method: 'GET',
  path: '/v1/routing/health',
  function: 'retrieve-routing-health',
  token: 'api_key',
  scope: 'routing:read',
} as const satisfies Route;

export const listRoutingPsps = {
  method: 'GET',
  path: '/v1/routing/psps',
  function: 'retrieve-routing-psps',
  token: 'api_key',
  scope: 'routing:read',
} as const satisfies Route;

export const switchRoutingPsp = {
  method: 'POST',
  path: '/v1/routing/psps/{id}',
  function: 'switch-routing-psp',
  token: 'api_key',
  scope: 'routing:write',
  changes: true,
} as const satisfies Route;

export const retrieveBacktest = {
  method: 'GET',
  path: '/v1/routing/backtests/{id}',
  function: 'retrieve-backtest',
  token: 'api_key',
  scope: 'routing:read',
} as const satisfies Route;

export const receivePspWebhook = {
  method: 'POST',
  path: '/v1/webhooks/{psp}',
  function: 'receive-psp-webhook',
  token: 'none',
  changes: true,
  max_body: 256 * 1024,
} as const satisfies Route;

export const createWebhookEndpoint = {
  method: 'POST',
  path: '/v1/webhook_endpoints',
  function: 'create-webhook-endpoint',
  token: 'api_key',
  scope: 'webhooks:write',
  changes: true,
} as const satisfies Route;

export const listWebhookEndpoints = {
  method: 'GET',
  path: '/v1/webhook_endpoints',
  function: 'retrieve-webhook-endpoints',
  token: 'api_key',
  scope: 'webhooks:read',
} as const satisfies Route;

export const retrieveWebhookEndpoint = {
  method: 'GET',
  path: '/v1/webhook_endpoints/{id}',
  function: 'retrieve-webhook-endpoints',
  token: 'api_key',
  scope: 'webhooks:read',
} as const satisfies Route;

export const updateWebhookEndpoint = {
  method: 'POST',
  path: '/v1/webhook_endpoints/{id}',
  function: 'update-webhook-endpoint',
  token: 'api_key',
  scope: 'webhooks:write',
  changes: true,
} as const satisfies Route;

export const deleteWebhookEndpoint = {
  method: 'DELETE',
  path: '/v1/webhook_endpoints/{id}',
  function: 'delete-webhook-endpoint',
  token: 'api_key',
  scope: 'webhooks:write',
  changes: true,
} as const satisfies Route;

export const rotateWebhookSecret = {
  method: 'POST',
  path: '/v1/webhook_endpoints/{id}/rotate',
  function: 'rotate-webhook-secret',
  token: 'api_key',
  scope: 'webhooks:write',
  changes: true,
} as const satisfies Route;

export const testWebhookEndpoint = {
  method: 'POST',
  path: '/v1/webhook_endpoints/{id}/test',
  function: 'test-webhook-endpoint',
  token: 'api_key',
  scope: 'webhooks:write',
  changes: true,
} as const satisfies Route;

export const resendEvent = {
  method: 'POST',
  path: '/v1/events/{id}/resend',
  function: 'resend-event',
  token: 'api_key',
  scope: 'webhooks:write',
  changes: true,
} as const satisfies Route;

export const resendFailedEvents = {
  method: 'POST',
  path: '/v1/webhook_endpoints/{id}/resend',
  function: 'resend-failed-events',
  token: 'api_key',
  scope: 'webhooks:write',
  changes: true,
} as const satisfies Route;

export const listDeliveries = {
  method: 'GET',
  path: '/v1/deliveries',
  function: 'list-deliveries',
  token: 'api_key',
  scope: 'webhooks:read',
} as const satisfies Route;

export const retrieveStats = {
  method: 'GET',
  path: '/v1/stats',
  function: 'retrieve-stats',
  token: 'api_key',
  scope: 'stats:read',
} as const satisfies Route;

export const createPaymentMethod = {
  method: 'POST',
  path: '/v1/payment_methods',
  function: 'create-payment-method',
  token: 'api_key',
  scope: 'payment_methods:write',
  changes: true,
} as const satisfies Route;

export const listPaymentMethods = {
  method: 'GET',
  path: '/v1/payment_methods',
  function: 'list-payment-methods',
  token: 'api_key',
  scope: 'payment_methods:read',
} as const satisfies Route;

export const retrievePaymentMethod = {
  method: 'GET',
  path: '/v1/payment_methods/{id}',
  function: 'retrieve-payment-method',
  token: 'api_key',
  scope: 'payment_methods:read',
} as const satisfies Route;

export const deletePaymentMethod = {
  method: 'DELETE',
  path: '/v1/payment_methods/{id}',
  function: 'delete-payment-method',
  token: 'api_key',
  scope: 'payment_methods:write',
  changes: true,
} as const satisfies Route;

export const createExport = {
  method: 'POST',
  path: '/v1/exports',
  function: 'create-export',
  token: 'api_key',
  scope: 'exports:write',
  changes: true,
} as const satisfies Route;

export const retrieveExport = {
  method: 'GET',
  path: '/v1/exports/{id}',
  function: 'retrieve-export',
  token: 'api_key',
  scope: 'exports:write',
} as const satisfies Route;

export const createPaymentLink = {
  method: 'POST',
  path: '/v1/payment_links',
  function: 'create-payment-link',
  token: 'api_key',
  scope: 'checkout:write',
  changes: true,
} as const satisfies Route;

export const listPaymentLinks = {
  method: 'GET',
  path: '/v1/payment_links',
  function: 'retrieve-payment-links',
  token: 'api_key',
  scope: 'checkout:read',
} as const satisfies Route;

export const retrievePaymentLink = {
  method: 'GET',
  path: '/v1/payment_links/{id}',
  function: 'retrieve-payment-links',
  token: 'link_or_api_key',
  scope: 'checkout:read',
} as const satisfies Route;

export const deletePaymentLink = {
  method: 'DELETE',
  path: '/v1/payment_links/{id}',
  function: 'delete-payment-link',
  token: 'api_key',
  scope: 'checkout:write',
  changes: true,
} as const satisfies Route;

export const beginPaymentLink = {
  method: 'POST',
  path: '/v1/payment_links/{id}/sessions',
  function: 'begin-payment-link',
  token: 'link_or_api_key',
  scope: 'checkout:write',
  only_payers: true,
  changes: true,
} as const satisfies Route;

export const createApiKey = {
  method: 'POST',
  path: '/v1/api_keys',
  function: 'create-api-key',
  token: 'api_key',
  scope: 'keys:write',
  changes: true,
  changes_keys: true,
} as const satisfies Route;

export const listApiKeys = {
  method: 'GET',
  path: '/v1/api_keys',
  function: 'retrieve-api-keys',
  token: 'api_key',
  scope: 'keys:write',
} as const satisfies Route;

export const retrieveApiKey = {
  method: 'GET',
  path: '/v1/api_keys/{id}',
  function: 'retrieve-api-keys',
  token: 'api_key',
  scope: 'keys:write',
} as const satisfies Route;

export const deleteApiKey = {
  method: 'DELETE',
  path: '/v1/api_keys/{id}',
  function: 'delete-api-key',
  token: 'api_key',
  scope: 'keys:write',
  changes: true,
  changes_keys: true,
} as const satisfies Route;

export const rotateApiKey = {
  method: 'POST',
  path: '/v1/api_keys/{id}/rotate',
  function: 'rotate-api-key',
  token: 'api_key',
  scope: 'keys:write',
  changes: true,
  changes_keys: true,
} as const satisfies Route;

export const retrieveCaller = {
  method: 'GET',
  path: '/v1/me',
  function: 'retrieve-caller',
  token: 'any',
} as const satisfies Route;

export const routes: readonly Route[] = [
  createCheckoutSession,
  retrieveCheckoutSession,
  confirmCheckoutSession,
  completeAuthentication,
  expireCheckoutSession,
  refundCharge,
  captureCharge,
  cancelCharge,
  retrieveCharge,
  refreshCharge,
  decideCharge,
  createChargeNote,
  listChargeNotes,
  listCheckoutSessions,
  listCharges,
  listRefunds,
  retrieveRefund,
  listEvents,
  retrieveEvent,
  listAuditEntries,
  listDisputes,
  retrieveDispute,
  updateRoutingRules,
  listRoutingRules,
  retrieveRoutingRule,
  deleteRoutingRule,
  listRoutingRuleVersions,
  retrieveRoutingRuleVersion,
  approveRoutingRuleVersion,
  rollBackRoutingRule,
  changeRollout,
  retrieveRoutingHealth,
  listRoutingPsps,
  switchRoutingPsp,
  retrieveBacktest,
  receivePspWebhook,
  createWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  resendEvent,
  resendFailedEvents,
  listDeliveries,
  retrieveStats,
  createExport,
  retrieveExport,
  createPaymentMethod,
  listPaymentMethods,
  retrievePaymentMethod,
  deletePaymentMethod,
  createPaymentLink,
  listPaymentLinks,
  retrievePaymentLink,
  deletePaymentLink,
  beginPaymentLink,
  createApiKey,
  listApiKeys,
  retrieveApiKey,
  deleteApiKey,
  rotateApiKey,
  retrieveCaller,
];
