import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { renderKeyChange } from '../../../lib/http/render-api-key.ts';
import { createKey } from '../../../lib/keys/create-key.ts';
import { deleteKey } from '../../../lib/keys/delete-key.ts';
import type { KeyPorts } from '../../../lib/keys/key-ports.ts';
import { rotateKey } from '../../../lib/keys/rotate-key.ts';
import { newId } from '../../../lib/runtime/new-id.ts';
import { apiKeyRandomBytes, newApiKey } from '../../../lib/storage/api-key-format.ts';
import { createApiKey, findApiKey, listApiKeys } from '../../../lib/storage/api-keys.ts';
import { createCachedApiKeys } from '../../../lib/storage/cached-api-keys.ts';
import { createKeyStore } from '../../../lib/storage/key-store.ts';
import { documentClient, type Storage } from '../../../lib/storage/storage.ts';
import { keyId } from '../../../lib/types/api-key.ts';
import type { Result } from '../../../lib/types/result.ts';
import { scopes } from '../../../lib/types/scope.ts';
import { clientOf, type DynamoDb, startDynamoDbWithTables } from './start-dynamodb.ts';

let dynamodb: DynamoDb;
let connection: DynamoDBClient;
let storage: Storage;
/** Unix milliseconds. */
let now = 1_800_000_000_500;
const second = 1_800_000_000;

beforeAll(async () => {
  dynamodb = await startDynamoDbWithTables();
  connection = new DynamoDBClient(clientOf(dynamodb.url));
  storage = {
    client: documentClient(connection),
    tables: dynamodb.tables,
    clock: { now: () => now, sleep: async () => undefined },
    random: Math.random,
  };
});
afterAll(async () => {
  connection.destroy();
  await dynamodb.close();
});

const ports = (changes: Partial<KeyPorts> = {}): KeyPorts => ({
  store: createKeyStore(storage, false),
  clock: { now: () => now },
  newId,
  newSecret: () => newApiKey(false, randomBytes(apiKeyRandomBytes)),
  livemode: false,
  caller: { id: 'key_admin', scopes },
  request_id: 'req_1',
  render: renderKeyChange,
  ...changes,
});

const bodyOf = (result: Result): { readonly id: string; readonly secret: string } =>
  JSON.parse('replay' in result ? result.replay.body : '{}');

const make = async (expires_in?: number) =>
  bodyOf(
    await createKey(
      ports(),
      { name: 'shop', scopes: ['checkout:read'], ...(expires_in !== undefined && { expires_in }) },
      undefined,
    ),
  );
const rotate = async (id: string, expires_in: number, changes: Partial<KeyPorts> = {}) =>
  bodyOf(await rotateKey(ports(changes), id, { expires_in }, undefined)).secret;

/** What a process finds that has never seen it. */
const found = async (secret: string) => {
  const keys = createCachedApiKeys(
    (hash) => findApiKey(storage, hash),
    () => now,
  );
  const key = await keys.find(secret);
  return typeof key === 'string' ? key : key.id;
};
/** Which of the secrets open something. */
const opening = async (secrets: readonly string[], id: string) =>
  (await Promise.all(secrets.map(found))).map((by) => by === id);

test('a rotated key keeps its id; the old secret works for as long as was said, to the second', async () => {
  const { id, secret } = await make();
  const next = await rotate(id, 3_600);
  expect(await opening([secret, next], id)).toEqual([true, true]);
  now = (second + 3_600) * 1000 - 1;
  expect(await opening([secret, next], id)).toEqual([true, true]);
  now += 1;
  expect(await found(secret)).toBe('ended');
  expect(await found(next)).toBe(id);
  now = second * 1000 + 500;
});

test('0 ends it at once, and with it those that were still good', async () => {
  const { id, secret: first } = await make();
  const then = await rotate(id, 7 * 86_400);
  const last = await rotate(id, 0);
  expect(await opening([first, then, last], id)).toEqual([false, false, true]);
});

test('a later rotation ends earlier secrets sooner, never later', async () => {
  const { id, secret: first } = await make();
  const then = await rotate(id, 60);
  const last = await rotate(id, 3_600);
  now += 60_000;
  expect(await opening([first, then, last], id)).toEqual([false, true, true]);
  now -= 60_000;
});

test('at most ten replaced secrets work at a time: the next one to end is cut off', async () => {
  const { id, secret } = await make();
  const secrets = [secret];
  for (let hours = 1; hours <= 12; hours += 1) secrets.push(await rotate(id, hours * 3_600));
  expect(await opening(secrets, id)).toEqual(secrets.map((_, index) => index >= secrets.length - 11));
});

test("a key's end stays through a rotation, and a key that has ended is gone", async () => {
  const { id, secret } = await make(60);
  const next = await rotate(id, 3_600);
  now += 59_499;
  expect(await opening([secret, next], id)).toEqual([true, true]);
  now += 1;
  expect([await found(secret), await found(next)]).toEqual(['ended', 'ended']);
  for (const change of [
    () => rotateKey(ports(), id, { expires_in: 0 }, undefined),
    () => deleteKey(ports(), id, undefined),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'resource_missing' });
  now -= 59_500;
});

