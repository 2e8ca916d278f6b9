// Made from docs/openapi.yaml by `npm run openapi`. Do not edit.

/** Method and path of every operation; `idempotent` where it takes an idempotency key. */
export const operations = {
  listCheckoutSessions: { method: 'GET', path: '/v1/checkout/sessions', idempotent: false },
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
  listCharges: { method: 'GET', path: '/v1/charges', idempotent: false },
  listRoutingRules: { method: 'GET', path: '/v1/routing/rules', idempotent: false },
  updateRoutingRules: { method: 'POST', path: '/v1/routing/rules', idempotent: false },
  retrieveRoutingRule: { method: 'GET', path: '/v1/routing/rules/{name}', idempotent: false },
  listWebhookEndpoints: { method: 'GET', path: '/v1/webhook_endpoints', idempotent: false },
  createWebhookEndpoint: { method: 'POST', path: '/v1/webhook_endpoints', idempotent: true },
  retrieveWebhookEndpoint: { method: 'GET', path: '/v1/webhook_endpoints/{id}', idempotent: false },
  updateWebhookEndpoint: { method: 'POST', path: '/v1/webhook_endpoints/{id}', idempotent: true },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/v1/webhook_endpoints/{id}', idempotent: true },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhook_endpoints/{id}/rotate', idempotent: true },
  testWebhookEndpoint: { method: 'POST', path: '/v1/webhook_endpoints/{id}/test', idempotent: true },
  resendEvent: { method: 'POST', path: '/v1/events/{id}/resend', idempotent: true },
} as const;
