import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { attemptOf } from '../../../lib/charge/attempt.ts';
import { keptMethod } from '../../../lib/domain-events/kept-method.ts';
import { type ConfirmCommand, confirmSession } from '../../../lib/payments/confirm/confirm-session.ts';
import { type StoredUseRequest, storedMethod } from '../../../lib/payments/confirm/stored-method.ts';
import {
  createPaymentMethod,
  deletePaymentMethod,
  keepMethod,
} from '../../../lib/payments/sessions/payment-methods.ts';
import { adyen, checkout_com, paypal, stripe } from '../../../lib/psp/registry.ts';
import { createTransport } from '../../../lib/runtime/transport.ts';
import { isMethodId } from '../../../lib/storage/payment-methods.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { CardTokenMethod, GivenMethod } from '../../../lib/types/given-method.ts';
import type { Decline } from '../../../lib/types/outcome.ts';
import { type StoredMethod, storedMethodId } from '../../../lib/types/payment-method.ts';
import type { AuthorizeRequest } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { Session } from '../../../lib/types/session.ts';
import { throughVault } from '../../../lib/vault-protocol/through-vault.ts';
import { createMemoryPaymentMethods } from '../../../local/memory/memory-payment-methods.ts';
import { type PspSimulators, startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { sampleMethod } from '../../contract/payment-methods.ts';
import { sampleSession } from '../../contract/sample-records.ts';
import { type ScriptedVault, scriptedVault } from '../vault-protocol/scripted-vault.ts';
import { oneCharge, refusalOf } from './one-charge.ts';

const ofOurForm = /^pm_[0-9a-hjkmnp-tv-z]{26}$/;

test.each([
  'vt_00000000000000000000000001',
  'ch_00000000000000000000000001',
  '1f60ec02-3d5c-4ef1-b6d1-0a60ec023d5c',
])('a card known as %s is stored under an id that a call can name', (token) => {
  expect(storedMethodId(token)).toMatch(ofOurForm);
  expect(isMethodId(storedMethodId(token))).toBe(true);
});

const adapters = { stripe, adyen, checkout_com, paypal };
const names = ['stripe', 'adyen', 'checkout_com', 'paypal'] as const;
const customer = { id: 'customer-7' };
const failover: Session['routing']['failover'] = {
  on: ['processor_error', 'not_supported', 'psp_unavailable'],
  max_attempts: 3,
  attempt_timeout_ms: 8_000,
};

/** A card that the vault has just taken. */
const given: CardTokenMethod = {
  type: 'card_token',
  card: {
    token: 'vt_00000000000000000000000001',
    bin: '424242',
    last4: '4242',
    brand: 'visa',
    exp_month: 12,
    exp_year: 2035,
  },
};

let simulators: PspSimulators;
beforeAll(async () => {
  simulators = await startPspSimulators({ psps: [...names] });
});
afterAll(() => simulators.close());

/** Sessions over the real adapters, a vault in this process, and the PSPs' simulators. */
const shop = async () => {
  const one = await oneCharge();
  const clock = { now: Date.now, sleep: async () => {} };
  const http = createTransport();
  const vault: ScriptedVault = scriptedVault(
    { number: '4242424242424242', cvc: '123' },
    simulators.urls,
    http,
  );
  const requests: AuthorizeRequest<GivenMethod>[] = [];
  /** Answers that a PSP gives without having been asked. */
  const failing = new Map<string, Decline>();
  const psps = names.map((name) => {
    const { api_key, webhook_secrets, settings } = simulators.credentials[name] ?? never();
    const account = {
      id: name,
      psp: name,
      base_url: simulators.urls[name] ?? '',
      livemode: false,
      settings: { ...settings, three_ds: 'off' },
      credentials: async () => ({ api_key, webhook_secrets }),
    };
    const psp = throughVault({ vault, account, http, clock }, (way) => adapters[name].connect(account, way));
    const authorize: typeof psp.authorize = async (attempt, request, call) => {
      requests.push(request);
      const outcome = failing.get(name);
      return outcome ? { outcome } : psp.authorize(attempt, request, call);
    };
    return { ...psp, authorize };
  });
  const ports = {
    ...one.ports,
    clock,
    newId: (prefix: string) =>
      `${prefix}_${Math.random().toString(36).slice(2).padEnd(26, '0').slice(0, 26)}`,
    get deadline() {
      return Date.now() + 29_000;
    },
    releaseCvc: async (token: string) => void (await vault.manage({ action: 'release', token })),
    psps: { accounts: psps, connect: (id: string) => psps.find((psp) => psp.id === id) },
  };
  const methods = createMemoryPaymentMethods();
  let sessions = 0;

  const confirm = async (
    plan: readonly string[],
    payment_method: GivenMethod,
    session: Partial<Session> = {},
    command: Partial<ConfirmCommand> = {},
  ) => {
    const routing = { rule: 'default', version: 1, override: null, plan, skipped: [], failover };
    const item = sampleSession(`cs_${++sessions}`, { customer, routing, ...session });
    await one.store.commit([{ table: 'sessions', item, expects: 'absent' }]);
    await confirmSession(ports, {
      session: item.id,
      payment_method,
      return_url: () => 'https://pay.example/return',
      stored_credentials: true,
      ...command,
    });
    const after = (await one.store.session(item.id)) ?? never();
    const charge = await one.store.charge(after.charge ?? '');
    return { session: after, charge };
  };

  /** Pays a first time as the customer agrees, and keeps what the charge leaves, as the stream does. */
  const keep = async (plan: readonly string[], method: GivenMethod = given): Promise<StoredMethod> => {
    const { charge } = await confirm(plan, method, { setup: 'off_session' });
    const kept = charge && keptMethod({ table: 'charges', at: 0, before: undefined, after: charge });
    if (!kept) throw new Error('The payment left nothing.');
    expect(await keepMethod({ methods, manage: vault.manage }, kept)).toBe('kept');
    return (await methods.find(kept.id)) ?? never();
  };
  return { ...one, vault, methods, confirm, keep, connect: ports.psps.connect, requests, failing };
};

const never = (): never => {
  throw new Error('There is none.');
};

const byMerchant: StoredUseRequest = { initiator: 'merchant', reason: 'recurring' };
const withKey = { api_key: true };
const byBrowser = { api_key: false };
const cvc_token = 'vt_00000000000000000000000009';
const withCode: StoredUseRequest = { initiator: 'customer', cvc_token };

describe('a stored card whose customer gives its security code again', () => {
  test.each(names)('is charged with it at %s, and the code is released', async (psp) => {
    const { keep, confirm, vault } = await shop();
    const kept = await keep(['adyen']);
    const { session } = await confirm([psp], storedMethod(kept, withCode, withKey));
    expect(session).toMatchObject({ payment_status: 'paid', attempts: [{ psp, card_token: cvc_token }] });
    expect(vault.forwarded.at(-1)).toMatchObject({ account: psp, token: given.card.token, cvc_token });
    expect(vault.forwarded.at(-1)?.body).toMatch(/\.cvc__/);
    expect(vault.managed.at(-1)).toEqual({ action: 'release', token: cvc_token });
  });

  test('is charged nowhere else without it once an issuer has answered', async () => {
    const { keep, confirm, failing } = await shop();
    const method = storedMethod(await keep(['paypal']), withCode, withKey);
    failing.set('adyen', 'do_not_honor');
    const on: Session['routing']['failover']['on'] = ['do_not_honor'];
    const routing = {
      rule: 'default',
      version: 1,
      override: null,
      plan: ['adyen', 'stripe', 'paypal'],
      skipped: [],
      failover: { ...failover, on },
    };
    const { session } = await confirm([], method, { routing });
    expect(session).toMatchObject({
      payment_status: 'unpaid',
      last_payment_error: { decline_code: 'do_not_honor' },
      attempts: [{ psp: 'adyen', outcome: 'do_not_honor' }],
      passed_over: [
        { psp: 'stripe', reason: 'cvc_released' },
        { psp: 'paypal', reason: 'cvc_released' },
      ],
    });
  });

  test('is charged nowhere with a code that an issuer has answered in an earlier confirm', async () => {
    const { keep, confirm } = await shop();
    const method = storedMethod(await keep(['paypal']), withCode, withKey);
    const attempts = [
      { charge: 'ch_1', psp: 'adyen', outcome: 'do_not_honor', started: 1, card_token: cvc_token },
    ] as const;
    expect(await refusalOf(confirm(['adyen', 'stripe'], method, { attempts }))).toMatchObject({
      code: 'no_eligible_psp',
      for_merchant: expect.stringContaining('adyen: cvc_released, stripe: cvc_released'),
    });
  });

  test('is not challenged without the code; the next try, with the code again, begins with the challenge', async () => {
    const { keep, confirm, failing, requests } = await shop();
    const method = storedMethod(await keep(['paypal']), withCode, withKey);
    failing.set('adyen', 'authentication_required');
    const { session } = await confirm(['adyen'], method);
    expect(session).toMatchObject({
      payment_status: 'unpaid',
      last_payment_error: { decline_code: 'authentication_required' },
      attempts: [{ outcome: 'authentication_required' }],
    });
    failing.clear();
    const again_token = 'vt_00000000000000000000000010';
    const again = storedMethod(await keep(['paypal']), { ...withCode, cvc_token: again_token }, withKey);
    await confirm(['adyen'], again, { attempts: session.attempts });
    expect(requests.at(-1)).toMatchObject({
      challenge: true,
      payment_method: { card: { cvc_token: again_token } },
    });
  });
});

describe('a card first paid at one PSP', () => {
  const pairs = names.flatMap((first) =>
    (['adyen', 'checkout_com', 'paypal'] as const).map((second) => [first, second] as const),
  );

  test.each(pairs)('%s, is charged again by the merchant at %s', async (first, second) => {
    const { keep, confirm, vault } = await shop();
    const kept = await keep([first]);
    expect(kept).toMatchObject({
      id: 'pm_00000000000000000000000001',
      customer: 'customer-7',
      card: { brand: 'visa', last4: '4242', bin: '424242' },
      vault: { token: given.card.token },
      network_transaction_id: expect.stringMatching(/^\d{15}$/),
    });
    expect(vault.managed).toContainEqual({ action: 'keep', token: given.card.token });
    const { session, charge } = await confirm([second], storedMethod(kept, byMerchant, withKey));
    expect(session.payment_status).toBe('paid');
    expect(charge).toMatchObject({ psp: second, status: 'captured' });
    const last = vault.forwarded.at(-1);
    expect(last).toMatchObject({ account: second, token: given.card.token, session: session.id });
    expect(last?.body).not.toMatch(/\.cvc__/);
    expect(charge?.keeps).toBeUndefined();
  });

  test('a PSP that takes no network id is passed over, with the reason', async () => {
    const { keep, confirm } = await shop();
    const kept = await keep(['adyen']);
    const { session } = await confirm(['stripe', 'paypal'], storedMethod(kept, byMerchant, withKey));
    expect(session).toMatchObject({
      payment_status: 'paid',
      attempts: [{ psp: 'paypal' }],
      passed_over: [{ psp: 'stripe', reason: 'merchant_initiated_not_supported' }],
    });
  });

  test('is charged again while its customer is present, at a PSP that needs no code', async () => {
    const { keep, confirm } = await shop();
    const kept = await keep(['paypal']);
    const method = storedMethod(kept, { initiator: 'customer' }, withKey);
    const { session } = await confirm(['checkout_com', 'stripe'], method);
    expect(session).toMatchObject({
      payment_status: 'paid',
      attempts: [{ psp: 'stripe' }],
      passed_over: [{ psp: 'checkout_com', reason: 'cvc_released' }],
    });
  });
});

describe('who may charge it', () => {
  test('nobody in a session of another customer, or of none', async () => {
    const { keep, confirm } = await shop();
    const method = storedMethod(await keep(['adyen']), byMerchant, withKey);
    for (const other of [{ customer: { id: 'customer-8' } }, { customer: {} }])
      expect(await refusalOf(confirm(['adyen'], method, other))).toMatchObject({
        code: 'parameter_invalid',
        param: 'payment_method.id',
      });
  });

  test('a browser only for the customer, and it learns nothing about ids that do not exist', async () => {
    expect(() => storedMethod(sampleMethod(1), byMerchant, { api_key: false })).toThrow(/Only an API key/);
    expect(() => storedMethod(undefined, withCode, byBrowser)).toThrow(/of the session’s customer/);
  });

  test('a browser never without the security code, whether the card exists or not', async () => {
    for (const method of [sampleMethod(1), undefined])
      expect(() => storedMethod(method, { initiator: 'customer' }, byBrowser)).toThrow(
        expect.objectContaining({
          code: 'parameter_missing',
          details: { param: 'payment_method.cvc_token' },
        }),
      );
    const { vault: _, ...elsewhere } = sampleMethod(1);
    expect(() => storedMethod({ ...elsewhere, mandates: { adyen: 't' } }, withCode, byBrowser)).toThrow(
      /of the session’s customer/,
    );
  });

  test('a browser only in a session that offers the customer’s saved cards', async () => {
    const { keep, confirm } = await shop();
    const method = storedMethod(await keep(['adyen']), withCode, byBrowser);
    const asBrowser = { stored_credentials: false };
    expect(await refusalOf(confirm(['adyen'], method, {}, asBrowser))).toMatchObject({
      code: 'parameter_invalid',
      param: 'payment_method.type',
    });
    const other = { saved_cards: true as const, customer: { id: 'customer-8' } };
    expect(await refusalOf(confirm(['adyen'], method, other, asBrowser))).toMatchObject({
      param: 'payment_method.id',
    });
    const { session } = await confirm(['adyen'], method, { saved_cards: true }, asBrowser);
    expect(session.payment_status).toBe('paid');
  });

  test('nobody with a card whose first payment gave no network id', async () => {
    const { confirm } = await shop();
    const method = storedMethod(sampleMethod(1), byMerchant, withKey);
    expect(await refusalOf(confirm(['adyen', 'stripe'], method))).toMatchObject({
      code: 'no_eligible_psp',
      for_merchant: expect.stringContaining('adyen: network_transaction_id_missing'),
    });
  });
});

describe('a token that only its PSP can charge', () => {
  const token = JSON.stringify({
    encryptedCardNumber: 'test_4111111111111111',
    encryptedExpiryMonth: 'test_03',
    encryptedExpiryYear: 'test_2030',
  });

  test('leaves that PSP’s mandate, which only that PSP can charge again', async () => {
    const { keep, confirm } = await shop();
    const kept = await keep(['adyen'], { type: 'psp_token', psp: 'adyen', token: secret(token) });
    expect(kept).not.toHaveProperty('vault');
    expect(Object.keys(kept.mandates)).toEqual(['adyen']);
    const { session } = await confirm(['adyen'], storedMethod(kept, byMerchant, withKey));
    expect(session.payment_status).toBe('paid');
    expect(await refusalOf(confirm(['paypal'], storedMethod(kept, byMerchant, withKey)))).toMatchObject({
      code: 'no_eligible_psp',
    });
  });
});

describe('a payment method of a Stripe customer', () => {
  const atStripe = async (path: string, form: Readonly<Record<string, string>>): Promise<string> => {
    const response = await fetch(`${simulators.urls.stripe}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulators.credentials.stripe?.api_key}` },
      body: new URLSearchParams(form),
    });
    return ((await response.json()) as { readonly id: string }).id;
  };

  const attached = async () => {
    const owner = await atStripe('customers', {});
    const method = await atStripe('payment_methods/pm_card_visa/attach', { customer: owner });
    const token = JSON.stringify({ payment_method: method, customer: owner });
    return { owner, token, method: { type: 'psp_token', psp: 'stripe', token: secret(token) } as const };
  };

  test('leaves itself as a mandate, which the merchant can charge again', async () => {
    const { keep, confirm } = await shop();
    const { token, method } = await attached();
    const kept = await keep(['stripe'], method);
    expect(kept.mandates).toEqual({ stripe: token });
    const { session } = await confirm(['adyen', 'stripe'], storedMethod(kept, byMerchant, withKey));
    expect(session).toMatchObject({ payment_status: 'paid', attempts: [{ psp: 'stripe' }] });
  });

  test('is found with only the charge: its creation names the customer again', async () => {
    const { confirm, connect } = await shop();
    const { owner, method } = await attached();
    const { charge, session } = await confirm(['stripe'], method);
    expect(charge).toMatchObject({ status: 'captured', psp_customer: owner });
    const { psp_reference, ...lost } = charge ?? never();
    const look = (record: Charge) =>
      connect('stripe')?.lookUp?.(attemptOf(record, session), { timeout_ms: 8_000 });
    expect(await look(lost)).toMatchObject({ outcome: 'captured', psp_reference });
    const { psp_customer: _, ...forgotten } = lost;
    expect(await look(forgotten)).toMatchObject({ outcome: 'duplicate' });
  });

  test('cannot be used by a browser', async () => {
    const { confirm } = await shop();
    const { method } = await attached();
    const asBrowser = confirm(['stripe'], method, {}, { stored_credentials: false });
    expect(await refusalOf(asBrowser)).toMatchObject({
      code: 'parameter_invalid',
      param: 'payment_method.token',
    });
  });
});

