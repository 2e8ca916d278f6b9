import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apiKeyRandomBytes, parseApiKey } from '../../../lib/storage/api-key-format.ts';
import { createApiKey, findApiKey, listApiKeys } from '../../../lib/storage/api-keys.ts';
import { createCachedApiKeys } from '../../../lib/storage/cached-api-keys.ts';
import { documentClient, type Storage } from '../../../lib/storage/storage.ts';
import { revokeApiKey } from '../../../local/commands/revoke-api-key.ts';
import { clientOf, type DynamoDb, startDynamoDbWithTables } from './start-dynamodb.ts';

const ann = { type: 'user', id: 'ann' } as const;

describe('API keys in DynamoDB', () => {
  let dynamodb: DynamoDb;
  let connection: DynamoDBClient;
  let storage: Storage;

  beforeAll(async () => {
    dynamodb = await startDynamoDbWithTables();
    connection = new DynamoDBClient(clientOf(dynamodb.url));
    storage = {
      client: documentClient(connection),
      tables: dynamodb.tables,
      clock: { now: Date.now, sleep: async () => undefined },
      random: Math.random,
    };
  });

  afterAll(async () => {
    connection.destroy();
    await dynamodb.close();
  });

  const issue = (name: string, created: number, livemode = false) =>
    createApiKey(
      storage,
      { name, created, livemode, scopes: ['charges:read', 'refunds:write'] },
      randomBytes(apiKeyRandomBytes),
    );

  test('a key is found by its hash and stored in no other form', async () => {
    const { key, stored } = await issue('shop', 100, true);
    expect(parseApiKey(key)).toEqual({ livemode: true, hash: stored.hash });
    expect(await findApiKey(storage, stored.hash)).toEqual(stored);
    const { Items } = await storage.client.send(new ScanCommand({ TableName: 'api_keys' }));
    expect(Items).toHaveLength(1);
    expect(JSON.stringify(Items)).not.toContain(key.slice(8, 20));
    expect(await findApiKey(storage, '0'.repeat(64))).toBeUndefined();
  });

  test('the keys are listed, oldest first', async () => {
    await issue('third', 300);
    await issue('second', 200);
    const names = (await listApiKeys(storage)).map(({ name }) => name);
    expect(names).toEqual(['shop', 'second', 'third']);
  });

  test('a list longer than a page is complete', async () => {
    const name = 'x'.repeat(100_000);
    await Promise.all(Array.from({ length: 15 }, () => issue(name, 400)));
    expect((await listApiKeys(storage)).filter((key) => key.name === name)).toHaveLength(15);
  });

  test('a revoked key stays listed, keeps its first revocation and opens nothing', async () => {
    const { key, stored } = await issue('leaked', 500);
    const keys = createCachedApiKeys(
      (hash) => findApiKey(storage, hash),
      () => 0,
    );
    const revoked = { ...stored, revoked_at: 501, revoked_by: ann };
    await revokeApiKey(storage, stored, { revoked_at: 501, revoked_by: ann });
    await revokeApiKey(storage, stored, { revoked_at: 502, revoked_by: { ...ann, id: 'bob' } });
    expect(await findApiKey(storage, stored.hash)).toEqual(revoked);
    expect((await listApiKeys(storage)).find(({ hash }) => hash === stored.hash)?.revoked_at).toBe(501);
    expect(await keys.find(key)).toBe('revoked');
  });

  test('what does not exist is not created by revoking it', async () => {
    const hash = 'f'.repeat(64);
    const never = { hash, name: '', scopes: [], livemode: false, last4: '', created: 1 };
    await revokeApiKey(storage, never, { revoked_at: 1, revoked_by: ann });
    expect(await findApiKey(storage, hash)).toBeUndefined();
  });
});
