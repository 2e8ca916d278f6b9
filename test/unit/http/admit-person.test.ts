import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { consoleRoutes, refreshSignIn } from '../../../lib/http/console-routes.ts';
import { consoleCookie } from '../../../lib/http/console-token.ts';
import {
  completeAuthentication,
  confirmCheckoutSession,
  listCharges,
  listCheckoutSessions,
  type Route,
  receivePspWebhook,
  refundCharge,
  retrieveCaller,
  routes,
} from '../../../lib/http/routes.ts';
import { newSigningKey, verifyingKeyOf } from '../../../lib/runtime/signing-keys.ts';
import { type Role, roles, scopesOfRole } from '../../../lib/types/role.ts';
import { longestSignIn, type Person } from '../../../lib/types/sign-in.ts';
import { callEndpoint, type Given, now_ms } from './endpoint-harness.ts';
import { sessionId } from './secrets.ts';

const now = now_ms / 1000;
const [older, newer, foreign] = ['s1', 's2', 's1'].map(newSigningKey) as [
  ReturnType<typeof newSigningKey>,
  ReturnType<typeof newSigningKey>,
  ReturnType<typeof newSigningKey>,
];
const origin = 'https://console.example';
const settings = {
  url: origin,
  proofs: [hash('sha256', 'console proof')],
  keys: [newer, older].map(verifyingKeyOf),
};
const ada: Person = { id: 'ada@example.com', name: 'Ada', role: 'operator' };
const own = { id: 'sig_1', started: now - 60, seen: now - 60 };

type Cookie = { readonly person?: Person; readonly key?: typeof older; readonly at?: number };
const cookieOf = ({ person = ada, key = newer, at = now }: Cookie = {}): string =>
  (consoleCookie(person, own.id, { key, now: at }).split(';')[0] ?? '') as string;

const json = { 'content-type': 'application/json' };
const headers = { 'origin-secret': 'console proof', 'x-requested-by': 'console', origin };

/** A call as the console's page makes it, but for `more`. */
const ask = (route: Given['route'], more: Partial<Given> = {}, cookie: Cookie = {}) =>
  callEndpoint({
    route,
    path: { id: sessionId },
    console: settings,
    originProofs: [hash('sha256', 'public proof'), ...settings.proofs],
    signIns: [own],
    cookies: ['theme=dark', cookieOf(cookie)],
    headers: route.method === 'POST' ? { ...headers, ...json } : headers,
    run: async (call) => ({ json: { by: call.by, view: call.view, may_pay: call.may_pay } }),
    ...more,
  });

const without = (name: string) =>
  Object.fromEntries(Object.entries({ ...headers, ...json }).filter(([key]) => key !== name));

test('the console’s page acts for the person who is signed in', async () => {
  const change = await ask(refundCharge);
  expect(change).toMatchObject({ status: 200, body: { by: ada.id, view: 'full', may_pay: false } });
  for (const line of change.reported) expect(line).toMatchObject({ token: 'person', sign_in: own.id });
  expect(JSON.stringify(change.reported)).not.toContain(ada.id);
  expect((await ask(listCharges)).status).toBe(200);
});

test('who signs in while the key is rotated stays: two keys verify, the first signs', async () => {
  expect((await ask(refundCharge, {}, { key: older })).status).toBe(200);
  const forgotten = { ...settings, keys: [verifyingKeyOf(newer)] };
  const late = await ask(listCharges, { console: forgotten }, { key: older });
  expect(late).toMatchObject({ status: 401, body: { error: { code: 'token_invalid' } } });
});

describe('the cookie counts for nobody else', () => {
  const missing = { status: 401, body: { error: { code: 'token_missing' } } };
  test.each([listCharges, refundCharge])('through the public front: $path', async (route) => {
    const through = { ...headers, ...json, 'origin-secret': 'public proof' };
    expect(await ask(route, { headers: through })).toMatchObject(missing);
    const past = await ask(route, { headers: without('origin-secret') });
    expect(past).toMatchObject({ status: 403, body: { message: 'Forbidden' } });
  });

  test.each([listCharges, refundCharge])('without the page’s header: $path', async (route) => {
    expect(await ask(route, { headers: without('x-requested-by') })).toMatchObject(missing);
    const other = { ...headers, ...json, 'x-requested-by': 'shop' };
    expect(await ask(route, { headers: other })).toMatchObject(missing);
  });

  test.each(['https://shop.example', 'http://127.0.0.1:4001', 'null', `${origin}.evil.example`, undefined])(
    'a change from %s',
    async (from) => {
      const sent = { ...without('origin'), ...(from !== undefined && { origin: from }) };
      expect(await ask(refundCharge, { headers: sent })).toMatchObject(missing);
      expect(await ask(refreshSignIn, { headers: sent })).toMatchObject(missing);
    },
  );

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'a form of type %s',
    async (type) => {
      const sent = { ...headers, 'content-type': type };
      expect(await ask(refundCharge, { headers: sent })).toMatchObject(missing);
    },
  );

  test('where there is no console, or one without a front of its own', async () => {
    const { console: _, ...none } = { console: settings };
    expect(await callEndpoint({ route: listCharges, cookies: [cookieOf()], headers, ...none })).toMatchObject(
      missing,
    );
    const bare = await ask(listCharges, { console: { ...settings, proofs: [] } });
    expect(bare).toMatchObject(missing);
  });

  test('twice', async () => {
    expect(await ask(listCharges, { cookies: [cookieOf(), cookieOf()] })).toMatchObject(missing);
  });

  test('and nothing else counts there: no key, no PSP, no customer', async () => {
    const both = { ...headers, ...json, authorization: 'Bearer sk_test_0' };
    expect((await ask(refundCharge, { headers: both })).body.by).toBe(ada.id);
    expect(await ask(refundCharge, { headers: both, cookies: [] })).toMatchObject(missing);
    for (const route of [receivePspWebhook, completeAuthentication])
      expect(await ask(route)).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } });
  });

  test('where somebody would sign in at another address', async () => {
    for (const route of consoleRoutes) {
      const through = { ...headers, 'origin-secret': 'public proof' };
      expect(await ask(route, { headers: through })).toMatchObject({
        status: 404,
        body: { error: { code: 'resource_missing' } },
      });
    }
  });
});

