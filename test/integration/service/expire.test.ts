import { afterEach, describe, expect, test } from '@jest/globals';
import { apiClient, card, newKey, paid } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { rulesOf } from './rules-of.ts';
import { withService } from './with-service.ts';

const service = withService({ rules: rulesOf() });
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(() => admin.heal());

const challenged = card({ number: '4000002760003184' });

/** A session whose customer is away to authenticate at Stripe. */
const away = async () => {
  const { body: opened } = await client.create();
  const { body } = await client.confirm(opened.id, challenged);
  expect(body).toMatchObject({ status: 'open', payment_status: 'requires_action' });
  return { ...body, charge: body.charge ?? '', url: body.next_action?.redirect_to_url.url ?? '' };
};

describe('POST /v1/checkout/sessions/{id}/expire', () => {
  test('nobody can pay an open session after it', async () => {
    const { body: opened } = await client.create();
    const expired = await client.expire(opened.id);
    expect([expired.status, expired.body.status]).toEqual([200, 'expired']);
    const read = (await client.session(opened.id)).body;
    expect(read).toEqual(expired.body);
    expect(read).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
      next_action: null,
      charge: null,
    });
    const token = opened.client_secret;
    expect((await client.session(opened.id, { token })).body.status).toBe('expired');
    for (const request of [{}, { token }]) {
      const refused = await client.confirm(opened.id, card(), request);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'session_expired']);
    }
    expect((await client.expire(opened.id)).body).toEqual(read);
  });

  test('at Stripe an attempt whose customer is away is canceled first: nothing is taken when the customer comes back', async () => {
    const { id, charge, url } = await away();
    const { status, body } = await client.expire(id);
    expect([status, body.status]).toEqual([200, 'expired']);
    expect((await client.session(id)).body).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
      next_action: null,
      charge: null,
    });
    await fetch(`${url}?result=approve`, { redirect: 'follow' }).catch(() => undefined);
    expect(await admin.moneyOf([charge])).toEqual([]);
    expect((await client.session(id)).body.status).toBe('expired');
    expect((await client.charge(charge)).body).toMatchObject({ status: 'failed', open: [] });
  });

  test('a paid or held session: 409 session_already_complete', async () => {
    const { body: opened } = await client.create({ capture_method: 'manual' });
    await client.confirm(opened.id);
    for (const id of [(await paid(client)).id, opened.id]) {
      const { status, body } = await client.expire(id);
      expect([status, body.error.code, body.error.param]).toEqual([409, 'session_already_complete', 'id']);
    }
  });

  test('an unknown outcome: 409 payment_in_progress, and the payment goes on', async () => {
    await admin.faults('adyen', { kind: 'reset-before' });
    const { body: opened } = await client.create({ routing_rule: 'adyen' });
    expect((await client.confirm(opened.id)).body.payment_status).toBe('processing');
    const { status, headers, body } = await client.expire(opened.id);
    expect([status, body.error.code]).toEqual([409, 'payment_in_progress']);
    expect(headers.get('retry-after')).not.toBeNull();
    expect((await client.session(opened.id)).body).toMatchObject({
      status: 'open',
      payment_status: 'processing',
    });
  });

  test('under one key: byte for byte the same, even after everything else has changed', async () => {
    const { body: opened } = await client.create();
    const key = newKey();
    const first = await client.expire(opened.id, { key });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    const again = await client.expire(opened.id, { key });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  });

  test('a field in its body, another id, no body at all: refused', async () => {
    const { body: opened } = await client.create();
    expect((await client.expire(opened.id, { body: { now: true } })).body.error).toMatchObject({
      code: 'parameter_unknown',
      param: 'now',
    });
    expect((await client.expire(`cs_${'0'.repeat(26)}`)).status).toBe(404);
    expect((await client.expire(opened.id, { body: '[]' })).body.error.code).toBe('body_invalid');
    expect((await client.session(opened.id)).body.status).toBe('open');
  });

  test('a confirm and an expiry at once: one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const { body: opened } = await client.create();
      const [confirmed, expired] = await Promise.all([client.confirm(opened.id), client.expire(opened.id)]);
      const { body } = await client.session(opened.id);
      const money = await admin.moneyOf(body.routing.attempts.map(({ charge }) => charge));
      if (expired.status === 200) {
        expect([confirmed.status, body.status, money.length]).toEqual([409, 'expired', 0]);
      } else {
        expect(['payment_in_progress', 'session_already_complete']).toContain(expired.body.error.code);
        expect([confirmed.status, body.payment_status, money.length]).toEqual([200, 'paid', 1]);
      }
    }
  });
});
