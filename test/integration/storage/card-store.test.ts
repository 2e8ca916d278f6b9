import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCardStore } from '../../../lib/storage/card-store.ts';
import { cardTables } from '../../../lib/storage/card-tables.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import type { CardStore } from '../../../lib/types/card-store.ts';
import { createTablesOf, type LocalDynamoDb, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { describeCardStore } from '../../contract/card-store.ts';
import { clientOf, credentials } from './start-dynamodb.ts';

let dynamoDb: LocalDynamoDb;
let client: ReturnType<typeof documentClient>;
let store: CardStore;
beforeAll(async () => {
  dynamoDb = await startDynamoDb({ credentials });
  await createTablesOf(cardTables, dynamoDb, ({ id }) => id);
  client = documentClient(new DynamoDBClient(clientOf(dynamoDb.url)));
  const clock = { now: Date.now, sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)) };
  store = createCardStore({
    client,
    clock,
    random: Math.random,
    tables: { cards: 'cards', cvcs: 'cvcs', counts: 'counts' },
  });
});
afterAll(async () => {
  client?.destroy();
  await dynamoDb?.close();
});

describe('in DynamoDB', () => {
  describeCardStore(() => store);

  test('the table of cards has no security code and no count, those of the codes and counts nothing else; all end by themselves', async () => {
    const ends = 5_000_000_000;
    const token = `vt_${'x'.repeat(26)}`;
    const session = 'cs_apart';
    await store.add({ token, session, wrapped: 'w', number: 'n' }, { token, cvc: 'c', ends }, ends);
    await store.takeOne(session, { most: 1, ends });
    await store.admit('apart', 'm1', { most: 1, ends });
    const items = async (TableName: string) =>
      ((await client.send(new ScanCommand({ TableName }))).Items ?? []).filter(({ id }) =>
        [token, `session#${session}`, 'apart'].includes(id),
      );
    const byId = (a: { id?: string }, b: { id?: string }) => (String(a.id) < String(b.id) ? -1 : 1);
    expect(await items('cards')).toEqual([{ id: token, session, wrapped: 'w', number: 'n', ttl: ends }]);
    expect(await items('cvcs')).toEqual([{ id: token, cvc: 'c', ttl: ends }]);
    expect((await items('counts')).toSorted(byId)).toEqual([
      { id: 'apart', members: new Set(['m1']), ttl: ends },
      { id: `session#${session}`, n: 1, ttl: ends },
    ]);
  });
});
