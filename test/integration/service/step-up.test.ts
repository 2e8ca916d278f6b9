import { afterEach, describe, expect, test } from '@jest/globals';
import { apiClient, browser, card, type Session } from './api-client.ts';
import { insists, pspAdmin } from './psp-admin.ts';
import { psps } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(() => admin.heal());

/** The customer at the bank's page, and back. */
const authenticate = async (url: string): Promise<void> => {
  const decided = await fetch(`${url}?result=approve`, { method: 'POST', redirect: 'manual' });
  const back = decided.headers.get('location') ?? '';
  expect((await fetch(back, { redirect: 'manual' })).status).toBe(303);
};

test('without browser data Adyen offers no challenge, and the second no ends the confirm', async () => {
  const { body: opened } = await client.create({ routing_rule: 'adyen' });
  await admin.faults('adyen', { kind: 'decline', code: insists.adyen });
  const { status, body } = await client.confirm(opened.id);
  expect([status, body.error.decline_code]).toEqual([402, 'authentication_required']);
  expect(
    (await client.session(opened.id)).body.routing.attempts.map(({ psp, outcome }) => [psp, outcome]),
  ).toEqual([
    ['adyen', 'authentication_required'],
    ['adyen', 'authentication_required'],
  ]);
});

describe.each(psps)('an issuer that insists on authentication, at %s', (psp) => {
  test('is asked once more with a challenge, and the customer pays by it', async () => {
    const { body: opened } = await client.create({ routing_rule: psp });
    await admin.faults(psp, { kind: 'decline', code: insists[psp] });
    const { status, body } = await client.call<Session>(
      'POST',
      `/v1/checkout/sessions/${opened.id}/confirm`,
      {
        body: { payment_method: card(), browser },
      },
    );
    expect([status, body.payment_status]).toEqual([200, 'requires_action']);
    expect(body.routing.attempts.map(({ psp: at, outcome, code }) => [at, outcome, code])).toEqual([
      [psp, 'authentication_required', insists[psp]],
      [psp, 'requires_action', null],
    ]);
    await admin.heal();
    await authenticate(body.next_action?.redirect_to_url.url ?? '');
    const paid = await until(
      () => client.session(opened.id),
      ({ body: now }) => now.payment_status === 'paid',
    );
    const [first, second] = paid.body.routing.attempts;
    expect(paid.body.charge).toBe(second?.charge);
    expect(
      (await admin.moneyOf([first?.charge ?? '', second?.charge ?? ''])).map(({ reference }) => reference),
    ).toEqual([second?.charge]);
    expect((await client.charge(first?.charge ?? '')).body).toMatchObject({ status: 'failed' });
  });
});

test('a completion that Adyen refuses for good ends the attempt, and another card pays', async () => {
  const cancel_url = 'https://shop.example/cart';
  const { body: opened } = await client.create({ routing_rule: 'adyen', cancel_url });
  await admin.faults('adyen', { kind: 'decline', code: insists.adyen });
  const { body } = await client.call<Session>('POST', `/v1/checkout/sessions/${opened.id}/confirm`, {
    body: { payment_method: card(), browser },
  });
  await admin.faults('adyen', { kind: 'completion-refused', code: '14_030' });
  const url = body.next_action?.redirect_to_url.url ?? '';
  const decided = await fetch(`${url}?result=approve`, { method: 'POST', redirect: 'manual' });
  const back = await fetch(decided.headers.get('location') ?? '', { redirect: 'manual' });
  expect(back.headers.get('location')).toBe(`${cancel_url}?session_id=${opened.id}`);
  expect((await client.session(opened.id)).body).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  const [, failed] = body.routing.attempts;
  expect((await client.charge(failed?.charge ?? '')).body).toMatchObject({ status: 'failed' });
  await admin.heal();
  const again = await client.confirm(opened.id);
  expect([again.status, again.body.payment_status]).toEqual([200, 'paid']);
  expect((await admin.moneyOf([failed?.charge ?? ''])).length).toBe(0);
});