describe('nobody is there to authenticate', () => {
  const three_d = (completes: boolean) => async () => {
    const one = await oneCharge({
      capabilities: {
        network_transaction_id: true,
        ...(completes ? { completes_authentication: true } : {}),
      },
      psp: {
        authorize: async () => ({
          outcome: 'requires_action',
          redirect_url: 'https://issuer.example',
          psp_reference: 'pi_9',
        }),
        lookUp: async () => ({ outcome: 'unknown', doubt: 'pending', psp_reference: 'pi_9' }),
      },
      session: { payment_status: 'unpaid', charge: null, attempts: [], customer },
    });
    const method = storedMethod(
      sampleMethod(1, { network_transaction_id: '777718270854480' }),
      byMerchant,
      withKey,
    );
    await confirmSession(one.ports, {
      session: one.first.session,
      payment_method: method,
      return_url: () => 'https://pay.example/return',
      stored_credentials: true,
    });
    return one.session();
  };

  test('a definite no if the money waits for our completion', async () => {
    expect(await three_d(true)()).toMatchObject({
      payment_status: 'unpaid',
      next_action: null,
      last_payment_error: { decline_code: 'authentication_required' },
    });
  });

  test('otherwise unknown until a look tells', async () => {
    expect(await three_d(false)()).toMatchObject({ payment_status: 'processing', next_action: null });
  });
});

