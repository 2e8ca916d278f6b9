import { hash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { keyId } from '../../../lib/types/api-key.ts';
import { type Scope, scopes } from '../../../lib/types/scope.ts';
import { type Answer, apiClient, type Failure, newKey } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { readTables, readWritten } from './read-tables.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

type Actor = { readonly type: string; readonly id: string };
type Key = {
  readonly id: string;
  readonly object: string;
  readonly secret?: string | null;
  readonly name: string | null;
  readonly scopes: readonly Scope[];
  readonly created: number;
  readonly created_by: Actor | null;
  readonly expires_at: number | null;
};
type List = {
  readonly data: readonly Key[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
};

/** Whoever manages keys: no scope that only people give but this one. */
let admin: string;
const given: readonly Scope[] = ['checkout:read', 'checkout:write', 'refunds:write', 'keys:write'];
/** The service's time passes a minute at a time, as long as a process remembers a key. */
const service = withService({ clockStepMs: 60_000 });
const client = apiClient(service);
beforeAll(async () => {
  admin = await issueKey(service, { name: 'Admin', scopes: given });
});

/** The service has taken the signal once its own time says so. */
const passMinute = async (): Promise<void> => {
  const time = async () => (await create({ name: 'clock', scopes: ['checkout:read'] })).body.created;
  const before = await time();
  service.passTime();
  await until(time, (after) => after >= before + 60);
};

const call = <Body = Key & Failure>(method: string, path: string, request: object = {}) =>
  client.call<Body>(method, `/v1/api_keys${path}`, { token: admin, ...request });
const create = (body: object, request: object = {}) => call('POST', '', { body, ...request });
const rotate = (id: string, body: object = {}, request: object = {}) =>
  call('POST', `/${id}/rotate`, { body, ...request });
const me = async (token: string) => (await client.call('GET', '/v1/me', { token })).status;
const idOf = (secret: string): string => keyId({ hash: hash('sha256', secret) });
const refusal = ({ status, body }: Answer<Failure>) => [status, body.error?.code, body.error?.param];

const shop = { name: 'Shop', scopes: ['checkout:read', 'checkout:write'] };

test('a key is made, works at once, and shows its secret only this once', async () => {
  const { status, body } = await create({ ...shop, expires_in: 3_600 });
  expect([status, body]).toEqual([
    200,
    {
      id: expect.stringMatching(/^key_[0-9a-hjkmnp-tv-z]{26}$/),
      object: 'api_key',
      secret: expect.stringMatching(/^sk_test_[0-9A-Za-z]{36}$/),
      ...shop,
      created: expect.any(Number),
      created_by: { type: 'api_key', id: idOf(admin) },
      expires_at: body.created + 3_600,
    },
  ]);
  const { secret, ...shown } = body;
  const found = await client.call('GET', '/v1/me', { token: secret ?? '' });
  expect(found.body).toMatchObject({ name: 'Shop', scopes: shop.scopes });
  const read = await call('GET', `/${body.id}`);
  expect(read.body).toEqual(shown);
  expect(JSON.stringify(read.body)).toBe(JSON.stringify(shown));
  expect((await call<List>('GET', '')).body.data).toContainEqual(shown);
  expect((await create(shop)).body.expires_at).toBeNull();
});

test('keys are listed newest first, each on one page, those from the command line too', async () => {
  for (const name of ['one', 'two', 'three']) await create({ ...shop, name });
  const { data } = (await call<List>('GET', '?limit=100')).body;
  expect(data.find(({ name }) => name === 'local')).toMatchObject({
    scopes,
    created_by: { type: 'system', id: 'npm start' },
  });
  expect(data.find(({ name }) => name === 'Admin')).toMatchObject({ id: idOf(admin), created_by: null });
  const paged: Key[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: List = (await call<List>('GET', `?limit=2${next && `&starting_after=${next}`}`)).body;
    paged.push(...page.data);
    next = page.next_cursor;
  }
  expect(paged).toEqual(data);
  expect(data.map(({ created }) => created)).toEqual(
    data.map(({ created }) => created).toSorted((a, b) => b - a),
  );
  expect(JSON.stringify(data)).not.toContain('secret');
  expect(refusal(await call('GET', '?name=Shop'))).toEqual([400, 'parameter_unknown', 'name']);
  expect(refusal(await call('GET', '?starting_after=forged'))).toEqual([
    400,
    'parameter_invalid',
    'starting_after',
  ]);
});

test('a replay shows no secret, to nobody, and makes no second key', async () => {
  const key = newKey();
  const [first, second] = await Promise.all([create(shop, { key }), create(shop, { key })]);
  const replay = await create(shop, { key });
  const answers = [first, second, replay];
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ body }) => body.secret !== null)).toHaveLength(1);
  expect([replay.status, replay.body.secret, replay.headers.get('idempotent-replayed')]).toEqual([
    200,
    null,
    'true',
  ]);
  expect((await create(shop, { key, token: service.api_key })).body.secret).toBeNull();
  expect(refusal(await create({ ...shop, name: 'Other' }, { key }))).toEqual([
    422,
    'idempotency_key_reused',
    undefined,
  ]);

  const { id } = replay.body;
  const turned = newKey();
  const rotated = await rotate(id, { expires_in: 60 }, { key: turned });
  expect(rotated.body.secret).toMatch(/^sk_test_/);
  expect((await rotate(id, { expires_in: 60 }, { key: turned })).body).toEqual({
    ...rotated.body,
    secret: null,
  });
});

