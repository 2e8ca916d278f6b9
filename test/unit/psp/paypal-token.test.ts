import { describe, expect, test } from '@jest/globals';
import { isDecline } from '../../../lib/types/outcome.ts';
import { paypalSecrets, paypalWebhooks } from '../../conformance/paypal-events.ts';
import { apiKey, call, cardRequest, now } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import {
  attempt,
  authorization,
  captured,
  created,
  held,
  html,
  known,
  knownManual,
  paypalOn,
  refused,
  timeout,
  token,
} from './paypal-harness.ts';

const unauthorized = answered(401, {
  error: 'invalid_token',
  error_description: 'Token signature verification failed',
});
const found = answered(200, captured());
const tokenPath = '/v1/oauth2/token';

describe('the access token', () => {
  test('is asked for once and serves every call and webhook after', async () => {
    const { psp, to } = paypalOn([
      ['/orders/5O190127TN364715T', found],
      ['/verify-webhook-signature', answered(200, { verification_status: 'FAILURE' })],
    ]);
    for (let round = 0; round < 3; round++)
      expect(await psp.lookUp?.(known, call)).toMatchObject({ outcome: 'captured' });
    const [webhook] = paypalWebhooks.events;
    if (webhook) await psp.readWebhook(webhook.deliver(paypalSecrets[0], now));
    expect(to(tokenPath).map(({ headers, body }) => [headers.authorization, body])).toEqual([
      [`Basic ${Buffer.from(apiKey).toString('base64')}`, 'grant_type=client_credentials'],
    ]);
  });

  test('may be long', async () => {
    const long = 'A21AA'.repeat(200);
    const { psp, to } = paypalOn([
      [tokenPath, token(long)],
      ['/orders/5O190127TN364715T', found],
    ]);
    expect(await psp.lookUp?.(known, call)).toMatchObject({ outcome: 'captured' });
    expect(to('/orders/5O190127TN364715T')[0]?.headers.authorization).toBe(`Bearer ${long}`);
  });

  test('that has run out is replaced once, and the call made again', async () => {
    const { psp, to, exchanges } = paypalOn([
      [tokenPath, token('old'), token('new')],
      ['/orders/5O190127TN364715T', found, unauthorized, found],
    ]);
    await psp.lookUp?.(known, call);
    expect(await psp.lookUp?.(known, call)).toMatchObject({ outcome: 'captured' });
    expect(to('/orders/5O190127TN364715T').map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer old',
      'Bearer new',
    ]);
    const second = exchanges.slice(2).map(({ request }) => request.timeout_ms);
    expect(second.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(call.timeout_ms);
  });

  test('that is refused although it is new is not replaced again', async () => {
    const { psp, to } = paypalOn([['/v2/checkout/orders', unauthorized]]);
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ outcome: 'psp_unavailable' });
    expect(to(tokenPath)).toHaveLength(1);
    expect(to('/v2/checkout/orders')).toHaveLength(1);
  });

  test('refused for the call that moves money: a definite no, and the next call asks for another', async () => {
    const { psp, to } = paypalOn([
      [tokenPath, token('one'), token('two')],
      ['/v2/checkout/orders', created],
      ['/capture', unauthorized, answered(201, captured())],
    ]);
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ outcome: 'psp_unavailable' });
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ outcome: 'captured' });
    expect(to('/capture').map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two']);
  });

  test('belongs to the credentials it was given for', async () => {
    let api_key = 'first:secret';
    const { psp, to } = paypalOn([['/orders/5O190127TN364715T', found]], {
      credentials: async () => ({ api_key, webhook_secrets: [] }),
    });
    await psp.lookUp?.(known, call);
    api_key = 'second:secret';
    await psp.lookUp?.(known, call);
    expect(to(tokenPath).map(({ headers }) => headers.authorization)).toEqual(
      ['first:secret', 'second:secret'].map((key) => `Basic ${Buffer.from(key).toString('base64')}`),
    );
  });

  test.each([
    ['never came', timeout, 'not_sent'],
    ['could not be asked for', refused, 'not_sent'],
    ['was a web page', html, 'not_sent'],
    ['came without a token in it', answered(200, { token_type: 'Bearer' }), 'not_sent'],
    ['was refused', answered(401, { error: 'invalid_client' }), 'psp_unavailable'],
    ['was refused otherwise', answered(400, { error: 'unsupported_grant_type' }), 'psp_unavailable'],
    ['came too often', answered(429, {}), 'rate_limited'],
  ] as const)('%s: a definite no, and nothing else is sent', async (_, answer, outcome) => {
    const { psp, exchanges } = paypalOn([[tokenPath, answer]]);
    const given = await psp.authorize(attempt, cardRequest(), call);
    expect(given.outcome).toBe(outcome);
    expect(isDecline(given.outcome)).toBe(true);
    expect(exchanges).toHaveLength(1);
    expect(await psp.lookUp?.(known, call)).toMatchObject({ outcome: 'unknown' });
    expect(await psp.cancel(knownManual, { id: 'cn_1', amount: 1 }, call)).toMatchObject({
      outcome: 'unknown',
    });
  });

  test('an operation asks for the order first, so the call with the effect has all of its own time', async () => {
    const { psp, to, longest } = paypalOn([
      ['/orders/5O190127TN364715T', answered(200, held())],
      [`/authorizations/${authorization}/void`, answered(200, { id: authorization, status: 'VOIDED' })],
    ]);
    expect(await psp.cancel(knownManual, { id: 'cn_1', amount: 1 }, call)).toEqual({ outcome: 'succeeded' });
    expect(to('/void')[0]?.timeout_ms).toBe(6_000);
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });
});
