import { describe, expect, test } from '@jest/globals';
import type { LedgerPayment } from '../../../local/psp/framework/ledger.ts';
import { apiClient, card } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { type PspId, psps, rule } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);
const admin = pspAdmin(service);

/** The PSP's books come to show these amounts for a payment; some PSPs capture a moment after they have answered. */
const ledgerOf = (psp: PspId, reference: string, amounts: Partial<LedgerPayment>) =>
  until(
    async () => (await admin.ledger(psp)).payments.find((payment) => payment.reference === reference),
    (payment) => JSON.stringify({ ...payment, ...amounts }) === JSON.stringify(payment),
  );

/** Publishes a rule that sends everything to one PSP, and waits until sessions are planned by it. */
const sendEverythingTo = async (psp: PspId): Promise<void> => {
  const name = `walk_${psp}`;
  const published = await client.call('POST', '/v1/routing/rules', { body: rule(name, { [psp]: 1 }) });
  expect(published).toMatchObject({ status: 200, body: { name, targets: [{ psp, weight: 1 }] } });
  await until(
    () => client.tryToCreate({ routing_rule: name }),
    ({ status }) => status === 200,
  );
};

describe.each(psps)('a payment at %s, by plain HTTP', (psp) => {
  test('create, confirm, refund a part, refund the rest, a third refund is refused; the ledger agrees', async () => {
    await sendEverythingTo(psp);
    const { body: opened } = await client.create({ routing_rule: `walk_${psp}` });
    expect(opened).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      charge: null,
      routing: { rule: `walk_${psp}`, plan: [psp], attempts: [] },
    });

    const { body: done } = await client.confirm(opened.id, card(), { token: opened.client_secret });
    expect(done).toMatchObject({ status: 'complete', payment_status: 'paid' });
    const charge = done.charge ?? '';
    await ledgerOf(psp, charge, {
      amount: 2599,
      currency: 'eur',
      status: 'captured',
      amount_captured: 2599,
      amount_refunded: 0,
      card_last4: '4242',
    });

    const part = await client.refund({ charge, amount: 1000 });
    expect(part).toMatchObject({ status: 200, body: { amount: 1000, charge, psp } });
    const rest = await client.refund({ charge });
    expect(rest).toMatchObject({ status: 200, body: { amount: 1599, charge, psp } });
    const third = await client.refund({ charge, amount: 1 });
    expect(third).toMatchObject({
      status: 409,
      body: { error: { code: 'charge_already_refunded', param: 'charge' } },
    });

    const settled = await until(
      () => client.charge(charge),
      ({ body }) => body.refunds.every(({ status }) => status === 'succeeded'),
    );
    expect(settled.body).toMatchObject({
      session: opened.id,
      psp,
      status: 'captured',
      outcome: 'captured',
      amount_captured: 2599,
      amount_refunded: 2599,
    });
    expect(settled.body.refunds.map(({ amount }) => amount).sort()).toEqual([1000, 1599]);
    const payment = await ledgerOf(psp, charge, { amount_captured: 2599, amount_refunded: 2599 });
    expect(settled.body.psp_reference).toBe(payment?.id);
    const { refunds } = await admin.ledger(psp);
    const ours = refunds.filter((refund) => refund.payment === payment?.id);
    expect(ours.map(({ amount, status }) => [amount, status])).toEqual([
      [1000, 'succeeded'],
      [1599, 'succeeded'],
    ]);
  });

  test('authorised now, captured in part later, the rest released', async () => {
    const { body: opened } = await client.create({ routing_rule: psp, capture_method: 'manual' });
    const { body: held } = await client.confirm(opened.id);
    expect(held.payment_status).toBe('authorized');
    const charge = held.charge ?? '';
    expect((await client.capture({ charge, amount: 2600 })).body).toMatchObject({
      error: { code: 'capture_amount_too_large', param: 'amount' },
    });
    expect((await client.capture({ charge, amount: 2000 })).status).toBe(200);
    const { body } = await until(
      () => client.charge(charge),
      (answer) => answer.body.status === 'captured',
    );
    expect(body).toMatchObject({ amount: 2599, amount_captured: 2000, amount_refunded: 0 });
    expect((await client.session(opened.id)).body).toMatchObject({ payment_status: 'paid' });
    await ledgerOf(psp, charge, { amount_captured: 2000 });
    expect((await client.capture({ charge })).body).toMatchObject({
      error: { code: 'charge_not_capturable', param: 'charge' },
    });
  });

  test('authorised and released', async () => {
    const { body: opened } = await client.create({ routing_rule: psp, capture_method: 'manual' });
    const charge = (await client.confirm(opened.id)).body.charge ?? '';
    expect((await client.cancel({ charge })).status).toBe(200);
    await until(
      () => client.charge(charge),
      ({ body }) => body.status === 'canceled',
    );
    expect((await client.session(opened.id)).body).toMatchObject({
      status: 'complete',
      payment_status: 'canceled',
    });
    await ledgerOf(psp, charge, { status: 'canceled', amount_captured: 0 });
    expect((await client.refund({ charge })).body).toMatchObject({
      error: { code: 'charge_not_refundable' },
    });
  });
});

