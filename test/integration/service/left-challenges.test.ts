import { afterEach, describe, expect, test } from '@jest/globals';
import { apiClient, browser, card, newKey, type Session } from './api-client.ts';
import { insists, pspAdmin } from './psp-admin.ts';
import type { PspId } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(() => admin.heal());

const cancel_url = 'https://shop.example/cart';
const challenged = async (psp: PspId, session: string): Promise<Session> => {
  await admin.faults(psp, { kind: 'decline', code: insists[psp] });
  const { body } = await client.call<Session>('POST', `/v1/checkout/sessions/${session}/confirm`, {
    body: { payment_method: card(), browser },
  });
  await admin.heal();
  expect(body.payment_status).toBe('requires_action');
  return body;
};

const away = async (psp: PspId) => {
  const { body: opened } = await client.create({ routing_rule: psp, cancel_url });
  const first = await challenged(psp, opened.id);
  return { id: opened.id, charge: first.charge ?? '', bank: first.next_action?.redirect_to_url.url ?? '' };
};

/** The customer finishes at the bank, in whatever tab, and their browser opens the way back. A bank that was told of the end sends nobody back. */
const finish = async (bank: string) => {
  const decided = await fetch(`${bank}?result=approve`, { method: 'POST', redirect: 'manual' });
  const back = decided.headers.get('location');
  return back === null ? undefined : fetch(back, { redirect: 'manual', headers: { accept: 'text/html' } });
};

const money = async (id: string) => {
  const { attempts } = (await client.session(id)).body.routing;
  return admin.moneyOf(attempts.map(({ charge }) => charge));
};

const another = card({ number: '5555555555554444' });

describe.each(['stripe', 'adyen'] as const)('another card after going back from the bank, at %s', (psp) => {
  test('pays, and the first challenge takes nothing any more', async () => {
    const { id, charge, bank } = await away(psp);
    const key = newKey();
    const paid = await client.confirm(id, another, { key });
    expect([paid.status, paid.body.payment_status]).toEqual([200, 'paid']);
    expect(paid.body.charge).not.toBe(charge);
    expect((await client.charge(charge)).body).toMatchObject({
      status: 'failed',
      outcome: 'canceled',
      open: [],
    });
    const back = await finish(bank);
    expect(back !== undefined || psp === 'stripe').toBe(true);
    if (back) expect(back.headers.get('location')).toMatch(/^https:\/\/shop\.example\/thanks/);
    expect((await client.confirm(id, another, { key })).text).toBe(paid.text);
    expect(await money(id)).toMatchObject([{ reference: paid.body.charge }]);
  });

  test('is sent to the bank, too: the page of the first challenge says so, and the second pays', async () => {
    const { id, bank } = await away(psp);
    const second = await challenged(psp, id);
    const old = await finish(bank);
    expect(old !== undefined || psp === 'stripe').toBe(true);
    if (old) {
      expect([old.status, old.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8']);
      expect(await old.text()).toContain('you have started another one');
    }
    expect((await client.session(id)).body).toMatchObject({
      payment_status: 'requires_action',
      charge: second.charge,
    });
    await finish(second.next_action?.redirect_to_url.url ?? '');
    await until(
      () => client.session(id),
      ({ body }) => body.payment_status === 'paid',
    );
    expect(await money(id)).toMatchObject([{ reference: second.charge }]);
  });

  test('in two tabs at once: one of them, and one charge', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await away(psp);
      const [one, two] = await Promise.all([client.confirm(id, another), client.confirm(id, another)]);
      expect([200, 409]).toContain(one.status);
      expect([200, 409]).toContain(two.status);
      expect((await client.session(id)).body.payment_status).toBe('paid');
      expect(await money(id)).toHaveLength(1);
    }
  });
});

test('at Checkout.com another card is refused with the way on, to a server and to a browser, and the challenge pays', async () => {
  const { body: opened } = await client.create({ routing_rule: 'checkout_com' });
  const { next_action } = await challenged('checkout_com', opened.id);
  for (const request of [{}, { token: opened.client_secret }]) {
    const { status, headers, body } = await client.confirm(opened.id, another, request);
    expect([status, headers.get('should-retry')]).toEqual([409, 'false']);
    expect(body.error).toMatchObject({ code: 'payment_in_progress', next_action });
  }
  await finish(next_action?.redirect_to_url.url ?? '');
  await until(
    () => client.session(opened.id),
    ({ body }) => body.payment_status === 'paid',
  );
  expect(await money(opened.id)).toHaveLength(1);
});
