import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { formatApiKey, parseApiKey } from '../../../lib/storage/api-key-format.ts';
import { listApiKeys } from '../../../lib/storage/api-keys.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { tableName } from '../../../lib/storage/tables.ts';
import { freePort } from '../../../local/support/free-port.ts';
import { announceService, withdrawService } from '../../../local/support/running-service.ts';
import { createTestServer } from '../../tools/create-test-server.ts';
import { clientOf, type DynamoDb, startDynamoDbWithTables } from './start-dynamodb.ts';

type Run = { readonly code: number; readonly out: string; readonly err: string };

/** The command line as a person runs it. `--env dev` reaches the tables of this test through the ordinary AWS variables. */
describe('npm run keys', () => {
  let dynamodb: DynamoDb;
  let unused: number;

  beforeAll(async () => {
    dynamodb = await startDynamoDbWithTables((id) => tableName('dev', id));
    unused = await freePort();
  });
  afterAll(() => dynamodb.close());

  const aws = (): Record<string, string> => ({
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const run = (environment: Record<string, string>, ...parameters: readonly string[]): Promise<Run> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, PORT: String(unused), ...environment };
      const child = execFile(
        process.execPath,
        ['local/tools/keys.ts', ...parameters],
        { env },
        (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
      );
    });
  const storedKeys = async () => {
    const client = new DynamoDBClient(clientOf(dynamodb.url));
    const clock = { now: Date.now, sleep: async () => undefined };
    const storage = { client: documentClient(client), tables: dynamodb.tables, clock, random: () => 0 };
    return listApiKeys(storage).finally(() => client.destroy());
  };
  const dev = (...parameters: readonly string[]) => run(aws(), ...parameters, '--env', 'dev');

  test('create shows the key once, alone on the standard output; list and revoke know it by its id', async () => {
    const created = await dev('create', '--scopes', 'checkout:read,checkout:write', '--name', 'shop');
    expect(created.code).toBe(0);
    const key = created.out.trim();
    expect(parseApiKey(key)).toMatchObject({ livemode: false });
    expect(created.err).toMatch(/checkout:write, checkout:read/);

    const listed = await dev('list');
    expect(listed.out).toMatch(/sk_test_….{4} .*active.*checkout:write,checkout:read {2}shop/);
    expect(listed.out).not.toContain(key);
    const [id = ''] = listed.out.split(' ');
    expect(id).toMatch(/^key_[0-9a-z]{26}$/);
    expect(created.err).toContain(id);

    const revoked = await dev('revoke', id);
    expect(revoked).toMatchObject({ code: 0, err: expect.stringContaining('revoked') });
    expect((await dev('list')).out).toMatch(/revoked \d{4}-\d\d-\d\d/);
  });

  test('a key may end', async () => {
    expect(
      await dev('create', '--scopes', 'charges:read', '--name', 'ends', '--expires-in', '60'),
    ).toMatchObject({
      code: 0,
    });
    expect((await dev('list')).out).toMatch(/active until \d{4}-\d\d-\d\d {2}charges:read {2}ends/);
  });

  test('a leaked key can be revoked by itself', async () => {
    const key = (await dev('create', '--scopes', 'charges:read', '--live')).out.trim();
    expect(key).toMatch(/^sk_live_/);
    expect((await dev('revoke', key)).code).toBe(0);
    expect((await dev('list')).out).toMatch(new RegExp(`…${key.slice(-4)} .*revoked`));
  });

  test('the key says who made it and who revoked it: the identity in AWS, or nobody if AWS does not say', async () => {
    const identity = 'arn:aws:sts::123456789012:assumed-role/Admin/ann';
    const asked: string[] = [];
    const sts = createTestServer((request, response) => {
      asked.push(request.headers.authorization ?? '');
      response.end(`<GetCallerIdentityResponse><Arn>${identity}</Arn></GetCallerIdentityResponse>`);
    });
    await new Promise<void>((resolve) => sts.listen(0, '127.0.0.1', resolve));
    const environment = {
      ...aws(),
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${(sts.address() as AddressInfo).port}`,
    };
    const command = (...parameters: readonly string[]) => run(environment, ...parameters, '--env', 'dev');
    const made = async () => (await command('create', '--scopes', 'charges:read')).out.trim();
    const [known, revokedUnseen] = [await made(), await made()];
    await command('revoke', known);
    await new Promise((resolve) => sts.close(resolve));
    expect(await command('revoke', revokedUnseen)).toMatchObject({ code: 0 });
    expect(asked).toHaveLength(3);
    expect(asked[0]).toMatch(/\/eu-central-1\/sts\/aws4_request/);

    const stored = await storedKeys();
    const ann = { type: 'user', id: identity };
    expect(stored.find(({ last4 }) => known.endsWith(last4))).toMatchObject({
      created_by: ann,
      revoked_by: ann,
    });
    expect(stored.find(({ last4 }) => revokedUnseen.endsWith(last4))?.revoked_by?.id).toBe('unknown');
  });

  test('without --env it reaches the service that runs on this machine', async () => {
    const port = await freePort();
    const environment = { ...aws(), TABLE_API_KEYS: dynamodb.tables.api_keys };
    const info = { pid: process.pid, base_url: 'http://127.0.0.1:1', api_key: '', psps: {}, environment };
    announceService(port, info);
    const created = await run({ PORT: String(port) }, 'create', '--scopes', 'routing:read', '--name', 'here');
    const listed = await run({ PORT: String(port) }, 'list');
    withdrawService(port, process.pid);
    expect(created.code).toBe(0);
    expect(listed.out).toMatch(/routing:read {2}here/);
    const stopped = await run({ PORT: String(port) }, 'list');
    expect(stopped).toMatchObject({ code: 1, out: '', err: expect.stringContaining('npm start') });
  });

  test.each<[string, readonly string[], RegExp]>([
    ['an unknown command', ['make'], /Unknown command make/],
    ['no scopes', ['create'], /--scopes is missing/],
    ['empty scopes', ['create', '--scopes', ','], /--scopes is missing/],
    ['an unknown scope', ['create', '--scopes', 'checkout:write,admin'], /Unknown scope admin/],
    ['an operand too many', ['create', 'shop', '--scopes', 'charges:read'], /does not take shop/],
    [
      'an option of another command',
      ['revoke', 'abcdef012345', '--live'],
      /does not take --scopes, --name or --live/,
    ],
    ['an end of another command', ['list', '--expires-in', '60'], /list does not take --expires-in/],
    ['a rotation in the table', ['rotate', 'key_abcdef012345'], /rotate needs the API/],
    ['a revoke of nothing', ['revoke'], /takes one id/],
    ['a short id', ['revoke', 'abc'], /at least 8/],
    ['an unknown id', ['revoke', 'key_abcdef012345'], /No key key_abcdef012345/],
    ['an unknown key', ['revoke', formatApiKey(false, new Uint8Array(22))], /No such key/],
    ['a table and an address', ['list', '--url', 'https://pay.example'], /name one/],
    ['a strange environment', ['list', '--env', '../prod'], /not the name of an environment/],
  ])('%s is refused with a reason', async (_, parameters, reason) => {
    const refused = await (parameters.includes('--env') ? run(aws(), ...parameters) : dev(...parameters));
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(reason) });
    expect(refused.err).not.toMatch(/^ +at /m);
  });

  test('an unknown option is refused', async () => {
    expect(await dev('list', '--all')).toEqual({ code: 2, out: '', err: 'There is no option --all.\n' });
  });

  test('a missing table is reported without a stack trace', async () => {
    const failed = await run(aws(), 'list', '--env', 'nowhere');
    expect(failed).toMatchObject({ code: 1, out: '' });
    expect(failed.err).not.toMatch(/^ +at /m);
  });

  test('--help shows every scope; no arguments show it as an error', async () => {
    const help = await run({}, '--help');
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('refunds:write') });
    expect(await run({})).toEqual({ code: 1, out: '', err: help.out });
  });
});