describe('a key gives no more than it has', () => {
  test.each<[string, object, string, number, string]>([
    [
      'a scope that it lacks',
      { ...shop, scopes: ['checkout:read', 'charges:read'] },
      'grant_refused',
      403,
      'scopes',
    ],
    ['every scope', { ...shop, scopes }, 'grant_refused', 403, 'scopes'],
    ['its own right to make keys', { ...shop, scopes: ['keys:write'] }, 'grant_refused', 403, 'scopes'],
    ['no scope', { ...shop, scopes: [] }, 'parameter_invalid', 400, 'scopes'],
    [
      'one twice',
      { ...shop, scopes: ['refunds:write', 'refunds:write'] },
      'parameter_invalid',
      400,
      'scopes',
    ],
    ['one that there is not', { ...shop, scopes: ['admin'] }, 'parameter_invalid', 400, 'scopes[0]'],
    ['to nobody', { scopes: shop.scopes }, 'parameter_missing', 400, 'name'],
    ['for too short', { ...shop, expires_in: 59 }, 'parameter_invalid', 400, 'expires_in'],
    ['for ever, in a way', { ...shop, expires_in: 1e12 }, 'parameter_invalid', 400, 'expires_in'],
    ['for null', { ...shop, expires_in: null }, 'parameter_invalid', 400, 'expires_in'],
    [
      'as somebody else',
      { ...shop, created_by: { type: 'user', id: 'ann' } },
      'parameter_unknown',
      400,
      'created_by',
    ],
    ['with a secret of its own', { ...shop, secret: 'sk_test_mine' }, 'parameter_unknown', 400, 'secret'],
    ['in live mode', { ...shop, livemode: true }, 'parameter_unknown', 400, 'livemode'],
  ])('%s', async (_, body, code, status, param) => {
    const before = (await readTables(service)).api_keys.length;
    expect(refusal(await create(body))).toEqual([status, code, param]);
    expect((await readTables(service)).api_keys).toHaveLength(before);
  });

  test.each(['keys:write', 'charges:decide', 'routing:approve'])(
    '%s is for people, even if it has every scope',
    async (scope) => {
      const refused = await create({ ...shop, scopes: [scope] }, { token: service.api_key });
      expect(refusal(refused)).toEqual([403, 'grant_refused', 'scopes']);
      expect(refused.body.error.message).toContain('only people give');
    },
  );

  test('nor an end after its own', async () => {
    const { created } = (await create(shop)).body;
    const short = await issueKey(service, { scopes: given, expires_at: created + 3_600 });
    const token = { token: short };
    expect(refusal(await create(shop, token))).toEqual([403, 'grant_refused', 'expires_in']);
    expect(refusal(await create({ ...shop, expires_in: 3_700 }, token))).toEqual([
      403,
      'grant_refused',
      'expires_in',
    ]);
    expect((await create({ ...shop, expires_in: 3_000 }, token)).status).toBe(200);
    const { id } = (await create(shop)).body;
    expect(refusal(await rotate(id, {}, token))).toEqual([403, 'grant_refused', 'id']);
  });

  test('nor a secret of a key that can do more, or that could be a second pair of eyes', async () => {
    for (const more of [['charges:read'], ['routing:approve'], ['keys:write']] as const) {
      const { status, body } = await rotate(idOf(await issueKey(service, { scopes: more })));
      expect([status, body.error.code, body.error.param]).toEqual([403, 'grant_refused', 'id']);
    }
    const eyes = idOf(await issueKey(service, { scopes: ['routing:approve'] }));
    expect(refusal(await rotate(eyes, {}, { token: service.api_key }))).toEqual([403, 'grant_refused', 'id']);
  });

  test('a secret that was replaced cannot replace its successor, nor make another key', async () => {
    const old = await issueKey(service, { scopes: given });
    const { status, body } = await rotate(idOf(old), { expires_in: 3_600 }, { token: old });
    expect([status, body.id, body.scopes]).toEqual([200, idOf(old), given]);
    expect(await me(old)).toBe(200);
    expect(refusal(await rotate(idOf(old), {}, { token: old }))).toEqual([403, 'grant_refused', 'id']);
    expect(refusal(await create(shop, { token: old }))).toEqual([403, 'grant_refused', 'expires_in']);
    expect((await rotate(idOf(old), {}, { token: body.secret })).status).toBe(200);
  });
});

