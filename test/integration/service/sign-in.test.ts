import { userInfo } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, createBrowser, type Visit } from './console-browser.ts';
import { type IdClaims, newKey, type RunningProvider, startIdentityProvider } from './identity-provider.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';
import { visitProvider } from './visit-provider.ts';

let provider: RunningProvider;
let service: Service;
beforeAll(async () => {
  provider = await startIdentityProvider();
  const { issuer, client_id } = provider;
  const roles = { Support: 'support', Payments: 'operator', 'Payment admins': 'admin', Guests: 'viewer' };
  service = await startService({
    environment: { CONSOLE_PROVIDER: JSON.stringify({ issuer, client_id, roles }) },
  });
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});
afterEach(() => {
  delete provider.forge.change;
  delete provider.forge.key;
});

const ada = { email: 'Ada@Example.com', name: 'Ada Lovelace', groups: ['Everybody', 'Payments'] };
const at = (path: string): string => `${service.base_url}${path}`;
const page = () => ({
  'x-requested-by': 'console',
  origin: service.base_url,
  'content-type': 'application/json',
});

const toCallback = (browser: Browser, return_to = '/console/payments?psp=stripe'): Promise<string> =>
  visitProvider(browser, service.base_url, return_to);

const signIn = async (account: RunningProvider['account']['current'] = ada): Promise<Browser> => {
  provider.account.current = account;
  const browser = createBrowser();
  const answer = await browser.visit(await toCallback(browser));
  expect(answer.status).toBe(303);
  return browser;
};

const me = (browser: Browser): Promise<Visit> => browser.visit(at('/v1/me'), { headers: page() });
const post = (browser: Browser, path: string, body: object = {}, headers: Record<string, string> = page()) =>
  browser.visit(at(path), { method: 'POST', headers, body });
const expectNobody = async (browser: Browser, answer: Visit, code = 'token_invalid'): Promise<void> => {
  expect(answer.body.error?.code).toBe(code);
  expect(answer.set.join()).not.toContain('__Host-console');
  expect((await me(browser)).status).toBe(401);
};