describe('declined cards', () => {
  test.each([
    ['stripe', { number: '4000000000000002' }, 'do_not_honor'],
    ['stripe', { number: '4000000000009995' }, 'insufficient_funds'],
    ['stripe', { number: '4000000000000127' }, 'incorrect_card_data'],
    ['stripe', { number: '4000000000009987' }, 'card_lost_or_stolen'],
    ['adyen', { name: 'DECLINED' }, 'do_not_honor'],
    ['adyen', { name: 'NOT_ENOUGH_BALANCE' }, 'insufficient_funds'],
    ['adyen', { name: 'CVC_DECLINED' }, 'incorrect_card_data'],
    ['adyen', { name: 'FRAUD' }, 'fraud_suspected'],
    ['checkout_com', { number: '4544249167673670' }, 'insufficient_funds'],
    ['checkout_com', { number: '4897453568485113' }, 'fraud_suspected'],
    ['checkout_com', { number: '4556294593757189' }, 'limit_exceeded'],
  ] as const)('%s %j: %s', async (psp, fields, decline_code) => {
    const { body: opened } = await client.create({ routing_rule: psp });
    const { status, body } = await client.confirm(opened.id, card(fields));
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code,
      session: { id: opened.id, payment_status: 'unpaid', last_payment_error: { decline_code } },
    });
    const { body: current } = await client.session(opened.id);
    expect(current).toMatchObject({ status: 'open', charge: null });
    expect(current.routing.attempts).toMatchObject([{ psp, outcome: decline_code }]);
    const references = current.routing.attempts.map(({ charge }) => charge);
    expect(await admin.moneyOf(references)).toEqual([]);

    const { body: after } = await client.confirm(opened.id);
    expect(after).toMatchObject({ payment_status: 'paid', last_payment_error: null });
    expect(await admin.moneyOf([after.charge ?? ''])).toHaveLength(1);
  });
});

describe("tokens of a PSP's own", () => {
  test.each([
    ['stripe', 'pm_card_visa'],
    ['adyen', '{"storedPaymentMethodId":"STOREDVISA000001","shopperReference":"customer-1"}'],
    ['checkout_com', 'tok_approved000000000000000000'],
  ] as const)('%s', async (psp, token) => {
    const { body: opened } = await client.create({ routing_rule: psp });
    const { body, text } = await client.confirm(opened.id, { type: 'psp_token', psp, token });
    expect([psp, body.payment_status, text.includes(token)]).toEqual([psp, 'paid', false]);
    await ledgerOf(psp, body.charge ?? '', { amount_captured: 2599 });
  });

  test.each([
    ['stripe', 'pm_card_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
    ['adyen', '{"storedPaymentMethodId":"STOREDREFUSED001","shopperReference":"customer-1"}', 'do_not_honor'],
    ['checkout_com', 'tok_insufficientfunds000000000', 'insufficient_funds'],
  ] as const)('%s, declined', async (psp, token, decline_code) => {
    const { body: opened } = await client.create({ routing_rule: psp });
    const { status, body } = await client.confirm(opened.id, { type: 'psp_token', psp, token });
    expect([status, body.error.decline_code]).toEqual([402, decline_code]);
  });

  test('a credential on file is accepted only from an API key', async () => {
    const token = '{"storedPaymentMethodId":"STOREDVISA000001","shopperReference":"customer-1"}';
    const { body: opened } = await client.create({ routing_rule: 'adyen' });
    const method = { type: 'psp_token', psp: 'adyen', token };
    const { status, body } = await client.confirm(opened.id, method, { token: opened.client_secret ?? '' });
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'parameter_invalid', param: 'payment_method.token' },
    ]);
    expect((await client.session(opened.id)).body.routing.attempts).toEqual([]);
  });

  test('a token is tried only at its PSP, and refused if the session’s plan does not have it', async () => {
    await admin.faults('stripe', { kind: 'down' });
    const { body: opened } = await client.create({});
    const { status, body } = await client.confirm(opened.id, {
      type: 'psp_token',
      psp: 'stripe',
      token: 'pm_card_visa',
    });
    await admin.heal();
    expect([status, body.error.code, body.error.decline_code]).toEqual([502, 'psp_unavailable', 'not_sent']);
    expect(body.error.session?.routing.attempts).toHaveLength(1);
    const { body: other } = await client.create({ routing_rule: 'adyen' });
    expect(
      await client.confirm(other.id, { type: 'psp_token', psp: 'stripe', token: 'pm_card_visa' }),
    ).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_invalid', param: 'payment_method.psp' } },
    });
  });
});