test('a session token, and a key without the scope, may do none of this', async () => {
  const { client_secret } = (await client.create()).body;
  const { id } = (await create(shop)).body;
  const without = await issueKey(service, { scopes: scopes.filter((scope) => scope !== 'keys:write') });
  const before = (await readWritten(service)).api_keys;
  for (const token of [client_secret, without])
    for (const answer of [
      await create(shop, { token }),
      await call('GET', '', { token }),
      await call('GET', `/${id}`, { token }),
      await rotate(id, {}, { token }),
      await call('DELETE', `/${id}`, { token }),
    ])
      expect(refusal(answer)).toEqual([403, 'scope_missing', undefined]);
  expect((await readWritten(service)).api_keys).toEqual(before);
});

test('a deleted key is gone, with all its secrets; what is no key is refused without being repeated', async () => {
  const { id, secret } = (await create(shop)).body;
  const next = (await rotate(id)).body.secret;
  const key = newKey();
  const gone = await call('DELETE', `/${id}`, { key });
  expect([gone.status, gone.text]).toEqual([200, JSON.stringify({ id, object: 'api_key', deleted: true })]);
  expect((await call('DELETE', `/${id}`, { key })).text).toBe(gone.text);
  for (const answer of [
    await call('GET', `/${id}`),
    await call('DELETE', `/${id}`),
    await rotate(id),
    await call('GET', `/${next}`),
    await call('DELETE', `/${next}`),
  ]) {
    expect(refusal(answer)).toEqual([404, 'resource_missing', 'id']);
    expect(answer.text).not.toContain(String(next));
  }
  expect((await call<List>('GET', '?limit=100')).body.data.map((one) => one.id)).not.toContain(id);
  await passMinute();
  expect([await me(String(secret)), await me(String(next))]).toEqual([401, 401]);
});

