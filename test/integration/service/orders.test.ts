import { afterEach, describe, expect, test } from '@jest/globals';
import { apiClient, card, newKey } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { rulesOf } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService({ rules: rulesOf() });
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(async () => {
  await admin.heal();
  await admin.webhooks('stripe', { mode: 'normal' });
});

const newOrder = (): string => `order ${newKey()}`;
const sessionOf = async (reference: string, fields: object = {}) =>
  (await client.create({ reference, pay_once: true, ...fields })).body;
const codeOf = async (id: string, method: object = card(), request = {}) => {
  const { status, body } = await client.confirm(id, method, request);
  return status === 200 ? body.payment_status : body.error.code;
};

test('pay_once needs the order it is about', async () => {
  const { status, body } = await client.call('POST', '/v1/checkout/sessions', {
    body: { amount: 2599, currency: 'eur', success_url: 'https://shop.example/thanks', pay_once: true },
  });
  expect([status, body.error]).toMatchObject([400, { code: 'parameter_missing', param: 'reference' }]);
  const shown = await sessionOf(newOrder());
  expect(shown).toMatchObject({ pay_once: true });
  expect((await client.create({ reference: newOrder() })).body).toMatchObject({ pay_once: false });
});

describe('another session of the reference', () => {
  /** The answer to one more session, once the list of the reference shows those before it. */
  const warned = (reference: string) =>
    until(
      () => client.create({ reference }),
      ({ body }) => body.warnings !== undefined,
    );

  test('that is open warns, in the answer to the create alone; a first one has no warnings', async () => {
    const reference = newOrder();
    const { body: first } = await client.create({ reference });
    expect(first).not.toHaveProperty('warnings');
    const { body } = await warned(reference);
    expect(body.warnings).toEqual([
      {
        code: 'reference_in_use',
        message: expect.stringMatching(/^reference: session cs_[0-9a-z]{26} has the same and is open\./),
        param: 'reference',
      },
    ]);
    expect((await client.session(body.id)).body).not.toHaveProperty('warnings');
    expect((await client.confirm(body.id)).body).not.toHaveProperty('warnings');
  });

  test('that is paid warns; the repeat under a key shows the first answer, whatever was paid since', async () => {
    const reference = newOrder();
    const key = newKey();
    const { body: first } = await client.create({ reference }, { key });
    expect((await client.confirm(first.id)).body.payment_status).toBe('paid');
    const { body } = await warned(reference);
    expect(body.warnings?.[0]?.message).toContain(`session ${first.id} has the same and is paid`);
    const again = await client.create({ reference }, { key });
    expect(again.body).toEqual(first);
  });
});

test('40 concurrent confirms of ten sessions of one order: exactly one payment at one PSP', async () => {
  const reference = newOrder();
  const rules = ['default', 'stripe', 'adyen', 'checkout_com'];
  const sessions = await Promise.all(
    Array.from({ length: 10 }, (_, index) => sessionOf(reference, { routing_rule: rules[index % 4] })),
  );
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const { id = '', client_secret = '' } = sessions[index % 10] ?? {};
      return client.confirm(id, card(), index % 2 === 0 ? {} : { token: client_secret });
    }),
  );
  const paid = new Set<string>();
  for (const { status, body } of answers)
    if (status === 200) paid.add(body.id);
    else
      expect([status, body.error.code]).toEqual([
        409,
        expect.stringMatching(/^(order_already_paid|order_in_progress|payment_in_progress)$/),
      ]);
  expect(paid.size).toBe(1);
  const read = await Promise.all(sessions.map(async ({ id }) => (await client.session(id)).body));
  expect(read.filter(({ payment_status }) => payment_status === 'paid')).toHaveLength(1);
  const charges = read.flatMap(({ routing }) => routing.attempts.map(({ charge }) => charge));
  const booked = await admin.moneyOf(charges);
  expect(booked).toHaveLength(1);
  expect(booked[0]?.amount_captured).toBe(2599);
  for (const { id } of sessions) expect(await codeOf(id)).toBe(paid.has(id) ? 'paid' : 'order_already_paid');
});