describe('a person', () => {
  test('signs in, comes back to the page, is known by name and role, refreshes and signs out', async () => {
    provider.account.current = ada;
    const browser = createBrowser();
    const callback = await toCallback(browser);
    const [pending] = [...browser.cookies(service.base_url).keys()];
    expect(pending).toBe('__Host-sign-in');
    const back = await browser.visit(callback);
    expect(back).toMatchObject({ status: 303, location: at('/console/payments?psp=stripe') });
    const [gone, cookie] = back.set;
    expect(gone).toBe('__Host-sign-in=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(cookie).toMatch(/^__Host-console=cn_[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const known = await me(browser);
    expect(known).toMatchObject({
      status: 200,
      body: { object: 'caller', kind: 'user', name: 'Ada Lovelace', role: 'operator', environment: 'local' },
    });
    expect(known.body.scopes).toContain('routing:write');
    expect(await post(browser, '/v1/console/refresh')).toMatchObject({
      status: 204,
      set: [expect.anything()],
    });
    expect((await me(browser)).status).toBe(200);

    const stolen = createBrowser();
    for (const [name, value] of browser.cookies(service.base_url))
      stolen.cookies(service.base_url).set(name, value);
    expect(await post(browser, '/v1/console/logout')).toMatchObject({
      status: 204,
      set: ['__Host-console=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict'],
    });
    expect((await me(browser)).status).toBe(401);
    for (const path of ['/v1/console/refresh', '/v1/charges/refund'])
      expect(await post(stolen, path)).toMatchObject({
        status: 401,
        body: { error: { code: 'token_invalid' } },
      });
  });

  test('is named in the audit trail, by the address in lower case', async () => {
    const browser = await signIn();
    const closed = await post(browser, '/v1/routing/psps/adyen', {
      state: 'closed',
      note: 'Planned work',
      revision: 0,
      force: true,
    });
    expect([closed.status, closed.body.by]).toEqual([200, 'ada@example.com']);
    const { body } = await until(
      () => browser.visit(at('/v1/audit?action=routing_psp.close'), { headers: page() }),
      (answer) => (answer.body.data as readonly object[]).length > 0,
    );
    expect(body.data).toMatchObject([{ actor: { type: 'user', id: 'ada@example.com' }, target: 'adyen' }]);
  });

  test('is told from others by the subject if the provider did not check the address', async () => {
    const browser = await signIn({ ...ada, email_verified: false });
    const { body } = await post(browser, '/v1/routing/psps/square', {
      state: 'closed',
      note: 'x',
      revision: 0,
      force: true,
    });
    expect(body.by ?? body.error?.message).toBe('subject-1@127.0.0.1');
  });

  test.each([
    [['Guests', 'Payment admins', 'Support'], 'admin'],
    [['Support'], 'support'],
  ])('in %j is %s', async (groups, role) => {
    expect((await me(await signIn({ ...ada, groups }))).body.role).toBe(role);
    expect((await me(await signIn({ ...ada, groups: undefined, 'cognito:groups': groups }))).body.role).toBe(
      role,
    );
  });

  test.each([[[]], [['Everybody']], [['constructor']], [['support']], ['Support'], [undefined]])(
    'in %j gets nowhere',
    async (groups) => {
      provider.account.current = { ...ada, groups };
      const browser = createBrowser();
      const answer = await browser.visit(await toCallback(browser));
      expect(answer.status).toBe(403);
      await expectNobody(browser, answer, 'scope_missing');
    },
  );

  test('is signed out everywhere by an admin, by nobody else', async () => {
    const [browser, phone] = [await signIn(), await signIn()];
    const admin = await signIn({ email: 'eve@example.com', groups: ['Payment admins'] });
    const person = 'ada@example.com';
    expect(await post(browser, '/v1/console/logout', { person: 'eve@example.com' })).toMatchObject({
      status: 403,
      body: { error: { code: 'scope_missing', param: 'person' } },
    });
    expect(await post(admin, '/v1/console/logout', { person })).toMatchObject({ status: 204, set: [] });
    for (const each of [browser, phone]) expect((await post(each, '/v1/console/refresh')).status).toBe(401);
    expect((await post(admin, '/v1/console/refresh')).status).toBe(204);
  });
});

describe('a callback counts once, for the browser that began it', () => {
  test('a replayed one', async () => {
    provider.account.current = ada;
    const browser = createBrowser();
    const callback = await toCallback(browser);
    const again = createBrowser();
    for (const [name, value] of browser.cookies(service.base_url))
      again.cookies(service.base_url).set(name, value);
    expect((await browser.visit(callback)).status).toBe(303);
    await expectNobody(again, await again.visit(callback));
  });

  test('in another browser, or one that began another', async () => {
    provider.account.current = ada;
    const [mine, other] = [createBrowser(), createBrowser()];
    const callback = await toCallback(mine);
    await expectNobody(other, await other.visit(callback));
    const read = await other.visit(callback, { headers: { accept: 'text/html' } });
    expect(read.status).toBe(401);
    expect(read.text).toContain('<h1>You are not signed in</h1><p>This browser began no such sign-in');
    expect(read.text).toContain('<a href="/console/">Back to the console</a>');
    await toCallback(other);
    await expectNobody(other, await other.visit(callback));
  });

  test('with another state, or none', async () => {
    for (const state of ['', 'other']) {
      const browser = createBrowser();
      const callback = new URL(await toCallback(browser));
      callback.searchParams.set('state', state);
      await expectNobody(browser, await browser.visit(callback.href));
    }
  });

  test('with a cookie that we did not sign', async () => {
    const browser = createBrowser();
    const callback = await toCallback(browser);
    const jar = browser.cookies(service.base_url);
    const [, content = ''] = /^cp_([^.]+)/.exec(jar.get('__Host-sign-in') ?? '') ?? [];
    const pending = {
      ...JSON.parse(Buffer.from(content, 'base64url').toString()),
      return_to: '//evil.example/',
    };
    const forged = Buffer.from(JSON.stringify(pending)).toString('base64url');
    jar.set('__Host-sign-in', (jar.get('__Host-sign-in') ?? '').replace(content, forged));
    await expectNobody(browser, await browser.visit(callback));
  });

  test('with a refusal of the provider, or its code for somebody else', async () => {
    const browser = createBrowser();
    const callback = new URL(await toCallback(browser));
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    await expectNobody(browser, await browser.visit(callback.href));
    const [mine, other] = [createBrowser(), createBrowser()];
    const injected = new URL(await toCallback(mine));
    injected.searchParams.set('code', new URL(await toCallback(other)).searchParams.get('code') ?? '');
    await expectNobody(mine, await mine.visit(injected.href));
  });
});

describe('an ID token is refused', () => {
  const second = () => Math.floor(Date.now() / 1000);
  const wrong: readonly (readonly [string, (claims: IdClaims) => IdClaims])[] = [
    ['with another nonce', (claims) => ({ ...claims, nonce: 'other' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['for another audience', (claims) => ({ ...claims, aud: 'shop' })],
    ['for several audiences, without azp', (claims) => ({ ...claims, aud: ['console', 'shop'] })],
    ['asked for by another application', (claims) => ({ ...claims, azp: 'shop' })],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['that has ended', (claims) => ({ ...claims, iat: second() - 900, exp: second() - 400 })],
    ['of six minutes ago', (claims) => ({ ...claims, iat: second() - 360 })],
    ['of six minutes ahead', (claims) => ({ ...claims, iat: second() + 360 })],
    ['that is not valid yet', (claims) => ({ ...claims, nbf: second() + 360 })],
    ['without a time', ({ iat: _, ...claims }) => claims],
  ];
  test.each(wrong)('%s', async (_, change) => {
    provider.account.current = ada;
    provider.forge.change = change;
    const browser = createBrowser();
    await expectNobody(browser, await browser.visit(await toCallback(browser)));
  });

  test('that another key signed', async () => {
    provider.account.current = ada;
    provider.forge.key = newKey().privateKey;
    const browser = createBrowser();
    await expectNobody(browser, await browser.visit(await toCallback(browser)));
  });

  test('but not for four minutes between the clocks', async () => {
    for (const drift of [-240, 240]) {
      provider.forge.change = (claims) => ({ ...claims, iat: second() + drift, exp: second() + drift + 60 });
      expect((await me(await signIn())).status).toBe(200);
    }
  });
});

test.each([
  'https://evil.example/console/',
  '//evil.example/console/',
  '/\\evil.example/console/',
  '/console/../v1/me',
  '/console/%2e%2e/docs',
  '/console//evil.example',
  '/console/\\evil',
  '/console/\nx',
  '/pay/cs_1',
  'javascript:alert(1)',
  '/consoles/',
])('return_to %j is no page of the console', async (return_to) => {
  const browser = createBrowser();
  const login = await browser.visit(at(`/v1/console/login?return_to=${encodeURIComponent(return_to)}`));
  expect(login).toMatchObject({
    status: 400,
    body: { error: { code: 'parameter_invalid', param: 'return_to' } },
  });
  expect(login.set).toEqual([]);
});

test('the cookie changes nothing for another page', async () => {
  const browser = await signIn();
  const { origin: _, ...without } = page();
  const others = [
    without,
    { ...page(), origin: 'http://127.0.0.1:1' },
    { ...page(), 'content-type': 'application/x-www-form-urlencoded' },
    { ...page(), 'content-type': 'text/plain' },
  ];
  for (const headers of others) {
    const answer = await post(browser, '/v1/console/refresh', {}, headers as Record<string, string>);
    // This machine's own gateway lets no other origin in at all.
    expect([401, 403]).toContain(answer.status);
    expect(answer.set).toEqual([]);
  }
  expect((await browser.visit(at('/v1/me'))).status).toBe(401);
});

describe('the link of npm start', () => {
  const use = (browser: Browser, code: unknown, headers: Record<string, string> = page()) =>
    post(browser, '/console/sign-in', { code }, headers);
  const codeIn = (link: string): string => new URL(link).hash.replace('#code=', '');

  test('signs this machine’s user in as admin, once; the next link is printed', async () => {
    const browser = createBrowser();
    const first = codeIn(service.console);
    expect((await use(browser, `${first}x`)).status).toBe(403);
    expect(await use(browser, first)).toMatchObject({
      status: 204,
      set: [expect.stringMatching(/^__Host-console=cn_[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/)],
    });
    const { username } = userInfo();
    expect((await me(browser)).body).toMatchObject({ kind: 'user', name: username, role: 'admin' });
    expect((await post(browser, '/v1/console/refresh')).status).toBe(204);
    expect(await use(createBrowser(), first)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('npm start') } },
    });
    const [, next] = await until(
      async () => /next sign-in: (\S+)/.exec(service.output()) ?? [],
      ([, link]) => link !== undefined,
    );
    expect((await use(createBrowser(), codeIn(next ?? ''))).status).toBe(204);
  });

  test('takes nothing else, and lets no other page or name in', async () => {
    const browser = createBrowser();
    for (const code of [undefined, null, '', [], {}, 7]) expect((await use(browser, code)).status).toBe(403);
    for (const text of ['', 'null', '{', '[]', `{"code":"${'x'.repeat(5_000)}"}`]) {
      const sent = { method: 'POST', headers: page(), body: text };
      expect((await fetch(at('/console/sign-in'), sent)).status).toBe(403);
    }
    expect((await browser.visit(at('/console/sign-in'))).status).toBe(403);
    const elsewhere = { ...page(), origin: 'https://evil.example' };
    const refused = await use(browser, codeIn(service.console), elsewhere);
    expect([refused.status, refused.set]).toEqual([403, []]);
  });
});

test('what the functions are told verifies tokens and signs none', () => {
  const { CONSOLE = '' } = service.environment;
  const { keys } = JSON.parse(CONSOLE) as { readonly keys: readonly { readonly key: string }[] };
  // SPKI of Ed25519.
  for (const { key } of keys) expect(key).toMatch(/^MCowBQYDK2VwAyEA/);
});
