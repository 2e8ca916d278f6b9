import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Attempt, PspEvent } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import { cardRequest } from '../../conformance/samples.ts';
import { specification } from '../../conformance/specification.ts';
import { readSpec } from '../../tools/specs.ts';
import { call, newAttempt, type OpenAdapter, openAdapter } from './open-adapter.ts';
import { eventually } from './psp-client.ts';

let adyen: OpenAdapter;
beforeAll(async () => {
  adyen = await openAdapter('adyen');
});
afterAll(() => adyen.close());

const pay = async (more: Partial<Attempt> = {}, name = 'Ada Lovelace'): Promise<Attempt & { id: string }> => {
  const attempt = newAttempt(more);
  const request = cardRequest();
  if (request.payment_method.type !== 'card') throw new Error('no card');
  const card = { ...request.payment_method.card, number: secret('4111111111111111'), name };
  const answer = await adyen.psp.authorize(
    attempt,
    { ...request, payment_method: { ...request.payment_method, card } },
    call,
  );
  if (!('psp_reference' in answer) || !answer.psp_reference) throw new Error(JSON.stringify(answer));
  return { ...attempt, psp_reference: answer.psp_reference, id: answer.psp_reference };
};

const hold = () => pay({ capture_method: 'manual' });

/** The events of a payment in the order of their coming, once there are as many as that; the authorisation's own is left out. */
const eventsOf = async ({ reference }: Attempt, count: number): Promise<readonly PspEvent[]> => {
  const found = await eventually(async () => {
    const all = (await adyen.events()).filter((event) => event.reference === reference);
    const later = all.filter(({ id }) => !id.includes('.AUTHORISATION.'));
    return later.length >= count && later;
  });
  expect(found).toHaveLength(count);
  return found;
};

const euros = (amount: number) => ({ amount, currency: 'eur' });

describe('each action in the Customer Area or by the bank has its own event', () => {
  test('a partial capture, then refunds', async () => {
    const payment = await hold();
    expect(await adyen.dashboard({ act: 'capture', payment: payment.id, amount: 1_000 })).toBeUndefined();
    expect(await adyen.booked(payment.reference)).toMatchObject({
      status: 'captured',
      amount_captured: 1_000,
    });
    const [captured] = await eventsOf(payment, 1);
    expect(captured).toEqual({
      id: expect.stringMatching(/^\w{16}\.CAPTURE\.true$/),
      occurred: expect.any(Number),
      reference: payment.reference,
      psp_reference: payment.id,
      operation_reference: expect.not.stringMatching(payment.id),
      money: euros(1_000),
      claim: {
        about: 'capture',
        result: { outcome: 'succeeded', psp_reference: captured?.operation_reference, amount: 1_000 },
      },
    });
    expect(await adyen.dashboard({ act: 'refund', payment: payment.id, amount: 400 })).toBeUndefined();
    expect(await adyen.dashboard({ act: 'refund', payment: payment.id })).toBeUndefined();
    expect(await adyen.dashboard({ act: 'refund', payment: payment.id })).toContain('0 can be refunded');
    const [, ...refunds] = await eventsOf(payment, 3);
    expect(refunds.map(({ money, operation }) => [money, operation])).toEqual([
      [euros(400), undefined],
      [euros(600), undefined],
    ]);
    expect((await adyen.ledger()).refunds.filter((row) => row.payment === payment.id)).toMatchObject([
      { amount: 400, status: 'succeeded' },
      { amount: 600, status: 'succeeded' },
    ]);
  });

  test.each([
    ['void', 'voided'],
    ['expire', 'expired'],
  ] as const)('%s: the hold is %s, once', async (act, how) => {
    const payment = await hold();
    expect(await adyen.dashboard({ act, payment: payment.id })).toBeUndefined();
    expect(await adyen.dashboard({ act, payment: payment.id })).toContain('canceled');
    const [event] = await eventsOf(payment, 1);
    expect(event).toMatchObject({
      psp_reference: payment.id,
      claim: {
        about: 'authorization',
        result: { outcome: 'canceled', psp_reference: payment.id, hold: how },
      },
    });
    expect(event).not.toHaveProperty('operation');
    expect(await adyen.booked(payment.reference)).toMatchObject({ status: 'canceled', amount_authorized: 0 });
  });

  test('a dispute is opened, won, and comes back as lost', async () => {
    const payment = await pay();
    expect(await adyen.dashboard({ act: 'win', payment: payment.id })).toContain('not disputed');
    for (const act of ['dispute', 'win', 'lose'] as const)
      expect(await adyen.dashboard({ act, payment: payment.id })).toBeUndefined();
    expect(await adyen.dashboard({ act: 'win', payment: payment.id })).toContain('lost');
    const events = await eventsOf(payment, 5);
    const disputes = events.flatMap(({ claim }) => (claim.about === 'dispute' ? [claim.dispute] : []));
    expect(disputes.map(({ status, stage }) => `${status} ${stage}`).sort()).toEqual([
      'lost arbitration',
      'open dispute',
      'open dispute',
      'open dispute',
      'won dispute',
    ]);
    expect(new Set(disputes.map(({ psp_reference }) => psp_reference)).size).toBe(1);
    for (const dispute of disputes) {
      expect([dispute.reason, dispute.psp_reason]).toEqual(['fraudulent', '10.4']);
      expect(dispute.respond_by).toBeGreaterThan(Date.now() / 1000);
    }
    for (const { money } of events) expect(money).toEqual(euros(2_599));
  });

  test('an undefended dispute of a part is lost', async () => {
    const payment = await pay();
    await adyen.dashboard({ act: 'dispute', payment: payment.id, amount: 500 });
    await adyen.dashboard({ act: 'lose', payment: payment.id });
    const events = await eventsOf(payment, 3);
    expect(events.map(({ money }) => money)).toEqual([euros(500), euros(500), euros(500)]);
    expect(events.map(({ id }) => id.split('.')[1])).toContain('DISPUTE_DEFENSE_PERIOD_ENDED');
  });

  test('an impossible action is refused and changes nothing', async () => {
    const held = await hold();
    const paid = await pay();
    for (const [act, payment, amount] of [
      ['capture', held, 2_600],
      ['capture', paid, undefined],
      ['void', paid, undefined],
      ['expire', paid, undefined],
      ['refund', held, undefined],
      ['refund', paid, 2_600],
      ['dispute', held, undefined],
    ] as const)
      expect(await adyen.dashboard({ act, payment: payment.id, amount })).toMatch(/./);
    expect(await adyen.booked(held.reference)).toMatchObject({ status: 'authorized', amount_captured: 0 });
    expect(await adyen.booked(paid.reference)).toMatchObject({ amount_captured: 2_599, amount_refunded: 0 });
  });

  test('amounts are ISO 4217 minor units, even if Adyen counts otherwise', async () => {
    const payment = await pay({ capture_method: 'manual', currency: 'clp', amount: 1_500 });
    await adyen.dashboard({ act: 'capture', payment: payment.id, amount: 1_000 });
    const [event] = await eventsOf(payment, 1);
    expect(event?.money).toEqual({ amount: 1_000, currency: 'clp' });
  });
});

