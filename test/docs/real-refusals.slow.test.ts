import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rule, rulesOf } from '../integration/service/rules-of.ts';
import { type Service, startService } from '../integration/service/start-service.ts';
import { type Asked, card, createAsk, payment } from './create-ask.ts';

let service: Service;
let ask: ReturnType<typeof createAsk>;
beforeAll(async () => {
  service = await startService({ rules: rulesOf() });
  ask = createAsk(service);
});
afterAll(() => service?.stop());

const create = async (fields: object = {}) =>
  (await ask('createCheckoutSession', { body: { ...payment, ...fields } })).body;
const confirm = (id: string) => ask('confirmCheckoutSession', { path: { id }, body: card() });

describe('refusals of every operation are as documented', () => {
  const bodies: Readonly<Record<string, Pick<Asked, 'path' | 'body'>>> = {
    createCheckoutSession: { body: payment },
    retrieveCheckoutSession: { path: { id: 'cs_1' } },
    confirmCheckoutSession: { path: { id: 'cs_1' }, body: card() },
    expireCheckoutSession: { path: { id: 'cs_1' }, body: {} },
    refreshCharge: { path: { id: 'ch_1' }, body: {} },
    decideCharge: { path: { id: 'ch_1' }, body: { outcome: 'absent', note: 'why', revision: 1 } },
    createChargeNote: { path: { id: 'ch_1' }, body: { text: 'why' } },
    listChargeNotes: { path: { id: 'ch_1' } },
    refundCharge: { body: { charge: 'ch_00000000000000000000000000' } },
    captureCharge: { body: { charge: 'ch_00000000000000000000000000' } },
    cancelCharge: { body: { charge: 'ch_00000000000000000000000000' } },
    retrieveCharge: { path: { id: 'ch_1' } },
    listCheckoutSessions: {},
    listCharges: {},
    listRefunds: {},
    retrieveRefund: { path: { id: 're_1' } },
    listDisputes: {},
    retrieveDispute: { path: { id: 'dp_1' } },
    createPaymentLink: { body: { amount: 1000, currency: 'eur' } },
    listPaymentLinks: {},
    retrievePaymentLink: { path: { id: 'pl_1' } },
    deletePaymentLink: { path: { id: 'pl_1' } },
    beginPaymentLink: { path: { id: 'pl_1' }, body: {} },
    createPaymentMethod: {
      body: { customer: 'customer-7', token: `vt_${'0'.repeat(26)}`, receipt: 'vr_none' },
    },
    listPaymentMethods: {},
    retrievePaymentMethod: { path: { id: 'pm_1' } },
    deletePaymentMethod: { path: { id: 'pm_1' } },
    listRoutingRules: {},
    retrieveRoutingHealth: {},
    listRoutingPsps: {},
    switchRoutingPsp: { path: { id: 'none' }, body: { state: 'open', note: 'back', revision: 0 } },
    retrieveRoutingRule: { path: { name: 'none' } },
    updateRoutingRules: { body: rule('refused', { stripe: 1 }) },
    createApiKey: { body: { name: 'Shop', scopes: ['checkout:read'] } },
    listApiKeys: {},
    retrieveApiKey: { path: { id: 'key_1' } },
    rotateApiKey: { path: { id: 'key_1' }, body: {} },
    deleteApiKey: { path: { id: 'key_1' } },
    createWebhookEndpoint: { body: { url: 'https://shop.example/hooks' } },
    listWebhookEndpoints: {},
    retrieveWebhookEndpoint: { path: { id: 'we_1' } },
    updateWebhookEndpoint: { path: { id: 'we_1' }, body: {} },
    deleteWebhookEndpoint: { path: { id: 'we_1' } },
    rotateWebhookSecret: { path: { id: 'we_1' }, body: {} },
    testWebhookEndpoint: { path: { id: 'we_1' }, body: {} },
    resendEvent: { path: { id: 'evt_1' }, body: {} },
    resendFailedEvents: { path: { id: 'we_1' }, body: { from: 1, to: 2 } },
    listDeliveries: {},
    retrieveStats: {},
    createExport: { body: { what: 'charges', from: 0, to: 3600 } },
    retrieveExport: { path: { id: 'exp_1' } },
    listRoutingRuleVersions: { path: { name: 'none' } },
    retrieveRoutingRuleVersion: { path: { name: 'none', version: '1' } },
    approveRoutingRuleVersion: { path: { name: 'none', version: '1' }, body: {} },
    deleteRoutingRule: { path: { name: 'none' } },
    rollBackRoutingRule: { path: { name: 'none' }, body: { to: 1 } },
    changeRollout: { path: { name: 'none' }, body: { action: 'stop' } },
    retrieveBacktest: { path: { id: 'bt_1' } },
  };

  test.each(Object.keys(bodies))('%s', async (operation) => {
    const asked = bodies[operation] ?? {};
    expect((await ask(operation, { ...asked, token: null })).body.error.code).toBe('token_missing');
    expect((await ask(operation, { ...asked, token: 'sk_test_none' })).body.error.code).toBe('token_invalid');
    const { client_secret } = await create();
    expect((await ask(operation, { ...asked, token: client_secret })).body.error.code).toBe('scope_missing');
    const missing = asked.path !== undefined || Object.hasOwn(Object(asked.body), 'charge');
    if (missing) expect((await ask(operation, asked)).body.error.code).toBe('resource_missing');
    if (asked.body === undefined) return;
    const { body: right } = asked;
    const wrong = async (body: unknown, headers: Asked['headers'] = {}) =>
      (await ask(operation, { ...asked, body, headers })).body.error.code;
    if (Object.keys(Object(right)).length > 0) expect(await wrong({})).toBe('parameter_missing');
    expect(await wrong({ ...Object(right), none: 1 })).toBe('parameter_unknown');
    expect(await wrong('{')).toBe('body_invalid');
    expect(await wrong('[]')).toBe('body_invalid');
    expect(await wrong({ ...Object(right), none: 'x'.repeat(65 * 1024) })).toBe('body_too_large');
    expect(await wrong('{}', { 'content-type': 'text/plain' })).toBe('content_type_unsupported');
  });

  test('of what every valid token may ask', async () => {
    expect((await ask('retrieveCaller', { token: null })).body.error.code).toBe('token_missing');
    expect((await ask('retrieveCaller', { token: 'sk_test_none' })).body.error.code).toBe('token_invalid');
  });

  test('of keys that were used', async () => {
    const headers = { 'idempotency-key': 'used' };
    const first = await ask('createCheckoutSession', { body: payment, headers });
    const again = await ask('createCheckoutSession', { body: payment, headers });
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
    const other = await ask('createCheckoutSession', { body: { ...payment, amount: 1 }, headers });
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    const key = { 'idempotency-key': 'with space' };
    expect((await ask('createCheckoutSession', { body: payment, headers: key })).status).toBe(400);
  });

  test('of rules, currencies and amounts that do not fit', async () => {
    const code = async (operation: string, body: object) => (await ask(operation, { body })).body.error.code;
    expect(await code('createCheckoutSession', { ...payment, routing_rule: 'none' })).toBe(
      'routing_rule_not_found',
    );
    const { body: paid } = await confirm((await create({ routing_rule: 'stripe' })).id);
    expect(await code('refundCharge', { charge: paid.charge, amount: 2600 })).toBe('refund_amount_too_large');
    const { body: held } = await confirm(
      (await create({ routing_rule: 'stripe', capture_method: 'manual' })).id,
    );
    expect(await code('captureCharge', { charge: held.charge, amount: 2600 })).toBe(
      'capture_amount_too_large',
    );
    const tiny = { ...payment, amount: 1, routing_rule: 'stripe' };
    expect(await code('createCheckoutSession', tiny)).toBe('no_eligible_psp');
  });

  test('of what browsers and PSPs call', async () => {
    const { id } = await create();
    const returned = await ask('completeAuthentication', {
      path: { id },
      query: '?state=a.b.c',
      token: null,
    });
    expect(returned.body.error.code).toBe('token_invalid');
    const webhook = (psp: string) => ask('receivePspWebhook', { path: { psp }, body: {}, token: null });
    expect((await webhook('stripe')).body.error.code).toBe('signature_invalid');
    expect((await webhook('none')).body.error.code).toBe('resource_missing');
  });
});
