import { afterEach, describe, expect, test } from '@jest/globals';
import { apiClient, newKey, paid } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { psps, rulesOf } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService({
  rules: rulesOf(),
  // The local timer runs recovery every five seconds; these are the looks it is allowed.
  environment: { RECOVERY_SCHEDULE_S: '4,6,8,10,12,15,20,30,60,120', RECOVERY_TICK_S: '1' },
});
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(async () => {
  await admin.heal();
  for (const psp of psps) await admin.webhooks(psp, { mode: 'normal' });
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
