// Made from docs/openapi.yaml by `npm run openapi`. Do not edit.

/** Method and path of every operation; `idempotent` where it takes an idempotency key. */
export const operations = {
  createCheckoutSession: { method: 'POST', path: '/v1/checkout/sessions', idempotent: true },
  retrieveCheckoutSession: { method: 'GET', path: '/v1/checkout/sessions/{id}', idempotent: false },
  confirmCheckoutSession: { method: 'POST', path: '/v1/checkout/sessions/{id}/confirm', idempotent: true },
  expireCheckoutSession: { method: 'POST', path: '/v1/checkout/sessions/{id}/expire', idempotent: true },
  refundCharge: { method: 'POST', path: '/v1/charges/refund', idempotent: true },
  captureCharge: { method: 'POST', path: '/v1/charges/capture', idempotent: true },
  cancelCharge: { method: 'POST', path: '/v1/charges/cancel', idempotent: true },
  retrieveCharge: { method: 'GET', path: '/v1/charges/{id}', idempotent: false },
  refreshCharge: { method: 'POST', path: '/v1/charges/{id}/refresh', idempotent: true },
  decideCharge: { method: 'POST', path: '/v1/charges/{id}/decide', idempotent: true },
  listRoutingRules: { method: 'GET', path: '/v1/routing/rules', idempotent: false },
  updateRoutingRules: { method: 'POST', path: '/v1/routing/rules', idempotent: true },
  retrieveRoutingRule: { method: 'GET', path: '/v1/routing/rules/{name}', idempotent: false },
  listRoutingRuleVersions: { method: 'GET', path: '/v1/routing/rules/{name}/versions', idempotent: false },
  retrieveRoutingRuleVersion: {
    method: 'GET',
    path: '/v1/routing/rules/{name}/versions/{version}',
    idempotent: false,
  },
  approveRoutingRuleVersion: {
    method: 'POST',
    path: '/v1/routing/rules/{name}/versions/{version}/approve',
    idempotent: true,
  },
  rollBackRoutingRule: { method: 'POST', path: '/v1/routing/rules/{name}/rollback', idempotent: true },
} as const;