describe('what a charge leaves', () => {
  const keeps = {
    customer: 'customer-7',
    card: { token: 'vt_00000000000000000000000001' },
  };

  test('nothing until the issuer approved, and nothing new by a capture, a cancel or a refund', async () => {
    const { first } = await oneCharge({ charge: { keeps } });
    const change = (after: typeof first, before?: typeof first) =>
      keptMethod({ table: 'charges', at: 0, before, after });
    const pending = { ...first, outcome: null, status: 'pending' } as const;
    expect(change(pending)).toBeUndefined();
    const held = { ...first, outcome: 'approved', status: 'authorized', amount_captured: 0, rev: 6 } as const;
    expect(change(held, pending)).toMatchObject({ id: 'pm_00000000000000000000000001', rev: 6 });
    expect(change({ ...held, hold: 'voided', status: 'canceled', rev: 7 }, held)).toBeUndefined();
    const paid = {
      ...held,
      outcome: 'captured',
      status: 'captured',
      amount_captured: 4_000,
      rev: 7,
    } as const;
    expect(change(paid, held)).toBeUndefined();
    expect(change(paid, pending)).toMatchObject({ id: 'pm_00000000000000000000000001', rev: 7 });
    expect(change({ ...paid, rev: 8, amount_refundable: 10 }, paid)).toBeUndefined();
    const reported = { ...paid, rev: 9, particulars: { network_transaction_id: '777718270854480' } };
    expect(change(reported, paid)).toMatchObject({ rev: 9, network_transaction_id: '777718270854480' });
  });
});

