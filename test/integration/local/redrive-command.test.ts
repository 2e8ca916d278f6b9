import { execFile } from 'node:child_process';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, expect, jest, test } from '@jest/globals';
import { functionName } from '../../../infra/base/function-name.ts';
import { parkRecord } from '../../../lib/storage/parked-records.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { tableName, tables } from '../../../lib/storage/tables.ts';
import type { StreamRecord } from '../../../lib/types/stream-record.ts';
import { startLambda } from '../../../local/aws/lambda.ts';
import { allParked } from '../storage/all-parked.ts';
import { clientOf, credentials, startDynamoDbWithTables } from '../storage/start-dynamodb.ts';

const dev = { name: 'dev' };
const dynamodb = await startDynamoDbWithTables((id) => tableName(dev.name, id));
const lambda = await startLambda({
  credentials,
  invoke: async (name, event) => {
    if (name !== functionName(dev, 'record-events')) throw new Error(`no function ${name}`);
    return handler(event as never);
  },
  onFunctionError: () => {},
});
/** What people have who work on a deployed environment: their credentials, and nothing that its functions know. */
const people = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
  AWS_ENDPOINT_URL_LAMBDA: lambda.url,
};
Object.assign(process.env, people, {
  ...Object.fromEntries(tables.map(({ id, variable }) => [variable, tableName(dev.name, id)])),
  MODE: 'live',
  WEBHOOK_WORKER: 'deliver-events:live',
});
const { handler } = await import('../../../functions/record-events.ts');

const client = new DynamoDBClient(clientOf(dynamodb.url));
const storage = {
  client: documentClient(client),
  tables: dynamodb.tables,
  clock: { now: Date.now, sleep: async () => undefined },
  random: () => 0.5,
};

afterAll(async () => {
  client.destroy();
  await Promise.all([lambda.close(), dynamodb.close()]);
});

/** An endpoint is added: its mode in the audit trail is the environment's. */
const added = (rev: number, v: number): StreamRecord => ({
  eventSourceARN: `arn:aws:dynamodb:eu-central-1:1:table/${tableName(dev.name, 'events')}/stream/1`,
  dynamodb: {
    SequenceNumber: String(rev),
    ApproximateCreationDateTime: 1_763_630_000,
    NewImage: marshall({
      id: 'webhook_endpoints',
      v,
      rev,
      endpoints: [],
      act: { actor: { type: 'api_key', id: 'key_1' }, request_id: 'req_1', target: 'we_1' },
    }),
  },
});

const redrive = (): Promise<{ readonly code: number; readonly said: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...people };
    const words = ['local/tools/events.ts', 'redrive', '--env', dev.name];
    execFile(process.execPath, words, { env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: out + err }),
    );
  });

test('of a deployed environment, its own function records what is parked, and what it cannot read stays', async () => {
  const log = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await parkRecord(storage, added(1, 1), new Error('broken'), false);
  await parkRecord(storage, added(2, 99), new Error('broken'), true);
  const { code, said } = await redrive();
  log.mockRestore();
  expect(said.split('\n').toSorted()).toEqual([
    '',
    'parked#payments-dev-events#1  reported',
    expect.stringMatching(/^parked#payments-dev-events#2 {2}still parked: .*format 99/),
  ]);
  expect(code).toBe(1);
  expect(await allParked(storage)).toMatchObject([{ id: 'parked#payments-dev-events#2', counted: true }]);
});
