import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { RulesDocument } from '../../lib/types/routing.ts';
import { type PspAdmin, pspAdmin } from '../integration/service/psp-admin.ts';
import { rule, rulesOf } from '../integration/service/rules-of.ts';
import { type Service, startService } from '../integration/service/start-service.ts';
import { until } from '../integration/service/until.ts';
import { card, createAsk, payment } from './create-ask.ts';

const brands: RulesDocument['rules'][string] = {
  ...rule('brands', { stripe: 1, adyen: 0, checkout_com: 0 }),
  overrides: [{ when: { card_brand: ['amex', 'jcb'] }, targets: [{ psp: 'adyen', weight: 1 }] }],
  version: 1,
  created: 1_700_000_000,
};

let service: Service;
let admin: PspAdmin;
let ask: ReturnType<typeof createAsk>;
beforeAll(async () => {
  const { rules } = rulesOf();
  service = await startService({ rules: { rules: { ...rules, brands } } });
  admin = pspAdmin(service);
  ask = createAsk(service);
});
afterEach(() => admin?.heal());
afterAll(() => service?.stop());

const create = async (fields: object = {}) =>
  (await ask('createCheckoutSession', { body: { ...payment, ...fields } })).body;
const confirm = (id: string, body: unknown = card(), token?: string) =>
  ask('confirmCheckoutSession', { path: { id }, body, ...(token !== undefined && { token }) });
const session = async (id: string) => (await ask('retrieveCheckoutSession', { path: { id } })).body;
const charge = async (id: string) => (await ask('retrieveCharge', { path: { id } })).body;

describe('sessions in every state are as documented', () => {
  test('with plans for card brands, and with PSPs left out', async () => {
    const branded = await create({ routing_rule: 'brands' });
    expect(branded.routing).toHaveProperty('plan_by_brand.amex');
    const small = await create({ amount: 10 });
    expect(small.routing).toMatchObject({ skipped: [{ psp: 'stripe', reason: 'amount_too_small' }] });
    const paid = await confirm(branded.id, card('378282246310005', { cvc: '1234' }));
    expect(paid.body).toMatchObject({ payment_status: 'paid', routing: { attempts: [{ psp: 'adyen' }] } });
  });

  test.each(['stripe', 'adyen', 'checkout_com'])(
    'paid, refunded, captured and canceled at %s',
    async (psp) => {
      const { body: paid } = await confirm((await create({ routing_rule: psp })).id);
      // Some PSPs capture a moment after they have answered, and refund nothing before.
      await until(
        () => admin.moneyOf([paid.charge]),
        ([money]) => money?.amount_captured === 2599,
      );
      await ask('refundCharge', {
        body: { charge: paid.charge, amount: 100, reason: 'duplicate', metadata: { a: 'b' } },
      });
      await ask('refundCharge', { body: { charge: paid.charge } });
      expect((await ask('refundCharge', { body: { charge: paid.charge } })).body.error.code).toBe(
        'charge_already_refunded',
      );
      await charge(paid.charge);
      for (const operation of ['captureCharge', 'cancelCharge']) {
        const { body: held } = await confirm(
          (await create({ routing_rule: psp, capture_method: 'manual' })).id,
        );
        expect((await session(held.id)).payment_status).toBe('authorized');
        expect((await ask('refundCharge', { body: { charge: held.charge } })).body.error.code).toBe(
          'charge_not_refundable',
        );
        await ask(operation, { body: { charge: held.charge } });
        expect([409]).toContain((await ask(operation, { body: { charge: held.charge } })).status);
        await until(
          () => charge(held.charge),
          ({ status }) => status === 'captured' || status === 'canceled',
        );
        expect((await ask(operation, { body: { charge: held.charge } })).status).toBe(409);
        await session(held.id);
      }
    },
  );

  test('declined, to a server and to a browser', async () => {
    const { id, client_secret } = await create({ routing_rule: 'stripe' });
    const full = await confirm(id, card('4000000000000002'));
    expect(full.body.error.session).toHaveProperty('routing');
    const redacted = await confirm(id, card('4000000000000002'), client_secret);
    expect(redacted.body.error.session).not.toHaveProperty('routing');
    expect((await session(id)).routing.attempts).toHaveLength(2);
  });

  test('after a failover, and with no PSP to be reached', async () => {
    await admin.faults('stripe', { kind: 'down' });
    const { body } = await confirm((await create()).id);
    expect(body).toMatchObject({ payment_status: 'paid', routing: { attempts: [{ psp: 'stripe' }, {}] } });
    const refused = await confirm((await create({ routing_rule: 'stripe' })).id);
    expect([refused.status, refused.body.error.code]).toEqual([502, 'psp_unavailable']);
  });

  test('with an outcome that nobody knows yet, and then', async () => {
    // Adyen can be asked for nothing: only its webhook, or recovery, ends this.
    await admin.faults('adyen', { kind: 'reset-before' });
    const { id } = await create({ routing_rule: 'adyen' });
    const { body } = await confirm(id);
    expect(body.payment_status).toBe('processing');
    expect(await charge(body.charge)).toMatchObject({ status: 'pending' });
    expect((await confirm(id)).body.error.code).toBe('payment_in_progress');
    await admin.heal();
    await session(id);
  });

  test('while the customer is away, and back', async () => {
    const { id } = await create({ routing_rule: 'stripe' });
    const { body } = await confirm(id, card('4000002760003184'));
    expect(body).toMatchObject({
      payment_status: 'requires_action',
      next_action: { type: 'redirect_to_url' },
    });
    await session(id);
    await charge(body.charge);
  });

  test('tried too often', async () => {
    const { id } = await create({ routing_rule: 'stripe' });
    const declined = {
      payment_method: { type: 'psp_token', psp: 'stripe', token: 'pm_card_chargeDeclined' },
    };
    const statuses: number[] = [];
    for (let confirms = 0; confirms < 11; confirms++) statuses.push((await confirm(id, declined)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
