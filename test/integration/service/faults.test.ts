import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../local/psp/framework/faults.ts';
import { apiClient, type Client, card, newKey, paid, type Session } from './api-client.ts';
import { type PspAdmin, pspAdmin } from './psp-admin.ts';
import { type PspId, psps, rulesOf } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

let service: Service;
let client: Client;
let admin: PspAdmin;
beforeAll(async () => {
  service = await startService({
    rules: rulesOf({ attempt_timeout_ms: 2_000 }),
    // The local timer runs recovery every five seconds; these are the looks it is allowed.
    environment: { RECOVERY_SCHEDULE_S: '4,6,8,10,12,15,20,30,60,120' },
  });
  client = apiClient(service);
  admin = pspAdmin(service);
});
afterEach(async () => {
  await admin.heal();
  for (const psp of psps) await admin.webhooks(psp, { mode: 'normal' });
});
afterAll(() => service?.stop());

const referencesOf = ({ routing }: Session) => routing.attempts.map(({ charge }) => charge);

const attemptsOf = ({ routing }: Session) => routing.attempts.map(({ psp, outcome }) => [psp, outcome]);

/** The session once its outcome is known, and that GET and all ledgers tell the same. */
const resolved = async (id: string): Promise<Session> => {
  const { body } = await until(
    () => client.session(id),
    (answer) => answer.body.payment_status !== 'processing',
  );
  const taken = await until(
    () => admin.moneyOf(referencesOf(body)),
    (money) => money.every(({ amount_captured }) => amount_captured > 0),
  );
  if (body.payment_status === 'paid') {
    expect(taken).toMatchObject([{ reference: body.charge, amount_captured: 2599, amount_refunded: 0 }]);
    const { body: charge } = await client.charge(body.charge ?? '');
    expect(charge).toMatchObject({ status: 'captured', psp: taken[0]?.psp, amount_captured: 2599 });
  } else {
    expect([body.payment_status, body.charge, taken]).toEqual(['unpaid', null, []]);
  }
  return body;
};

