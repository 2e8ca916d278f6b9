import { hash } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { type Route, routes } from '../../../lib/http/routes.ts';
import { keyId } from '../../../lib/types/api-key.ts';
import { type Scope, scopes } from '../../../lib/types/scope.ts';
import { apiClient, card, newKey, paid } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { pspAdmin } from './psp-admin.ts';
import { rule } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

type Caller = Scope | 'session token';
type Listed = { readonly data: readonly { readonly id: string }[] };

/** Things that stay as they are. */
let ids: Ids;
const service = withService();
const client = apiClient(service);
beforeAll(async () => {
  ids = await makeAll();
});

/** Every object and every list in an answer, with the name that it has there. */
const parts = (value: unknown, name = ''): readonly (readonly [string, object])[] =>
  typeof value === 'object' && value !== null
    ? [[name, value], ...Object.entries(value).flatMap(([key, inner]) => parts(inner, key))]
    : [];

/** What an answer may reveal, and how to see it there. */
const kinds = {
  'client secret': (text: string) => /cs_[0-9a-z]{26}_secret_/.test(text),
  'webhook secret': (text: string) => text.includes('whsec_'),
  'API key': (text: string) => /sk_(test|live)_/.test(text),
  'event body': (text: string) =>
    parts(JSON.parse(text)).some(
      // A test event contains the endpoint that it tests.
      ([name, part]) => name === 'data' && 'object' in part && part.object !== 'webhook_endpoint',
    ),
  'session id': (text: string) => /"cs_[0-9a-z]{26}"/.test(text),
  'charge id': (text: string) => /"ch_[0-9a-z]{26}"/.test(text),
  plan: (text: string) =>
    parts(JSON.parse(text)).some(([name, part]) => name === 'plan' && Object.keys(part).length > 0),
} as const;
type Kind = keyof typeof kinds;

/** What each caller sees in all answers together, and why it must. */
const table: Readonly<Record<Caller, Partial<Record<Kind, string>>>> = {
  'session token': {
    'client secret': 'It is the token.',
    'session id': 'It is in the token.',
    'charge id': 'The shop’s page hands it to the shop’s server.',
  },
  'checkout:write': {
    'client secret': 'It creates sessions for browsers to pay.',
    'session id': 'It creates sessions.',
    'charge id': 'It confirms, and the answer is the session.',
    plan: 'It creates sessions, and chooses their rule.',
  },
  'checkout:read': {
    'session id': 'It reads sessions.',
    'charge id': 'A session names its charges.',
    plan: 'It reads sessions.',
  },
  'charges:read': { 'session id': 'A charge names its session.', 'charge id': 'It reads charges.' },
  'charges:write': { 'session id': 'A charge names its session.', 'charge id': 'It changes charges.' },
  'charges:decide': {},
  'refunds:write': { 'charge id': 'A refund names its charge.' },
  'notes:write': {},
  'routing:read': {},
  'routing:write': {},
  'routing:approve': {},
  'stats:read': {},
  'exports:write': {},
  'events:read': {
    'event body': 'It reads events.',
    'session id': 'An event has the whole object.',
    'charge id': 'An event has the whole object.',
  },
  'webhooks:read': {},
  'webhooks:write': { 'webhook secret': 'It creates endpoints and rotates their secrets.' },
  'disputes:read': { 'charge id': 'A dispute names its charge.' },
  'payment_methods:read': {},
  'payment_methods:write': {},
  'audit:read': {
    'session id': 'An entry names what was changed.',
    'charge id': 'An entry names what was changed.',
  },
  'keys:write': { 'API key': 'It makes keys and rotates their secrets.' },
};

/** Routes that refuse even the caller whom they are for, as nothing here is in the state that they need. */
const unanswered: Readonly<Record<string, string>> = {
  'decide-charge': 'No charge waits for a person.',
  'create-api-key': 'A key with one scope has none that it may give.',
  'approve-rule-version': 'Rules need no approval.',
  'change-rollout': 'No rule is being rolled out.',
  'create-payment-method': 'No vault.',
  'delete-payment-method': 'No vault.',
  'retrieve-payment-method': 'No vault.',
};

/** One of each thing, by the part of a path that names it. */
const makeAll = async () => {
  const { id: session, charge } = await paid(client);
  await client.refund({ charge, amount: 1 }, { key: newKey() });
  await client.expire((await client.create()).body.id);
  await pspAdmin(service).dashboard('stripe', { act: 'dispute', payment: charge, amount: 100 });
  const found = async (path: string) => {
    const { data } = await until(
      async () => (await client.call<Listed>('GET', path)).body,
      ({ data }) => data.length > 0,
    );
    return data[0]?.id ?? '';
  };
  const dry = { ...rule('default', { adyen: 1 }), dry_run: true, backtest: { sessions: 10 } };
  const { body } = await client.call<{ readonly backtest: { readonly id: string } }>(
    'POST',
    '/v1/routing/rules',
    { body: dry },
  );
  await client.call('POST', '/v1/routing/rules', { body: rule('default', { stripe: 1, adyen: 1 }) });
  const ids = {
    sessions: session,
    charges: charge,
    refunds: await found('/v1/refunds'),
    events: await found('/v1/events'),
    disputes: await found('/v1/disputes'),
    backtests: body.backtest.id,
    webhook_endpoints: await endpoint(),
    payment_methods: 'pm_none',
    psps: 'checkout_com',
    api_keys: await apiKey(),
    payment_links: await link(),
    exports: (await client.call<{ readonly id: string }>('POST', '/v1/exports', { body: someExport })).body
      .id,
  };
  await found('/v1/audit?action=checkout_session.expire');
  await found('/v1/audit?action=charge.refund');
  return ids;
};
type Ids = Awaited<ReturnType<typeof makeAll>>;

