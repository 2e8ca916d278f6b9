import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Environment, environments } from '../../infra/environments.ts';
import { resourcesOf, type Stacks } from './assembly.ts';
import { evaluateWebAcl, type Rule, type Sent } from './evaluate-web-acl.ts';
import { unbundledTemplates } from './unbundled-templates.ts';

/** Text that a customer types into a shop, and a PSP repeats in its webhook. */
const typed = [
  '<script>alert(1)</script>',
  `\${jndi:ldap://203.0.113.9/a}`,
  'http://169.254.169.254/latest/meta-data/',
  '../../../../etc/passwd',
  'http://203.0.113.9/x.php',
  'java.lang.Runtime.getRuntime()',
];

const stripeEvent = (description: string) =>
  JSON.stringify({
    id: 'evt_1PgafmB7WZ01zgkW6dKueIc5',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', object: 'payment_intent', amount: 2599, description } },
  });

const adyenNotification = (items: number) =>
  JSON.stringify({
    live: 'true',
    notificationItems: Array.from({ length: items }, (_, index) => ({
      NotificationRequestItem: {
        additionalData: { hmacSignature: '+JWKfq4ynALK+FFzGgHnp1jSMQJMBJeb87dlph24sXw=' },
        amount: { currency: 'EUR', value: 1000 },
        eventCode: 'AUTHORISATION',
        merchantReference: `ch_${index}`,
        pspReference: `8313842560770${index}`,
        success: 'true',
      },
    })),
  });

