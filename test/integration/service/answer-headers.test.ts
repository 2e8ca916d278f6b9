import { expect, test } from '@jest/globals';
import { apiClient, card, newKey } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);

test('every answer has a request id, and every error says whether to try again', async () => {
  const { body: opened } = await client.create();
  const answers = [
    await client.create({}, { key: newKey() }),
    await client.session(opened.id),
    await client.call('GET', '/v1/routing/rules'),
    await client.call('GET', '/v1/checkout/sessions/x/return?state=x'),
    await client.call('POST', '/v1/webhooks/stripe', { body: {} }),
    await client.call('GET', '/nowhere'),
    await client.call('DELETE', '/v1/routing/rules'),
    await client.tryToCreate({}, { token: null }),
    await client.tryToCreate({ amount: 0 }),
    await client.tryToCreate({ routing_rule: 'none' }),
    await client.confirm('cs_none'),
  ];
  const ids = answers.map(({ headers }) => headers.get('request-id'));
  for (const one of ids) expect(one).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(new Set(ids).size).toBe(answers.length);
  for (const { status, headers, body } of answers.filter((answer) => answer.status >= 400)) {
    const { error } = body as unknown as { error: { request_id: string } };
    expect([status, error.request_id]).toEqual([status, headers.get('request-id')]);
    expect(headers.get('should-retry')).toBe('false');
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  const log = service.output();
  for (const one of ids) expect(log).toContain(`"request_id":"${one}"`);
});

test('an error that may be retried says when', async () => {
  const admin = pspAdmin(service);
  // A webhook would settle it before the answer comes.
  await admin.webhooks('stripe', { mode: 'off' });
  await admin.faults('stripe', { kind: 'slow', ms: 600_000, only: 'authorize' });
  const { body: opened } = await client.create();
  const key = newKey();
  const running = client.confirm(opened.id, card(), { key });
  await until(
    () => client.session(opened.id),
    ({ body }) => body.payment_status === 'processing',
  );
  const meanwhile = await client.confirm(opened.id, card(), { key });
  expect(meanwhile.body).toMatchObject({
    error: { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  });
  expect([meanwhile.headers.get('retry-after'), meanwhile.headers.get('should-retry')]).toEqual([
    '1',
    'true',
  ]);
  await admin.heal();
  expect((await running).body.payment_status).toBe('paid');

  const { body: often } = await client.create();
  for (let tries = 0; tries < 10; tries++)
    await client.confirm(often.id, card({ number: '4000000000009995' }), { key: newKey() });
  const eleventh = await client.confirm(often.id);
  expect([eleventh.status, eleventh.body.error.code]).toEqual([429, 'too_many_attempts']);
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(eleventh.headers.get('should-retry')).toBe('false');
});