const someExport = { what: 'charges', from: 0, to: 3_600 };

const someLink = { amount: 1000, currency: 'eur' };

const link = async (): Promise<string> =>
  (await client.call<{ readonly id: string }>('POST', '/v1/payment_links', { body: someLink })).body.id;

const address = () => ({ url: `https://hooks.example/${newKey()}` });

const endpoint = async (): Promise<string> =>
  (await client.call<{ readonly id: string }>('POST', '/v1/webhook_endpoints', { body: address() })).body.id;

/** Without a scope that a caller with one scope could lack. */
const apiKey = async (): Promise<string> =>
  keyId({ hash: hash('sha256', await issueKey(service, { scopes: [] })) });

const held = async (): Promise<string> => {
  const { body } = await client.create({ capture_method: 'manual' });
  return (await client.confirm(body.id)).body.charge ?? '';
};

/** What a route needs beside an id in its path. */
const bodies: Readonly<Record<string, (ids: Ids) => object>> = {
  'create-checkout-session': () => ({
    amount: 1000,
    currency: 'eur',
    success_url: 'https://shop.example/thanks',
  }),
  'confirm-checkout-session': () => ({ payment_method: card() }),
  'refund-charge': ({ charges }) => ({ charge: charges, amount: 1 }),
  'capture-charge': ({ charges }) => ({ charge: charges }),
  'cancel-charge': ({ charges }) => ({ charge: charges }),
  'create-charge-note': () => ({ text: 'why' }),
  'decide-charge': () => ({ outcome: 'failed', note: 'why', revision: 1 }),
  'update-routing-rules': () => ({
    ...rule('default', { adyen: 1 }),
    dry_run: true,
    backtest: { sessions: 10 },
  }),
  'roll-back-routing-rule': () => ({ to: 1 }),
  'change-rollout': () => ({ action: 'stop' }),
  'switch-routing-psp': () => ({ state: 'closed', note: 'why', revision: 0, force: true }),
  'create-payment-link': () => someLink,
  'create-api-key': () => ({ name: 'own', scopes: ['keys:write'] }),
  'create-webhook-endpoint': address,
  'update-webhook-endpoint': () => ({ description: 'other' }),
  'create-export': () => someExport,
  'resend-failed-events': () => ({ from: 0, to: 9_999_999_999 }),
};

const queries: Readonly<Record<string, string>> = {
  'list-payment-methods': '?customer=cus_1',
  'list-audit-entries': '?limit=100',
  'list-deliveries': '?status=pending',
  'retrieve-stats': '?from=0&to=3600',
};

const open = async () => ({ sessions: (await client.create()).body.id });
const holds = async () => ({ charges: await held() });

/** Things of its own for a route that uses them up. */
const ownOf: Readonly<Record<string, () => Promise<Partial<Ids>>>> = {
  'confirm-checkout-session': open,
  'expire-checkout-session': open,
  'capture-charge': holds,
  'cancel-charge': holds,
  'delete-payment-link': async () => ({ payment_links: await link() }),
  'delete-api-key': async () => ({ api_keys: await apiKey() }),
  'delete-webhook-endpoint': async () => ({ webhook_endpoints: await endpoint() }),
};

const send = async ({ method, path, function: name }: Route, ids: Ids, token: string) => {
  const [kind] = path.split('/').filter((part): part is keyof Ids => part in ids);
  const query = queries[name] ?? '';
  const rule = name === 'delete-routing-rule' ? 'stripe' : 'default';
  const filled = path.replace('{id}', kind ? ids[kind] : '').replace('{name}', rule);
  return client.call<{ readonly error?: { readonly code: string } }>(
    method,
    filled.replace('{version}', '1') + query,
    { token, key: newKey(), ...(method === 'POST' && { body: bodies[name]?.(ids) ?? {} }) },
  );
};

const guarded = routes.filter(({ token }) => token !== 'none');
const reveals = (text: string): readonly Kind[] =>
  (Object.keys(kinds) as readonly Kind[]).filter((kind) => text !== '' && kinds[kind](text));

const expectReveals = (caller: Caller, texts: readonly string[]): void =>
  expect([...new Set(texts.flatMap(reveals))].toSorted()).toEqual(Object.keys(table[caller]).toSorted());

test.each(scopes)('a key with the scope %s alone', async (scope) => {
  const token = await issueKey(service, { scopes: [scope] });
  const texts: string[] = [];
  for (const route of guarded) {
    const { function: name } = route;
    const mine = route.token === 'any' || route.scope === scope;
    const { status, body, text } = await send(route, { ...ids, ...(mine && (await ownOf[name]?.())) }, token);
    texts.push(text);
    const granted = body.error?.code !== 'scope_missing';
    expect([name, granted, status < 400]).toEqual([name, mine, mine && !(name in unanswered)]);
  }
  expectReveals(scope, texts);
});

test.each([
  ['an approved card', '4242424242424242'],
  ['a declined card', '4000000000000002'],
])('a session token, with %s', async (_, number) => {
  const { id, client_secret } = (await client.create()).body;
  const texts = [(await client.confirm(id, card({ number }), { token: client_secret })).text];
  for (const route of guarded) {
    const takes = route.token === 'session_or_api_key' || route.token === 'any';
    const { status, text } = await send(route, { ...ids, ...(takes && { sessions: id }) }, client_secret);
    expect([route.function, status === 403]).toEqual([route.function, !takes]);
    texts.push(text);
  }
  expectReveals('session token', texts);
});
