import { expect, test } from '@jest/globals';
import { refuseRoute } from '../../../lib/http/refuse-route.ts';

const answerTo = (method: string, path: string): string => {
  try {
    return refuseRoute(method, path);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const id = 'ch_0kq3v8x2m9d4f7h1b5n6c8z2w4';

test.each([
  ['POST', '/v1/refunds', 'POST /v1/charges/refund'],
  ['POST', '/v1/refund', 'POST /v1/charges/refund'],
  ['POST', `/v1/charges/${id}/refund`, 'POST /v1/charges/refund'],
  ['POST', `/v1/charges/${id}/refunds`, 'POST /v1/charges/refund'],
  ['POST', `/v1/charges/${id}/capture`, 'POST /v1/charges/capture'],
  ['GET', `/v1/charge/${id}/refunds`, 'GET /v1/refunds'],
  ['POST', '/v1/sessions', 'POST /v1/checkout/sessions'],
  ['POST', '/v1/checkout/session', 'POST /v1/checkout/sessions'],
  ['POST', '/checkout/sessions', 'POST /v1/checkout/sessions'],
  ['POST', '/v1/chekout/sesions', 'POST /v1/checkout/sessions'],
  ['POST', '/v1/checkout/sessions/', 'POST /v1/checkout/sessions'],
  ['POST', '/v1/sessions/cs_1/confirm', 'POST /v1/checkout/sessions/{id}/confirm'],
  ['GET', '/v1/rules', 'GET /v1/routing/rules'],
  ['GET', '/v1/routing-rules', 'GET /v1/routing/rules'],
  ['GET', '/v1/webhooks', 'GET /v1/webhook_endpoints'],
  ['GET', '/v1/event', 'GET /v1/events'],
])('%s %s leads to %s', (method, path, nearest) => {
  expect(answerTo(method, path)).toContain(`(did you mean ${nearest}?)`);
});

test.each([
  ['POST', '/v1/payment_intents'],
  ['GET', '/favicon.ico'],
  ['GET', '/'],
  ['GET', `/${'a/'.repeat(10_000)}`],
])('%s %s leads nowhere', (method, path) => {
  expect(answerTo(method, path)).not.toContain('did you mean');
});

test.each([
  ['PUT', '/v1/routing/rules', '/v1/routing/rules takes POST and GET, not PUT.'],
  ['DELETE', '/v1/charges/ch_1', '/v1/charges/ch_1 takes GET, not DELETE.'],
])('%s %s: another method', (method, path, message) => {
  expect(answerTo(method, path)).toBe(message);
});

test.each([
  '/v1/checkout/session/cs_0kq3v8x2m9d4f7h1b5n6c8z2w4_secret_7hq3v8x2m9d4f7h1b5n6c8z2w4',
  '/v1/charges/sk_live_0kq3v8x2m9d4f7h1b5n6c8z2w4/refund',
  '/v1/cards/4242424242424242',
  '/v1/cards/4242-4242-4242-4242',
  '/v1/cards/4242%2D4242%2d4242%2D4242',
])('what may be a secret is not shown: %s', (path) => {
  expect(answerTo('PUT', path)).not.toMatch(/0kq3v8x2|7hq3v8x2|4242/);
});
