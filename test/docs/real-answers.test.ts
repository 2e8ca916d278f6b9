import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { RulesDocument } from '../../lib/types/routing.ts';
import { routeOperations } from '../../local/docs/openapi/route-operations.ts';
import { type PspAdmin, pspAdmin } from '../integration/service/psp-admin.ts';
import { rule, rulesOf } from '../integration/service/rules-of.ts';
import { type Service, startService } from '../integration/service/start-service.ts';
import { until } from '../integration/service/until.ts';
import { answerProblems } from './answer-problems.ts';

const brands: RulesDocument['rules'][string] = {
  ...rule('brands', { stripe: 1, adyen: 0, checkout_com: 0 }),
  overrides: [{ when: { card_brand: ['amex', 'jcb'] }, targets: [{ psp: 'adyen', weight: 1 }] }],
  version: 1,
  created: 1_700_000_000,
};

let service: Service;
let admin: PspAdmin;
beforeAll(async () => {
  const { rules } = rulesOf({ attempt_timeout_ms: 1_000 });
  service = await startService({ rules: { rules: { ...rules, brands } } });
  admin = pspAdmin(service);
});
afterEach(() => admin?.heal());
afterAll(() => service?.stop());

type Asked = {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The service's API key where absent; null for none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
};

type Told = { readonly status: number; readonly headers: Headers; readonly body: Body };

/** What these tests look at; the document says the rest. */
type Body = {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
  readonly payment_status: string;
  readonly charge: string;
  readonly routing: { readonly attempts: readonly object[] };
  readonly error: { readonly code: string; readonly session?: object };
};

const operations = new Map<string, ReturnType<typeof routeOperations>[number]>(
  routeOperations().map((operation) => [operation.id, operation]),
);

/** Asks, and holds the answer against the document. */
const ask = async (operation: string, asked: Asked = {}): Promise<Told> => {
  const { path = {}, body, token = service.api_key, headers = {}, query = '' } = asked;
  const route = operations.get(operation)?.route;
  if (!route) throw new Error(operation);
  const target = route.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
  const answer = await fetch(`${service.base_url}${target}${query}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const told = {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
  expect(answerProblems({ operation, ...told })).toEqual([]);
  return told;
};

const payment = { amount: 2599, currency: 'eur', success_url: 'https://shop.example/thanks' };
const card = (number = '4242424242424242', more: object = {}) => ({
  payment_method: { type: 'card', card: { number, exp_month: 12, exp_year: 2030, cvc: '123', ...more } },
});
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

describe('refusals of every operation are as documented', () => {
  const bodies: Readonly<Record<string, Pick<Asked, 'path' | 'body'>>> = {
    createCheckoutSession: { body: payment },
    retrieveCheckoutSession: { path: { id: 'cs_1' } },
    confirmCheckoutSession: { path: { id: 'cs_1' }, body: card() },
    refundCharge: { body: { charge: 'ch_00000000000000000000000000' } },
    captureCharge: { body: { charge: 'ch_00000000000000000000000000' } },
    cancelCharge: { body: { charge: 'ch_00000000000000000000000000' } },
    retrieveCharge: { path: { id: 'ch_1' } },
    listRoutingRules: {},
    retrieveRoutingRule: { path: { name: 'none' } },
    updateRoutingRules: { body: rule('refused', { stripe: 1 }) },
  };

  test.each(Object.keys(bodies))('%s', async (operation) => {
    const asked = bodies[operation] ?? {};
    expect((await ask(operation, { ...asked, token: null })).body.error.code).toBe('token_missing');
    expect((await ask(operation, { ...asked, token: 'sk_test_none' })).body.error.code).toBe('token_invalid');
    const { client_secret } = await create();
    expect((await ask(operation, { ...asked, token: client_secret })).body.error.code).toBe('scope_missing');
    const missing = !['createCheckoutSession', 'listRoutingRules', 'updateRoutingRules'].includes(operation);
    if (missing) expect((await ask(operation, asked)).body.error.code).toBe('resource_missing');
    if (asked.body === undefined) return;
    const { body: right } = asked;
    const wrong = async (body: unknown, headers: Asked['headers'] = {}) =>
      (await ask(operation, { ...asked, body, headers })).body.error.code;
    expect(await wrong({})).toBe('parameter_missing');
    expect(await wrong({ ...Object(right), none: 1 })).toBe('parameter_unknown');
    expect(await wrong('{')).toBe('body_invalid');
    expect(await wrong('[]')).toBe('body_invalid');
    expect(await wrong({ ...Object(right), none: 'x'.repeat(65 * 1024) })).toBe('body_too_large');
    expect(await wrong('{}', { 'content-type': 'text/plain' })).toBe('content_type_unsupported');
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