describe('a token ends', () => {
  const invalid = { status: 401, body: { error: { code: 'token_invalid' } } };
  test('after 15 minutes; until then of a second more it is good, and it can still be refreshed', async () => {
    expect((await ask(listCharges, {}, { at: now - 899 })).status).toBe(200);
    expect(await ask(listCharges, {}, { at: now - 900 })).toMatchObject(invalid);
    expect(await ask(refundCharge, {}, { at: now - 900 })).toMatchObject(invalid);
    expect((await ask(refreshSignIn, {}, { at: now - 900 })).status).toBe(200);
  });

  test.each([
    ['logout, or an admin', []],
    ['an idle hour', [{ ...own, seen: now - 3600 }]],
    ['twelve hours', [{ ...own, started: now - longestSignIn }]],
    ['another sign-in', [{ ...own, id: 'sig_2' }]],
  ])('%s ends the sign-in for every change', async (_, signIns) => {
    expect(await ask(refundCharge, { signIns })).toMatchObject(invalid);
    expect(await ask(refreshSignIn, { signIns })).toMatchObject(invalid);
  });

  /** In the middle of its signature, where every bit counts. */
  const withOtherCharacter = (cookie: string): string =>
    `${cookie.slice(0, -40)}${cookie.at(-40) === 'A' ? 'B' : 'A'}${cookie.slice(-39)}`;

  test('a forged, changed or foreign one is none', async () => {
    for (const cookie of [
      cookieOf({ key: foreign }),
      withOtherCharacter(cookieOf()),
      cookieOf().replace('cn_', 'vg_'),
      '__Host-console=nonsense',
    ])
      expect(await ask(listCharges, { cookies: [cookie] })).toMatchObject(invalid);
  });
});

describe('roles', () => {
  const byRole = (role: Role, route: Route) => ask(route, {}, { person: { ...ada, role } });
  test.each(roles)('%s may do what its scopes say, and nothing else', async (role) => {
    for (const route of routes.filter(({ token, only_payers }) => token !== 'none' && !only_payers)) {
      const may = route.scope === undefined || scopesOfRole[role].includes(route.scope);
      expect([route.path, (await byRole(role, route)).status]).toEqual([route.path, may ? 200 : 403]);
    }
  });

  test('each role may do more than the one before; only an admin makes keys and approves', () => {
    for (const [index, role] of roles.entries())
      for (const lesser of roles.slice(0, index))
        expect(scopesOfRole[role]).toEqual(expect.arrayContaining([...scopesOfRole[lesser]]));
    expect(roles.filter((role) => scopesOfRole[role].includes('keys:write'))).toEqual(['admin']);
    expect(roles.filter((role) => scopesOfRole[role].includes('routing:approve'))).toEqual(['admin']);
    expect(scopesOfRole.viewer.filter((scope) => !scope.endsWith(':read'))).toEqual([]);
  });

  test.each(roles)('%s pays nothing and gets no secret of a session', async (role) => {
    expect(await byRole(role, confirmCheckoutSession)).toMatchObject({
      status: 403,
      body: { error: { code: 'scope_missing' } },
    });
    const answer = await ask(retrieveCaller, {}, { person: { ...ada, role } });
    expect(answer.body.may_pay).toBe(false);
  });
});

describe('a viewer', () => {
  const person: Person = { ...ada, role: 'viewer' };
  const data = {
    customer_email: 'grace@example.com',
    customer: { id: 'c1', email: 'grace@example.com', phone: null },
    billing_details: { name: 'Grace', address: { line1: 'Main St 1', country: 'US' } },
    metadata: { ticket: 'Grace', empty: '' },
    description: 'For grace@example.com, size M',
    success_url: 'https://shop.example/thanks?to=grace%40example.com&x=1',
    reference: 'ORD-1',
    amount: 1,
  };

  test('sees that there are data of a customer, not which', async () => {
    const run = async () => ({ json: { object: 'list', data: [data] } });
    const masked = await ask(listCharges, { run }, { person });
    expect(masked.body.data).toEqual([
      {
        customer_email: '•••',
        customer: { id: '•••', email: '•••', phone: null },
        billing_details: { name: '•••', address: { line1: '•••', country: 'US' } },
        metadata: { ticket: '•••', empty: '•••' },
        description: 'For •••, size M',
        success_url: 'https://shop.example/thanks?to=•••&x=1',
        reference: 'ORD-1',
        amount: 1,
      },
    ]);
    expect((await ask(listCharges, { run })).body.data).toEqual([data]);
  });

  test.each([
    'customer_email',
    'customer_email[prefix]',
    'reference[prefix]',
    'customer',
    'metadata[ticket]',
  ])('cannot search by %s: an answer would tell it letter by letter', async (param) => {
    const query = { [param]: 'gra', limit: '1' };
    expect(await ask(listCheckoutSessions, { query }, { person })).toMatchObject({
      status: 403,
      body: { error: { code: 'scope_missing', param } },
    });
    expect((await ask(listCheckoutSessions, { query })).status).toBe(200);
  });
});