describe('keeping and deleting on demand', () => {
  const arrange = async () => {
    const { vault, methods, store } = await shop();
    await store.commit([{ table: 'sessions', item: sampleSession('cs_a', { customer }), expects: 'absent' }]);
    const broken = async (): Promise<never> => {
      throw new Error('no way there');
    };
    const ports = {
      methods,
      store,
      clock: { now: () => 1_800_000_000_000 },
      manage: vault.manage,
      by: { actor: { type: 'api_key', id: 'key_1' }, request_id: 'req_1' } as const,
    };
    const create = (more: Partial<typeof ports> = {}, asked: { readonly customer?: string } = {}) =>
      createPaymentMethod(
        { ...ports, ...more },
        { customer: 'customer-7', card: given.card, session: 'cs_a', ...asked },
      );
    return { ports, create, methods, broken, vault };
  };

  test('a card is kept once, however often requested, and by the vault first', async () => {
    const { create, methods, ports, vault } = await arrange();
    const made = await create();
    expect(await create()).toEqual(made);
    expect(await methods.find(made.id)).toEqual(made);
    expect(methods.acts).toEqual([{ id: made.id, by: ports.by }]);
    expect(vault.managed).toEqual([1, 2].map(() => ({ action: 'keep', token: given.card.token })));
  });

  test('nothing is stored if the vault cannot be asked, and a repeat finishes it', async () => {
    const { create, broken, methods } = await arrange();
    expect(await refusalOf(create({ manage: broken }))).toMatchObject({
      code: 'vault_unavailable',
    });
    const { rows } = await methods.list({ filters: { customer: 'customer-7' }, limit: 1 });
    expect([rows, methods.acts]).toEqual([[], []]);
    expect(await create()).toMatchObject({ customer: 'customer-7' });
  });

  test('a card of another customer’s session, and one that the vault no longer has, are refused', async () => {
    const { create } = await arrange();
    expect(await refusalOf(create({}, { customer: 'customer-8' }))).toMatchObject({
      code: 'parameter_invalid',
      param: 'customer',
    });
    const gone = async () => ({ kind: 'unknown_token' }) as const;
    expect(await refusalOf(create({ manage: gone }))).toMatchObject({ param: 'token' });
  });

  test('of a card that the vault no longer has, only what a PSP stored is kept', async () => {
    const { methods } = await arrange();
    const manage = async () => ({ kind: 'unknown_token' }) as const;
    const late = sampleMethod(1, { rev: 3, mandates: { stripe: 'pm_1' } });
    const { vault: _, ...atPsp } = late;
    expect(await keepMethod({ methods, manage }, late)).toBe('unknown_token');
    expect(await methods.find(late.id)).toEqual(atPsp);
    expect(await keepMethod({ methods, manage }, sampleMethod(2, { rev: 3 }))).toBe('unknown_token');
    expect(await methods.find(sampleMethod(2).id)).toBeUndefined();
  });

  test('a deleted card is forgotten by the vault first; if it cannot be asked, nothing happens', async () => {
    const { create, ports, broken, methods, vault } = await arrange();
    const { id } = await create();
    expect(await refusalOf(deletePaymentMethod({ ...ports, manage: broken }, id))).toMatchObject({
      code: 'vault_unavailable',
    });
    expect(await methods.find(id)).toBeDefined();
    expect(methods.acts).toHaveLength(1);
    await deletePaymentMethod(ports, id);
    expect(vault.managed.at(-1)).toEqual({ action: 'delete', token: given.card.token });
    expect(methods.acts.slice(1)).toEqual([{ id, by: ports.by }]);
    expect(await refusalOf(create())).toMatchObject({ param: 'token' });
  });

  test('deleted again, as after a lost response, it is deleted as before; one that never was is missing', async () => {
    const { create, ports, methods, vault } = await arrange();
    const { id } = await create();
    const first = await deletePaymentMethod(ports, id);
    const calls = [vault.managed.length, methods.acts.length];
    expect(await deletePaymentMethod(ports, id)).toMatchObject({ id: first.id });
    expect([vault.managed.length, methods.acts.length]).toEqual(calls);
    const unknown = `pm_${'z'.repeat(26)}`;
    expect(await refusalOf(deletePaymentMethod(ports, unknown))).toMatchObject({ code: 'resource_missing' });
  });
});