describe('another session of an order', () => {
  test('is refused while the first is on its way: order_in_progress, with a time to retry', async () => {
    const reference = newOrder();
    const [first, second] = [
      await sessionOf(reference, { routing_rule: 'adyen' }),
      await sessionOf(reference),
    ];
    await admin.faults('adyen', { kind: 'reset-before' });
    expect(await codeOf(first.id)).toBe('processing');
    const { status, headers, body, text } = await client.confirm(second.id);
    expect([status, body.error.code]).toEqual([409, 'order_in_progress']);
    expect([headers.get('should-retry'), Number(headers.get('retry-after')) > 0]).toEqual(['true', true]);
    expect(text).not.toContain(first.id);
  });

  test('is refused while the customer of the first is away, and free once that has expired', async () => {
    const reference = newOrder();
    const [first, second] = [await sessionOf(reference), await sessionOf(reference)];
    expect(await codeOf(first.id, card({ number: '4000002760003184' }))).toBe('requires_action');
    expect(await codeOf(second.id)).toBe('order_in_progress');
    expect((await client.expire(first.id)).status).toBe(200);
    expect(await codeOf(second.id)).toBe('paid');
  });

  test('is free after a definite decline of the first', async () => {
    const reference = newOrder();
    const [first, second] = [await sessionOf(reference), await sessionOf(reference)];
    expect(await codeOf(first.id, card({ number: '4000000000009995' }))).toBe('card_declined');
    expect(await codeOf(second.id)).toBe('paid');
    expect(await codeOf(first.id)).toBe('order_already_paid');
  });

  test('is free after a cancel', async () => {
    const reference = newOrder();
    const manual = { capture_method: 'manual' };
    const [first, second] = [await sessionOf(reference, manual), await sessionOf(reference, manual)];
    const charge = (await client.confirm(first.id)).body.charge ?? '';
    expect(await codeOf(second.id)).toBe('order_already_paid');
    expect((await client.cancel({ charge })).body.status).toBe('canceled');
    expect(await codeOf(second.id)).toBe('authorized');
  });

  test('is free after a void at the PSP, once that is known', async () => {
    const reference = newOrder();
    const manual = { capture_method: 'manual' };
    await admin.webhooks('stripe', { mode: 'off' });
    const [first, second] = [await sessionOf(reference, manual), await sessionOf(reference, manual)];
    const charge = (await client.confirm(first.id)).body.charge ?? '';
    await admin.dashboard('stripe', { act: 'void', payment: charge });
    expect(await codeOf(second.id)).toBe('order_already_paid');
    expect((await client.refresh(charge)).body).toMatchObject({ status: 'canceled', external: true });
    expect(await codeOf(second.id)).toBe('authorized');
  });

  test('is not free after a refund', async () => {
    const reference = newOrder();
    const [first, second] = [await sessionOf(reference), await sessionOf(reference)];
    const charge = (await client.confirm(first.id)).body.charge ?? '';
    expect((await client.refund({ charge })).body.status).toBe('succeeded');
    expect(await codeOf(second.id)).toBe('order_already_paid');
  });

  test('without pay_once is not blocked and does not block', async () => {
    const reference = newOrder();
    const plain = async () => (await client.create({ reference })).body;
    expect(await codeOf((await plain()).id)).toBe('paid');
    expect(await codeOf((await sessionOf(reference)).id)).toBe('paid');
    expect(await codeOf((await plain()).id)).toBe('paid');
  });

  test('with another reference has nothing to do with it', async () => {
    const reference = newOrder();
    expect(await codeOf((await sessionOf(reference)).id)).toBe('paid');
    expect(await codeOf((await sessionOf(`${reference} `)).id)).toBe('paid');
  });

  test('confirmed again after it was refused, under the same key, gets a new answer', async () => {
    const reference = newOrder();
    const [first, second] = [await sessionOf(reference), await sessionOf(reference)];
    expect(await codeOf(first.id, card({ number: '4000002760003184' }))).toBe('requires_action');
    const key = newKey();
    expect(await codeOf(second.id, card(), { key })).toBe('order_in_progress');
    await client.expire(first.id);
    expect(await codeOf(second.id, card(), { key })).toBe('paid');
  });
});

test("no session token is shown another session's id", async () => {
  const reference = newOrder();
  const [first, second] = [await sessionOf(reference), await sessionOf(reference)];
  expect(await codeOf(first.id)).toBe('paid');
  const token = second.client_secret;
  const refused = await client.confirm(second.id, card(), { token });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'order_already_paid']);
  const read = await client.session(second.id, { token });
  for (const text of [refused.text, read.text]) {
    expect(text).not.toContain(first.id);
    expect(text).not.toContain(reference);
  }
});