describe('a PSP that cannot take the payment: it is paid elsewhere', () => {
  test.each<[string, Fault, string]>([
    ['down', { kind: 'down' }, 'not_sent'],
    ['rate-limited', { kind: 'rate-limit' }, 'rate_limited'],
    ['refusing our key', { kind: 'unauthorized' }, 'psp_unavailable'],
    ['declining for the bank', { kind: 'decline', code: 'issuer_not_available' }, 'issuer_unavailable'],
    ['failing to process', { kind: 'decline', code: 'processing_error' }, 'processor_error'],
  ])('stripe %s', async (_, fault, outcome) => {
    const { body: opened } = await client.create();
    expect(opened.routing.plan).toEqual(['stripe', expect.any(String), expect.any(String)]);
    await admin.faults('stripe', fault);
    const { status, body } = await client.confirm(opened.id);
    expect([status, body.payment_status]).toEqual([200, 'paid']);
    expect(attemptsOf(body)).toEqual([
      ['stripe', outcome],
      [opened.routing.plan[1], 'captured'],
    ]);
    await resolved(opened.id);
  });

  test('two PSPs down: the third', async () => {
    const { body: opened } = await client.create();
    await admin.faults('stripe', { kind: 'down' });
    await admin.faults('adyen', { kind: 'down' });
    const { body } = await client.confirm(opened.id);
    expect(body.payment_status).toBe('paid');
    expect(body.routing.attempts.at(-1)).toMatchObject({ psp: 'checkout_com', outcome: 'captured' });
    await resolved(opened.id);
  });

  test('all down: 502, nothing charged, the session open for another try', async () => {
    const { body: opened } = await client.create();
    for (const psp of psps) await admin.faults(psp, { kind: 'down' });
    const { status, body } = await client.confirm(opened.id);
    expect([status, body.error.code, body.error.decline_code]).toEqual([502, 'psp_unavailable', 'not_sent']);
    expect(body.error.session?.routing.attempts).toHaveLength(3);
    await admin.heal();
    expect(await resolved(opened.id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect((await client.confirm(opened.id)).body.payment_status).toBe('paid');
  });

  test('a decline that a rule may not list goes nowhere else', async () => {
    const { body: opened } = await client.create();
    await admin.faults('stripe', { kind: 'decline', code: 'insufficient_funds' });
    const { status } = await client.confirm(opened.id);
    expect(status).toBe(402);
    expect(attemptsOf(await resolved(opened.id))).toEqual([['stripe', 'insufficient_funds']]);
  });
});

describe('the effect happened and the answer was lost: never a charge at a second PSP', () => {
  test.each<[PspId, Fault['kind']]>([
    ['stripe', 'reset-after'],
    ['stripe', '5xx-after'],
    ['stripe', 'html'],
    ['stripe', 'wrong-amount'],
    ['adyen', 'reset-after'],
    ['adyen', 'html'],
    ['adyen', 'wrong-amount'],
    ['checkout_com', 'reset-after'],
    ['checkout_com', '5xx-after'],
    ['checkout_com', 'html'],
    ['checkout_com', 'wrong-amount'],
  ])('%s %s: processing, then paid there', async (psp, kind) => {
    // What a PSP tells by webhook, or when it is asked, would end the doubt before it is seen.
    await admin.webhooks(psp, { mode: 'off' });
    await admin.faults(psp, [
      { kind, only: 'authorize' },
      { kind: 'reset-before', only: 'look_up' },
    ]);
    const { body: opened } = await client.create({ routing_rule: psp === 'stripe' ? 'default' : psp });
    const { status, body } = await client.confirm(opened.id);
    expect([status, body.payment_status, body.status]).toEqual([200, 'processing', 'open']);
    expect(await client.confirm(opened.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'payment_in_progress' } },
    });
    expect(await admin.moneyOf(referencesOf(body))).toMatchObject([{ psp }]);

    await admin.heal();
    await admin.webhooks(psp, { mode: 'normal', redeliver: 'undelivered' });
    const stands = await resolved(opened.id);
    expect([stands.payment_status, attemptsOf(stands)]).toEqual(['paid', [[psp, 'captured']]]);
  });

  test('recovery alone finds it, without a webhook or a client', async () => {
    await admin.webhooks('stripe', { mode: 'off' });
    await admin.faults('stripe', [
      { kind: 'reset-after', only: 'authorize' },
      { kind: 'reset-before', only: 'look_up' },
    ]);
    const { body: opened } = await client.create();
    const key = newKey();
    const first = await client.confirm(opened.id, card(), { key });
    expect(first.body.payment_status).toBe('processing');
    await admin.heal();
    const stands = await resolved(opened.id);
    expect([stands.payment_status, attemptsOf(stands)]).toEqual(['paid', [['stripe', 'captured']]]);

    // `processing` replays as `processing`: what stands is read with GET.
    const replay = await client.confirm(opened.id, card(), { key });
    expect([replay.status, replay.text]).toEqual([200, first.text]);
  });

  test('a slow answer is waited for by asking again under the same key', async () => {
    await admin.faults('stripe', { kind: 'slow', ms: 2_500, only: 'authorize' });
    const { body: opened } = await client.create();
    const { body } = await client.confirm(opened.id);
    expect(['paid', 'processing']).toContain(body.payment_status);
    await admin.heal();
    expect(attemptsOf(await resolved(opened.id))).toEqual([['stripe', 'captured']]);
  });
});

