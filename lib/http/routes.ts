import type { Scope } from '../types/scope.ts';

/**
 * One line of the API. `function` is the file in `functions/`. `token`: an API key with `scope`, that or the session's own token, or none (a signed
 * parameter or the PSP's signature instead). CDK, the local gateway, the OpenAPI document and the libraries' coverage test read this.
 */
export type Route = {
  readonly method: 'GET' | 'POST';
  /** API Gateway's form: `/v1/charges/{id}`. */
  readonly path: string;
  readonly function: string;
  readonly token: 'api_key' | 'session_or_api_key' | 'none';
  readonly scope?: Scope;
  /** Its log lines show where the call came from. */
  readonly changes?: true;
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

export const receivePspWebhook = {
  method: 'POST',
  path: '/v1/webhooks/{psp}',
  function: 'receive-psp-webhook',
  token: 'none',
  changes: true,
  max_body: 256 * 1024,
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
  updateRoutingRules,
  listRoutingRules,
  retrieveRoutingRule,
  listRoutingRuleVersions,
  retrieveRoutingRuleVersion,
  approveRoutingRuleVersion,
  rollBackRoutingRule,
  receivePspWebhook,
];
