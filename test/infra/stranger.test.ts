import { afterAll, expect, jest, test } from '@jest/globals';
import { needsOf } from '../../infra/function-needs.ts';
import { stranger } from '../../infra/lambda/stranger.ts';
import { startedFunctions } from '../../infra/triggers/started-functions.ts';
import { tables } from '../../lib/storage/tables.ts';
import { credentials, startDynamoDbWithTables } from '../integration/storage/start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
Object.assign(process.env, {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
  ...Object.fromEntries(tables.map(({ id, variable }) => [variable, dynamodb.tables[id]])),
  MODE: 'live',
  PUBLIC_URL: 'https://pay.example',
  PSP_ACCOUNTS: '{}',
  TOKENS_SECRET: 'signing',
});

afterAll(() => dynamodb.close());

/** Where an HTTP function refuses a token, one with a trigger is given something that is not its own. */
const checked = Object.keys(startedFunctions).filter((name) => !needsOf(name).rare);

test.each(checked)('a new version of %s passes its check, and does no work in it', async (name) => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { handler } = await import(`../../functions/${name}.ts`);
  const answer = await handler(stranger, { getRemainingTimeInMillis: () => 50_000 });
  jest.restoreAllMocks();
  expect(answer).toEqual(idle[name]);
});

const idle: Readonly<Record<string, unknown>> = {
  'recover-charges': { none: 'missing' },
  'record-events': { batchItemFailures: [], state: {} },
  'deliver-events': { succeeded: 0, failed: 0 },
};
