import { spawnSync } from 'node:child_process';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, test } from '@jest/globals';
import { parseApiKey } from '../../../lib/storage/api-key-format.ts';
import { createTables, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { closeAll, closers, launch, readNote, ready } from './launch-service.ts';
import { untilFree } from './run-program.ts';

afterEach(closeAll);

describe('parts elsewhere', () => {
  test('a named DynamoDB is used, its tables are created, and no local one starts', async () => {
    const elsewhere = await startDynamoDb({
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    closers.push(elsewhere.close);
    const at = await ready(
      launch(['--quiet'], {
        AWS_ENDPOINT_URL_DYNAMODB: elsewhere.url,
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
      }),
    );
    expect(readNote(at).environment.AWS_ENDPOINT_URL_DYNAMODB).toBe(elsewhere.url);
    await createTables(elsewhere, ({ id }) => `payments-local-${id.replaceAll('_', '-')}`);
    const client = new DynamoDBClient({
      endpoint: elsewhere.url,
      region: 'local',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    closers.push(() => client.destroy());
    const { Items } = await client.send(new ScanCommand({ TableName: 'payments-local-api-keys' }));
    expect(Items?.map(({ hash }) => hash?.S)).toEqual([parseApiKey(at.api_key)?.hash]);
  });

  test('a PSP that is named has no simulator', async () => {
    const at = await ready(launch(['--quiet'], { PSP_ADYEN_BASE_URL: 'http://127.0.0.1:9/v72' }));
    expect(at.psps.adyen).toBe('http://127.0.0.1:9/v72');
    const { adyen, stripe } = JSON.parse(readNote(at).environment.PSP_ACCOUNTS ?? '');
    expect(adyen).toMatchObject({
      psp: 'adyen',
      base_url: 'http://127.0.0.1:9/v72',
      secret: 'payments/psp',
    });
    expect(stripe).toMatchObject({ psp: 'stripe', base_url: at.psps.stripe });
  });

  test('the end of a part that is needed ends the service', async () => {
    const program = launch([]);
    const at = await ready(program);
    const store = childOf(readNote(at).pid, 'serve-dynamodb');
    const behind = childOf(store, 'dynoxide');
    closers.push(() => void process.kill(behind, 'SIGKILL'));
    process.kill(store, 'SIGKILL');
    expect((await program.ended).code).toBe(1);
    expect(program.stderr()).toContain('DynamoDB ended');
    await untilFree(at.base_url);
  });
});

const childOf = (parent: number, program: string): number => {
  const found = spawnSync('pgrep', ['-P', String(parent), '-f', program]);
  const child = Number(found.stdout.toString().split('\n')[0]);
  // Zero would be this process and all beside it.
  expect(child).toBeGreaterThan(1);
  return child;
};
