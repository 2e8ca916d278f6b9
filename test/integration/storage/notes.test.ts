import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { createNotes } from '../../../lib/storage/notes.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { most_notes, type Note } from '../../../lib/types/note.ts';
import { type Fault, startFaultyProxy } from './faulty-proxy.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const proxy = await startFaultyProxy(dynamodb);
const connection = new DynamoDBClient({ ...clientOf(proxy.url), maxAttempts: 3, retryMode: 'standard' });
const notes = createNotes({
  client: documentClient(connection),
  tables: dynamodb.tables,
  clock: { now: Date.now, sleep: async () => undefined },
  random: () => 0.5,
});

afterAll(async () => {
  connection.destroy();
  await proxy.close();
  await dynamodb.close();
});

let charges = 0;
let charge = '';
beforeEach(() => {
  charges += 1;
  charge = `ch_${charges}`;
  proxy.operations();
});

const note = (n: number): Note => ({ id: `note_${n}`, text: `${n}`, by: 'key_1', created: n });
const add = (n: number, key?: string) =>
  notes.add(charge, note(n), {
    remembered: key === undefined ? undefined : { key, hash: 'h', answer: { status: 200, body: `${n}` } },
    act: { actor: { type: 'api_key', id: 'key_1' }, request_id: 'req_1', target: charge },
  });
const kept = async () => (await notes.list(charge, { limit: 100 })).rows.map(({ created }) => created);

const busy: Fault = {
  kind: 'answer',
  error: 'TransactionCanceledException',
  fields: { CancellationReasons: [{ Code: 'TransactionConflict' }] },
};

test.each<[string, readonly Fault[]]>([
  ['whose answer was lost', [{ kind: 'lose_answer' }]],
  ['whose request was lost', [{ kind: 'lose_request' }]],
  ['that met another', [busy, busy]],
])('a note %s is there once', async (_, faults) => {
  await add(1);
  proxy.plan(...faults);
  expect(await add(2)).toBe(true);
  expect(await kept()).toEqual([2, 1]);
});

test('a list is one read, and a note one write with its answer', async () => {
  await add(1, 'one_write');
  expect(proxy.operations()).toEqual(['TransactWriteItems']);
  await kept();
  expect(proxy.operations()).toEqual(['GetItem']);
  expect(await notes.storedResponse('one_write')).toMatchObject({ answer: { body: '1' } });
});

test('a key that was answered and a charge that is full take nothing, and no answer is kept', async () => {
  expect([await add(1, 'first'), await add(2, 'first')]).toEqual([true, false]);
  expect(await kept()).toEqual([1]);
  for (let n = 2; n <= most_notes; n += 1) await add(n);
  expect(await add(most_notes + 1, 'late')).toBe(false);
  expect(await kept()).toHaveLength(most_notes);
  expect(await notes.storedResponse('late')).toBeUndefined();
});