test('a key from before keys had ids gets one from its hash, and keeps it through rotations', async () => {
  const fields = { name: 'old', scopes: ['checkout:read'] as const, livemode: false, created: 1 };
  const { key, stored } = await createApiKey(storage, fields, randomBytes(apiKeyRandomBytes));
  const id = `key_${stored.hash.slice(0, 12)}`;
  const next = await rotate(id, 60);
  const last = await rotate(id, 60);
  expect(await opening([key, next, last], id)).toEqual([true, true, true]);
  await deleteKey(ports(), id, undefined);
  expect(await Promise.all([key, next, last].map(found))).toEqual(['revoked', 'revoked', 'revoked']);
});

test('of rotations at the same time, each makes a secret, and one of them counts', async () => {
  const { id, secret } = await make();
  const made = await Promise.all([1, 2, 3, 4].map(() => rotate(id, 60)));
  expect(new Set(made).size).toBe(4);
  expect(await opening([secret, ...made], id)).toEqual(Array(5).fill(true));
  const ofKey = (await listApiKeys(storage)).filter((one) => keyId(one) === id);
  expect(ofKey.filter(({ ends_at }) => ends_at === undefined)).toHaveLength(1);
  now += 60_000;
  expect((await opening([secret, ...made], id)).filter(Boolean)).toHaveLength(1);
  now -= 60_000;
});

/** A store to which something happens between what one call reads and what it writes. */
const interrupted = (happens: () => Promise<unknown>): KeyPorts['store'] => {
  const store = createKeyStore(storage, false);
  let once = false;
  return {
    ...store,
    write: async (writes, remembered) => {
      if (!once) {
        once = true;
        await happens();
      }
      return store.write(writes, remembered);
    },
  };
};

test('a rotation that overtakes a deletion does not save the key', async () => {
  const { id, secret } = await make();
  let next = '';
  const store = interrupted(async () => {
    next = await rotate(id, 60);
  });
  await deleteKey(ports({ store }), id, undefined);
  expect(await Promise.all([secret, next].map(found))).toEqual(['revoked', 'revoked']);
});

test('a deletion that overtakes a rotation leaves no secret behind', async () => {
  const { id, secret } = await make();
  const before = (await listApiKeys(storage)).length;
  const store = interrupted(() => deleteKey(ports(), id, undefined));
  await expect(rotateKey(ports({ store }), id, { expires_in: 60 }, undefined)).rejects.toMatchObject({
    code: 'resource_missing',
  });
  expect(await found(secret)).toBe('revoked');
  expect(await listApiKeys(storage)).toHaveLength(before);
});

test('what is kept under an idempotency key holds no secret, and two calls under it make one key', async () => {
  const asked = { key: 'k', hash: 'h', view: 'full' } as const;
  const wishes = { name: 'once', scopes: ['checkout:read'] as const };
  const answers = (await Promise.all([1, 2, 3].map(() => createKey(ports(), wishes, asked)))).map(bodyOf);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  const secrets = answers.map(({ secret }) => secret).filter((secret) => secret !== null);
  expect(secrets).toEqual([expect.stringMatching(/^sk_test_/)]);
  expect((await listApiKeys(storage)).filter(({ name }) => name === 'once')).toHaveLength(1);
  const kept = await createKeyStore(storage, false).storedResponse('k');
  expect(JSON.parse(kept?.answer.body ?? '')).toMatchObject({ name: 'once', secret: null });
  await expect(createKey(ports(), wishes, { ...asked, hash: 'other' })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

test('keys of the other mode are neither listed nor changed', async () => {
  const fields = {
    id: 'key_live',
    name: 'live',
    scopes: ['checkout:read'] as const,
    livemode: true,
    created: 1,
  };
  await createApiKey(storage, fields, randomBytes(apiKeyRandomBytes));
  const page = await createKeyStore(storage, false).list({ filters: {}, limit: 100 });
  expect(page.rows.map(({ name }) => name)).not.toContain('live');
  await expect(rotate('key_live', 0)).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(deleteKey(ports(), 'key_live', undefined)).rejects.toMatchObject({ code: 'resource_missing' });
});

test('one who may not make a secret of a key cannot rotate it', async () => {
  const { id } = await make();
  for (const caller of [{ scopes: ['keys:write'] as const }, { scopes, end: second + 7_200 }])
    await expect(rotate(id, 0, { caller: { id: 'key_me', ...caller } })).rejects.toMatchObject({
      code: 'grant_refused',
      details: { param: 'id' },
    });
  expect(
    (await createKeyStore(storage, false).issued()).find(({ current }) => keyId(current) === id)?.earlier,
  ).toEqual([]);
});

test('pages by cursor show each key once, newest first, and follow created', async () => {
  const store = createKeyStore(storage, true);
  for (let n = 0; n < 7; n += 1)
    await createApiKey(
      storage,
      { id: `key_page_${n}`, name: 'page', scopes: [], livemode: true, created: 5_000 + Math.floor(n / 2) },
      randomBytes(apiKeyRandomBytes),
    );
  const filters = { 'created[gte]': 5_000, 'created[lte]': 5_003 };
  const seen: string[] = [];
  for (let key: string | null | undefined; key !== null; ) {
    const page = await store.list({
      filters,
      limit: 2,
      ...(key !== undefined && { from: { direction: 'after', key } }),
    });
    seen.push(...page.rows.map(keyId));
    key = page.next;
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `key_page_${n}`));
});
