import { createHash, randomBytes } from 'node:crypto';
import { newSigningKey, verifyingKeyOf } from '../../../lib/runtime/signing-keys.ts';
import { base32 } from '../../../lib/types/base32.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import { collectCard, type GivenCard } from '../../../lib/vault/collect-card.ts';
import { collectCvc } from '../../../lib/vault/collect-cvc.ts';
import { forwardCard } from '../../../lib/vault/forward-card.ts';
import { manageCard } from '../../../lib/vault/manage-card.ts';
import type { Bound, CardLimits, CollectPorts, ForwardPorts } from '../../../lib/vault/vault-ports.ts';
import type { ForwardRequest, ManageRequest } from '../../../lib/vault-protocol/forward.ts';
import { signGrant } from '../../../lib/vault-protocol/grant.ts';
import { slotsOf } from '../../../lib/vault-protocol/slots.ts';
import { memoryCardStore } from '../../../local/memory/memory-card-store.ts';

export const attempt = `ch_${'a'.repeat(26)}`;
export const session = `cs_${'b'.repeat(26)}`;
export const slots = {
  number: slotsOf(attempt).number.reveal(),
  cvc: slotsOf(attempt).cvc.reveal(),
} as const;
export const card: GivenCard = { number: '4000056655665556', exp_month: 12, exp_year: 2030, cvc: '862' };

export const grant = newSigningKey('g1');
const receipt = newSigningKey('r1');
export const receiptKeys = [verifyingKeyOf(receipt)];
export const answered: HttpResponse = { kind: 'answered', status: 200, headers: {}, body: '{"id":"pm_1"}' };

/** A vault whose time, PSP and key service are the test's. */
export const vaultScene = () => {
  const cards = memoryCardStore();
  const sent: HttpRequest[] = [];
  const logged: LogRecord[] = [];
  const wrapped = new Map<string, { readonly plain: Uint8Array; readonly bound: string }>();
  const scene = {
    now: Date.UTC(2026, 10, 23),
    answer: answered as HttpResponse,
    deployment: { merchant: 'shop', mode: 'test' } as const,
    limits: { a_minute: 1_000, a_day: 1_000, alike: 8 } as CardLimits,
    keys: {
      make: async (bound: Bound) => {
        const plain = randomBytes(32);
        const id = base32(randomBytes(16));
        wrapped.set(id, { plain: Uint8Array.from(plain), bound: JSON.stringify(bound) });
        return { plain, wrapped: id };
      },
      unwrap: async (id: string, bound: Bound) => {
        const known = wrapped.get(id);
        if (known?.bound !== JSON.stringify(bound)) throw new Error('InvalidCiphertextException');
        return Uint8Array.from(known.plain);
      },
    },
  };
  const shared = () => ({
    deployment: scene.deployment,
    cards,
    clock: { now: () => scene.now },
    log: (event: LogRecord) => void logged.push(event),
    keys: scene.keys,
  });
  const collectPorts = (): CollectPorts => ({
    ...shared(),
    limits: scene.limits,
    grant_keys: [verifyingKeyOf(grant)],
    secrets: async () => ({ receipt_key: receipt, fingerprint_key: Buffer.alloc(32, 7) }),
    newId: (prefix) => `${prefix}_${base32(randomBytes(16))}`,
    random: randomBytes,
  });
  const account = (psp: string, settings: Readonly<Record<string, string>> = {}) => ({
    psp,
    base_url: `https://${psp}.example`,
    key_hashes: [sha256('new-key'), sha256('old-key')],
    settings,
  });
  const forwardPorts: ForwardPorts = {
    ...shared(),
    accounts: {
      stripe: account('stripe'),
      connected: account('stripe', { account: 'acct_1' }),
      adyen: account('adyen', { merchant_account: 'Shop' }),
      checkout_com: account('checkout_com'),
      paypal: account('paypal'),
      square: account('square'),
    },
    keys: { unwrap: (id, bound) => scene.keys.unwrap(id, bound) },
    http: async (request) => {
      sent.push(request);
      return scene.answer;
    },
    authorize: async (_, { renew }) => ({ authorization: `Bearer ${renew ? 'second' : 'first'}` }),
  };
  const signed = (change: object = {}): string =>
    signGrant(
      {
        ...scene.deployment,
        session,
        expires: Math.floor(scene.now / 1000) + 1800,
        ...change,
      },
      grant,
    );
  return Object.assign(scene, {
    cards,
    sent,
    logged,
    signed,
    forwardPorts,
    collect: (given: GivenCard = card, bearer: string | undefined = signed()) =>
      collectCard(collectPorts(), bearer, given),
    collectCvc: (given = card.cvc, bearer: string | undefined = signed()) =>
      collectCvc(collectPorts(), bearer, given),
    forward: (request: unknown, ports: Partial<ForwardPorts> = {}) =>
      forwardCard({ ...forwardPorts, ...ports }, request),
    manage: (action: ManageRequest['action'], token: string) => manageCard(shared(), { action, token }),
    close: (of: string) => manageCard(shared(), { action: 'close', session: of }),
    /** What the router sends: one request to each PSP that takes raw cards, as its adapter writes it. */
    stripe: (token: string, change: Partial<ForwardRequest> = {}): ForwardRequest => ({
      token,
      session,
      attempt,
      account: 'stripe',
      path: '/v1/payment_methods',
      not_after: scene.now + 20_000,
      method: 'POST',
      headers: {
        authorization: 'Bearer new-key',
        'stripe-version': '2025-03-31.basil',
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': `${attempt}-pm`,
      },
      body: stripeBody(),
      timeout_ms: 8_000,
      ...change,
    }),
    adyen: (token: string, change: Partial<ForwardRequest> = {}): ForwardRequest => ({
      token,
      session,
      attempt,
      account: 'adyen',
      path: '/payments',
      not_after: scene.now + 20_000,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-api-key': 'old-key',
        'idempotency-key': attempt,
      },
      body: adyenBody(),
      timeout_ms: 8_000,
      ...change,
    }),
    paypal: (token: string, change: Partial<ForwardRequest> = {}): ForwardRequest => ({
      token,
      session,
      attempt,
      account: 'paypal',
      path: '/v2/checkout/orders/5O190127TN364715T/capture',
      not_after: scene.now + 20_000,
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: 'Bearer of-the-router',
        prefer: 'return=representation',
        'content-type': 'application/json',
        'paypal-request-id': `${attempt}-p`,
      },
      body: JSON.stringify({
        payment_source: {
          card: { number: slots.number, expiry: '2030-12', security_code: slots.cvc, name: 'A' },
        },
      }),
      timeout_ms: 8_000,
      ...change,
    }),
  });
};

export const stripeBody = (change: Readonly<Record<string, string>> = {}): string =>
  new URLSearchParams({
    type: 'card',
    'card[number]': slots.number,
    'card[exp_month]': '12',
    'card[exp_year]': '2030',
    'card[cvc]': slots.cvc,
    'billing_details[name]': 'Ünal & Søn',
    ...change,
  }).toString();

export const adyenBody = (
  change: Readonly<Record<string, unknown>> = {},
  method: Readonly<Record<string, unknown>> = {},
): string =>
  JSON.stringify({
    merchantAccount: 'Shop',
    reference: attempt,
    amount: { currency: 'EUR', value: 2599 },
    paymentMethod: {
      type: 'scheme',
      number: slots.number,
      expiryMonth: '12',
      expiryYear: '2030',
      cvc: slots.cvc,
      holderName: 'Ünal "&" Søn',
      ...method,
    },
    ...change,
  });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
