import { afterEach, describe, expect, test } from '@jest/globals';
import { apiClient, type Charge, newKey, paid } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { psps } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(async () => {
  for (const psp of psps) await admin.webhooks(psp, { mode: 'normal' });
});

/** A held payment of which no event will tell anything. */
const held = async (psp: 'stripe' | 'checkout_com'): Promise<string> => {
  await admin.webhooks(psp, { mode: 'off' });
  const { body: opened } = await client.create({ routing_rule: psp, capture_method: 'manual' });
  return (await client.confirm(opened.id)).body.charge ?? '';
};

/** The books of some PSPs show a moment later what was done. */
const refreshedUntil = (charge: string, isGood: (body: Charge) => boolean) =>
  until(
    () => client.refresh(charge),
    ({ body }) => isGood(body),
  );

describe.each(['stripe', 'checkout_com'] as const)('POST /v1/charges/{id}/refresh at %s', (psp) => {
  test('an unchanged charge stays as it is, but for who asked', async () => {
    const charge = await held(psp);
    const before = (await client.charge(charge)).body;
    const { status, body } = await client.refresh(charge);
    expect(status).toBe(200);
    const asked = { at_ms: expect.any(Number), what: 'asked', by: expect.stringMatching(/^key_/) };
    const steps = [{ at_ms: expect.any(Number), what: 'sent', by: 'confirm' }, asked];
    expect(body).toEqual({ ...before, revision: before.revision + 1, steps });
    const audited = await until(
      () => client.call<{ readonly data: readonly object[] }>('GET', `/v1/audit?target=${charge}`),
      ({ body: { data } }) => data.length > 0,
    );
    expect(audited.body.data).toMatchObject([{ action: 'charge.refresh' }]);
  });

  test('a part captured at the PSP is what is captured here, and no more can be refunded', async () => {
    const charge = await held(psp);
    await admin.dashboard(psp, { act: 'capture', payment: charge, amount: 1000 });
    const { body } = await refreshedUntil(charge, ({ amount_captured }) => amount_captured > 0);
    expect(body).toMatchObject({ status: 'captured', amount_captured: 1000, external: true, open: [] });
    expect((await client.session(body.session)).body.payment_status).toBe('paid');
    expect((await client.refund({ charge, amount: 1001 })).body.error.code).toBe('refund_amount_too_large');
  });

  test('a refund made at the PSP is listed as made there, and cannot be given back twice', async () => {
    await admin.webhooks(psp, { mode: 'off' });
    const { charge } = await paid(client, { routing_rule: psp });
    await until(
      () => admin.moneyOf([charge]),
      ([money]) => money?.amount_captured === 2599,
    );
    await admin.dashboard(psp, { act: 'refund', payment: charge, amount: 600 });
    const { body } = await refreshedUntil(charge, ({ refunds }) => refunds[0]?.status === 'succeeded');
    expect(body).toMatchObject({
      amount_refunded: 600,
      external: true,
      refunds: [{ id: expect.stringMatching(/^ext_/), amount: 600, status: 'succeeded', external: true }],
    });
    expect((await client.refund({ charge, amount: 2000 })).body.error.code).toBe('refund_amount_too_large');
    expect((await client.refund({ charge })).body).toMatchObject({ amount: 1999 });
  });

  test.each([
    ['void', 'canceled'],
    ['expire', 'canceled'],
  ] as const)('a hold that is gone (%s): the charge is %s', async (act, status) => {
    const charge = await held(psp);
    await admin.dashboard(psp, { act, payment: charge });
    const { body } = await refreshedUntil(charge, (read) => read.status === status);
    expect(body).toMatchObject({ amount_captured: 0, open: [] });
  });

  test('under one key: byte for byte the same, whatever has happened since', async () => {
    const charge = await held(psp);
    const key = newKey();
    const first = await client.refresh(charge, { key });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    await client.cancel({ charge });
    const again = await client.refresh(charge, { key });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  });
});

test('a PSP that cannot be asked: 409 charge_not_refreshable', async () => {
  const { charge } = await paid(client, { routing_rule: 'adyen' });
  const { status, body } = await client.refresh(charge);
  expect([status, body.error]).toMatchObject([409, { code: 'charge_not_refreshable', param: 'id' }]);
});

test('no such charge, a field in the body: refused', async () => {
  expect((await client.refresh(`ch_${'0'.repeat(26)}`)).status).toBe(404);
  const { charge } = await paid(client);
  expect((await client.refresh(charge, { body: { at_once: true } })).body.error.code).toBe(
    'parameter_unknown',
  );
});