describe('the card scheme reverses what Adyen called done, under the reference of the failed operation', () => {
  test('a capture of ours', async () => {
    const payment = await pay({ capture_method: 'manual' }, 'Capture Failed');
    const operation = { id: 'cp_00000000000000000000000000', amount: 2_599 };
    const accepted = await adyen.psp.capture(payment, operation, call);
    const [captured, failed] = await eventsOf(payment, 2);
    expect(accepted).toMatchObject({ outcome: 'pending', psp_reference: captured?.operation_reference });
    expect(captured).toMatchObject({ operation: operation.id, claim: { result: { outcome: 'succeeded' } } });
    expect(failed).toMatchObject({
      operation: operation.id,
      operation_reference: captured?.operation_reference,
      money: euros(2_599),
      claim: { about: 'capture', result: { outcome: 'failed' } },
    });
    expect(await adyen.booked(payment.reference)).toMatchObject({ status: 'authorized', amount_captured: 0 });
  });

  test('an automatic capture, which has no operation of ours', async () => {
    const payment = await pay({}, 'capture failed');
    const [failed] = await eventsOf(payment, 1);
    expect(failed).toMatchObject({
      psp_reference: payment.id,
      claim: { about: 'capture', result: { outcome: 'failed' } },
    });
    expect(failed).not.toHaveProperty('operation');
  });

  test('a refund', async () => {
    const payment = await pay({}, 'refund failed');
    const operation = { id: 're_00000000000000000000000000', amount: 1_000 };
    await adyen.psp.refund(payment, operation, call);
    const [done, failed] = await eventsOf(payment, 2);
    expect([done?.claim, failed?.claim]).toMatchObject([
      { result: { outcome: 'succeeded', amount: 1_000 } },
      { result: { outcome: 'failed' } },
    ]);
    expect(failed?.operation_reference).toBe(done?.operation_reference);
    expect(await adyen.booked(payment.reference)).toMatchObject({
      amount_captured: 2_599,
      amount_refunded: 0,
    });
  });
});

const webhooks = readSpec('adyen-webhooks.openapi.json') as { readonly webhooks: never } | undefined;
const withSpec = webhooks === undefined ? test.skip : test;

withSpec('every event that the official document describes is as it says', () => {
  const spec = specification(webhooks, 'http://127.0.0.1', webhooks?.webhooks);
  const described = Object.keys(webhooks?.webhooks ?? {});
  const problems = adyen.deliveries.flatMap(({ body }) => {
    const code: string = JSON.parse(body).notificationItems[0].NotificationRequestItem.eventCode;
    if (!described.includes(`/${code}`)) return [];
    const url = `http://127.0.0.1/${code}`;
    const headers = { 'content-type': 'application/json' };
    return spec.requestProblems({ method: 'POST', url, headers, body, timeout_ms: 0 });
  });
  expect(adyen.deliveries.length).toBeGreaterThan(20);
  expect(problems).toEqual([]);
});