test('a key deletes itself, and can make no other from that moment on', async () => {
  const own = await issueKey(service, { scopes: given });
  // It is remembered where it has called before.
  expect((await create(shop, { token: own })).status).toBe(200);
  expect((await rotate(idOf(admin), {}, { token: own })).body.error.code).toBe('grant_refused');
  expect((await call('DELETE', `/${idOf(own)}`, { token: own })).status).toBe(200);
  expect(refusal(await create(shop, { token: own }))).toEqual([401, 'token_invalid', undefined]);
  expect(refusal(await rotate(idOf(own), {}, { token: own }))).toEqual([401, 'token_invalid', undefined]);
  await passMinute();
  expect(await me(own)).toBe(401);
});

test('a key ends at its second, also where it is remembered, and says that it has ended', async () => {
  const { secret, id } = (await create({ ...shop, expires_in: 60 })).body;
  const token = String(secret);
  expect(await me(token)).toBe(200);
  await passMinute();
  const { status, body } = await client.call('GET', '/v1/me', { token });
  expect([status, body.error.code, body.error.message]).toEqual([
    401,
    'token_invalid',
    expect.stringMatching(/has ended/),
  ]);
  expect((await call('GET', `/${id}`)).status).toBe(404);
});

test('rotations at the same time leave one secret that counts', async () => {
  const { id, secret } = (await create(shop)).body;
  const answers = await Promise.all([1, 2, 3].map(() => rotate(id, { expires_in: 60 })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const made = [secret, ...answers.map(({ body }) => body.secret)].map(String);
  expect(new Set(made).size).toBe(4);
  expect(await Promise.all(made.map(me))).toEqual([200, 200, 200, 200]);
  await passMinute();
  expect((await Promise.all(made.map(me))).toSorted()).toEqual([200, 401, 401, 401]);
});

test('a name is only text: markup is stored as it is, a card number is not stored', async () => {
  const name = '<img src=x onerror=alert(1)>"\'&\u2028{{7*7}}';
  const { body, headers } = await create({ ...shop, name });
  expect([body.name, headers.get('content-type')]).toEqual([name, 'application/json']);
  expect((await call('GET', `/${body.id}`)).body.name).toBe(name);
  for (const bad of ['', 'x'.repeat(101), 'Card 4242 4242 4242 4242', 7])
    expect(refusal(await create({ ...shop, name: bad }))).toEqual([400, 'parameter_invalid', 'name']);
});

test('each change is in the audit trail with its call, once; no secret is stored, logged or told', async () => {
  const made = await create(shop);
  const { id } = made.body;
  const first = await rotate(id, { expires_in: 0 });
  const second = await rotate(id);
  const gone = await call('DELETE', `/${id}`);
  const read = async () =>
    (
      await client.call<{ readonly data: readonly Readonly<Record<string, unknown>>[] }>(
        'GET',
        `/v1/audit?target=${id}`,
      )
    ).body.data;
  const trail = await until(read, ({ length }) => length >= 4);
  const requestOf = ({ headers }: { readonly headers: Headers }) => headers.get('request-id');
  expect(trail.map(({ action, request_id }) => `${action} ${request_id}`).toSorted()).toEqual(
    [
      `api_key.create ${requestOf(made)}`,
      `api_key.rotate ${requestOf(first)}`,
      `api_key.rotate ${requestOf(second)}`,
      `api_key.revoke ${requestOf(gone)}`,
    ].toSorted(),
  );
  for (const entry of trail) expect(entry.actor).toEqual({ type: 'api_key', id: idOf(admin) });
  const stored = JSON.stringify(await readTables(service));
  for (const { body } of [made, first, second]) {
    const random = String(body.secret).slice('sk_test_'.length);
    expect(random).toHaveLength(36);
    expect(stored).not.toContain(random);
    expect(service.output()).not.toContain(random);
    expect(JSON.stringify(trail)).not.toContain(random);
  }
});