describe('nobody knows whether the request arrived: no second PSP', () => {
  test('stripe: in the end what the ledger says', async () => {
    const faults: readonly Fault[] = [
      { kind: 'reset-before', only: 'authorize' },
      { kind: '5xx', only: 'authorize' },
    ];
    const ids: string[] = [];
    for (const fault of faults) {
      const { body: opened } = await client.create();
      await admin.faults('stripe', fault);
      const { body } = await client.confirm(opened.id);
      expect([body.payment_status, attemptsOf(body)]).toEqual(['processing', [['stripe', 'unknown']]]);
      ids.push(opened.id);
    }
    await admin.heal();
    for (const stands of await Promise.all(ids.map(resolved))) {
      expect([stands.payment_status, attemptsOf(stands).map(([where]) => where)]).toEqual([
        'unpaid',
        ['stripe'],
      ]);
      expect((await client.confirm(stands.id)).body.payment_status).toBe('paid');
    }
  });

  test.each(['adyen', 'checkout_com'] as const)(
    '%s, which can prove no absence yet: processing stays',
    async (psp) => {
      await admin.faults(psp, { kind: 'reset-before' });
      const { body: opened } = await client.create({ routing_rule: psp });
      const { body } = await client.confirm(opened.id);
      expect([body.payment_status, attemptsOf(body)]).toEqual(['processing', [[psp, 'unknown']]]);
      expect(await admin.moneyOf(referencesOf(body))).toEqual([]);
      expect(await client.confirm(opened.id)).toMatchObject({ status: 409 });
    },
  );

  test('an effect that comes late, after everybody gave up, is not charged twice', async () => {
    const { body: opened } = await client.create();
    await admin.faults('stripe', { kind: 'late-effect', ms: 1_000, only: 'authorize' });
    const { body } = await client.confirm(opened.id);
    expect(['processing', 'paid']).toContain(body.payment_status);
    await admin.heal();
    expect(attemptsOf(await resolved(opened.id)).map(([where]) => where)).toEqual(['stripe']);
  });
});

describe('refunds and captures whose answer was lost', () => {
  test.each(psps)('%s: pending, never failed, and returned once', async (psp) => {
    const { charge } = await paid(client, { routing_rule: psp });
    // Some PSPs capture a moment after they have answered, and refund nothing before.
    await until(
      () => admin.moneyOf([charge]),
      ([money]) => money?.amount_captured === 2599,
    );
    await admin.webhooks(psp, { mode: 'off' });
    await admin.faults(psp, [
      { kind: 'reset-after', only: 'refund' },
      { kind: 'reset-before', only: 'look_up' },
    ]);
    const key = newKey();
    const first = await client.refund({ charge, amount: 1_000 }, { key });
    expect([first.status, first.body.status]).toEqual([200, 'pending']);
    expect(await client.refund({ charge, amount: 1_600 })).toMatchObject({
      status: 400,
      body: { error: { code: 'refund_amount_too_large' } },
    });
    await admin.heal();
    await admin.webhooks(psp, { mode: 'normal', redeliver: 'undelivered' });
    const { body } = await until(
      () => client.charge(charge),
      (answer) => answer.body.refunds[0]?.status !== 'pending',
    );
    expect(body.refunds).toMatchObject([{ status: 'succeeded', amount: 1_000 }]);
    const { payments, refunds } = await admin.ledger(psp);
    const payment = payments.find(({ reference }) => reference === charge);
    expect(refunds.filter((one) => one.payment === payment?.id)).toMatchObject([{ amount: 1_000 }]);
    expect((await client.refund({ charge, amount: 1_000 }, { key })).text).toBe(first.text);
  });

  test('a PSP that is down: the refund failed for certain, and its amount is free again', async () => {
    const { charge } = await paid(client);
    await admin.faults('stripe', { kind: 'down' });
    const { status, body } = await client.refund({ charge });
    expect([status, body.status]).toEqual([200, 'failed']);
    expect(body).toMatchObject({ failure_reason: 'not_sent' });
    await admin.heal();
    expect((await client.refund({ charge })).body).toMatchObject({ status: 'succeeded', amount: 2599 });
  });

  test('a capture: capturing, then captured once', async () => {
    const { body: opened } = await client.create({ capture_method: 'manual' });
    const charge = (await client.confirm(opened.id)).body.charge ?? '';
    await admin.webhooks('stripe', { mode: 'off' });
    await admin.faults('stripe', [
      { kind: 'reset-after', only: 'capture' },
      { kind: 'reset-before', only: 'look_up' },
    ]);
    const { status, body } = await client.capture({ charge });
    expect([status, body.status]).toEqual([200, 'capturing']);
    await admin.heal();
    await admin.webhooks('stripe', { mode: 'normal', redeliver: 'undelivered' });
    await until(
      () => client.charge(charge),
      (answer) => answer.body.status === 'captured',
    );
    expect((await client.session(opened.id)).body.payment_status).toBe('paid');
    expect(await admin.moneyOf([charge])).toMatchObject([{ amount_captured: 2599 }]);
  });
});