const webhook = (account: string, body: string, headers: Sent['headers'] = {}): Sent => ({
  method: 'POST',
  path: `/v1/webhooks/${account}`,
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

const webhooks: Readonly<Record<string, Sent>> = {
  stripe: webhook('stripe', stripeEvent('Order 1'), {
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': 't=1,v1=00',
  }),
  'stripe, the same PSP with another account': webhook('stripe_us-2', stripeEvent('Order 1')),
  'stripe, 60 KB': webhook('stripe', stripeEvent('x'.repeat(60_000))),
  'adyen, with forty items and a browser’s cookie': webhook('adyen', adyenNotification(40), {
    'user-agent': 'Adyen HttpClient 1.0',
    cookie: `JSESSIONID=${'0'.repeat(11_000)}`,
  }),
  'checkout.com, without a user agent': webhook('checkout_com', '{"id":"evt_az5sblvku4ge3dwpztvyizgcau"}'),
  'square, from a cloud’s address that is on a list': {
    ...webhook('square', '{"merchant_id":"6SSW7HV8K2ST5","type":"payment.updated"}'),
    notorious: true,
  },
  'somebody who pretends to have an API key': webhook('stripe', '{}', { authorization: 'Bearer sk_live_x' }),
  ...Object.fromEntries(
    typed.map((text) => [`paypal, repeating ${text}`, webhook('paypal', JSON.stringify({ name: text }))]),
  ),
};

const wayBack = (query: string, more: Partial<Sent> = {}): Sent => ({
  method: 'GET',
  path: '/v1/checkout/sessions/cs_01J9ZQ2X7M8N6P5R4S3T2V1W0/return',
  query,
  headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' },
  ...more,
});

const returns: Readonly<Record<string, Sent>> = {
  'adyen, with a long redirectResult': wayBack(`state=x&redirectResult=${'X6XtfGC3!Y'.repeat(400)}`),
  'stripe, with what it adds': wayBack(
    'state=x&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&source_type=card',
  ),
  paypal: wayBack('state=x&token=5O190127TN364715T&PayerID=FSMVU44LF3YUS'),
  'checkout.com, with cookies of the shop’s whole domain': wayBack('state=x&cko-session-id=sid_1', {
    headers: { cookie: `_ga=<script>; consent=${'a'.repeat(11_000)}; from=169.254.169.254` },
  }),
  'behind an address that is on a list': wayBack('state=x&token=1', { notorious: true }),
  ...Object.fromEntries(
    typed.map((text) => [`a bank’s ${text}`, wayBack(`state=x&cres=${encodeURIComponent(text)}`)]),
  ),
};

const apiKey = { authorization: 'Bearer sk_live_0123', 'user-agent': 'payment-routing-node/1' };
const session = { authorization: 'Bearer cs_0123_secret_4', 'user-agent': 'Mozilla/5.0' };

const calls: Readonly<Record<string, Sent>> = {
  'a refund': { method: 'POST', path: '/v1/charges/refund', headers: apiKey, body: '{"charge":"ch_1"}' },
  'a session with a long description and addresses in metadata': {
    method: 'POST',
    path: '/v1/checkout/sessions',
    headers: apiKey,
    body: JSON.stringify({
      description: '<iframe> frames, 3 pieces',
      metadata: { from: 'http://203.0.113.9/a', path: '../../a' },
      success_url: `https://shop.example/${'a'.repeat(9_000)}`,
    }),
  },
  'a confirm with cookies of the shop’s whole domain': {
    method: 'POST',
    path: '/v1/checkout/sessions/cs_1/confirm',
    headers: { ...session, cookie: `basket=<script>${'a'.repeat(11_000)}` },
    body: '{}',
  },
};

const attacks: Readonly<Record<string, Sent>> = {
  'a long query elsewhere': {
    method: 'GET',
    path: '/v1/charges',
    query: `a=${'b'.repeat(2_100)}`,
    headers: apiKey,
  },
  'a script in a query': { method: 'GET', path: '/docs/errors', query: 'q=%3Cscript%3E', headers: session },
  'a door’s name with more behind it': {
    method: 'POST',
    path: '/v1/webhooks/stripe/../../../../etc/passwd',
    headers: session,
  },
  'a door’s name before it': { method: 'POST', path: '/etc/passwd/v1/webhooks/stripe', headers: session },
  'a webhook that is read': {
    ...webhook('stripe', '', { 'user-agent': 'x' }),
    method: 'GET',
    query: 'q=<script>',
  },
  'a return that is written': {
    ...wayBack('q=<script>'),
    method: 'POST',
  },
  'an account’s name that is too long': { ...webhook('a'.repeat(1_100), ''), headers: session },
  'a bad address': { ...(calls['a refund'] as Sent), notorious: true },
  'a program of Java': {
    method: 'POST',
    path: '/v1/checkout/sessions',
    headers: apiKey,
    body: `\${jndi:ldap://x}`,
  },
};

const vault = 'https://cards.example';
const withVault: Environment = {
  ...environments.prod,
  name: 'prod-with-a-vault',
  vault: { merchant: 'shop', url: vault, forward: 'forward', manage: 'manage', receipt_keys: [] },
};
const all: readonly Environment[] = [...Object.values(environments), withVault];

/** What a browser sends before the vault's frame may confirm. */
const preflight: Sent = {
  method: 'OPTIONS',
  path: '/v1/checkout/sessions/cs_1/confirm',
  headers: { origin: vault, 'access-control-request-method': 'POST', 'user-agent': 'Mozilla/5.0' },
};
const directory = mkdtempSync(join(tmpdir(), 'firewall-'));
let firewalls: ReadonlyMap<string, readonly Rule[]>;

beforeAll(() => {
  const shapes = all.map((environment) => ({
    environment: { ...environment, firewall: true },
    region: 'eu-central-1',
  }));
  const rulesOf = ({ edge }: Stacks) => {
    const [acl] = edge ? resourcesOf(edge, 'AWS::WAFv2::WebACL') : [];
    return acl?.[1].Properties.Rules as readonly Rule[];
  };
  const made = unbundledTemplates(directory, shapes).map(rulesOf);
  firewalls = new Map(all.map(({ name }, index) => [name, made[index] ?? []]));
});

afterAll(() => rmSync(directory, { recursive: true }));

describe.each(all)('the firewall of $name', ({ name, address_limits }) => {
  const { api_keys, session_tokens, webhooks: ofPsps, returns: ofReturns } = address_limits;
  const evaluate = (sent: Sent) => evaluateWebAcl(firewalls.get(name) ?? [], sent);

  test.each(Object.entries(webhooks))('lets a webhook through: %s', (_what, sent) => {
    expect(evaluate(sent)).toEqual({ blockedBy: [], countedBy: { webhooks: ofPsps } });
  });

  test.each(Object.entries(returns))('lets a customer come back: %s', (_what, sent) => {
    expect(evaluate(sent)).toEqual({ blockedBy: [], countedBy: { returns: ofReturns } });
  });

  test.each(Object.entries(calls))('lets the API’s own callers through: %s', (_what, sent) => {
    const { blockedBy, countedBy } = evaluate(sent);
    const limit = sent.headers === apiKey ? { servers: api_keys } : { browsers: session_tokens };
    expect({ blockedBy, countedBy }).toEqual({ blockedBy: [], countedBy: limit });
  });

  test.each(Object.entries(attacks))('stops %s, or counts it as a stranger', (_what, sent) => {
    const { blockedBy, countedBy } = evaluate(sent);
    expect(blockedBy).not.toEqual([]);
    expect(Object.keys(countedBy)).toEqual([sent.headers === apiKey ? 'servers' : 'browsers']);
  });

  test('counts each request against one limit, and that of a PSP is not a shopper’s', () => {
    for (const sent of [webhooks, returns, calls, attacks].flatMap((some) => Object.values(some)))
      expect(Object.keys(evaluate(sent).countedBy)).toHaveLength(1);
    expect(ofPsps).toBeGreaterThanOrEqual(10 * session_tokens);
    // A payment has one of these, and about ten of those.
    expect(10 * ofReturns).toBeGreaterThanOrEqual(session_tokens);
  });
});

test('a vault’s frame, which is of another origin, reads that an address has too many requests', () => {
  const rules = firewalls.get(withVault.name) ?? [];
  const { session_tokens } = withVault.address_limits;
  const responseOf = (rule: string) => {
    const { ResponseCode, ResponseHeaders } =
      rules.find(({ Name }) => Name === rule)?.Action?.Block?.CustomResponse ?? {};
    return {
      status: ResponseCode,
      headers: Object.fromEntries((ResponseHeaders ?? []).map(({ Name, Value }) => [Name, Value])),
    };
  };
  expect(evaluateWebAcl(rules, preflight)).toEqual({
    blockedBy: [],
    countedBy: { preflights: session_tokens },
  });
  // Any other status would be a network error for the frame, which would not know whether it has paid.
  expect(responseOf('preflights')).toEqual({
    status: 204,
    headers: {
      'access-control-allow-origin': vault,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key',
      'access-control-max-age': '600',
    },
  });
  expect(responseOf('browsers')).toEqual({
    status: 429,
    headers: {
      'retry-after': '60',
      'access-control-allow-origin': vault,
      'access-control-expose-headers': 'retry-after, should-retry',
    },
  });
  expect(evaluateWebAcl(firewalls.get('prod') ?? [], preflight).countedBy).toEqual({
    browsers: session_tokens,
  });
});
