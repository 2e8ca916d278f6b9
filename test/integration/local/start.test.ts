import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, describe, expect, test } from '@jest/globals';
import { parseApiKey } from '../../../lib/storage/api-key-format.ts';
import { createTables, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { freePort } from '../../../local/free-port.ts';
import { listens, type Program, root, runProgram, untilFree } from './run-program.ts';

type Ready = {
  readonly base_url: string;
  readonly api_key: string;
  readonly psps: Readonly<Record<string, string>>;
  readonly admin: string;
};
type Note = Ready & { readonly pid: number; readonly environment: Readonly<Record<string, string>> };

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Nothing of the surroundings names a part elsewhere, and npm is not around. */
const clean = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(AWS_|PSP_|TABLE_|APPCONFIG_|npm_|PORT$|MODE$|PUBLIC_URL$|NODE_OPTIONS$)/.test(name))
    .map((name) => [name, undefined]),
);

const launch = (parameters: readonly string[], environment: Record<string, string> = {}): Program => {
  const program = runProgram(process.execPath, ['local/start.ts', ...parameters], {
    ...clean,
    PORT: '0',
    ...environment,
  });
  closers.push(async () => {
    program.child.kill('SIGKILL');
    await program.ended;
  });
  return program;
};

const ready = async (program: Program): Promise<Ready> =>
  JSON.parse(await program.line((line) => line.startsWith('{')));

const noteOf = ({ base_url }: Ready): string =>
  join(tmpdir(), `payment-routing-${userInfo().uid}`, `${new URL(base_url).port}.json`);

const readNote = (at: Ready): Note => JSON.parse(readFileSync(noteOf(at), 'utf8'));

const allAddresses = (at: Ready, note: Note): readonly string[] => [
  at.base_url,
  at.admin,
  ...Object.values(at.psps),
  ...Object.entries(note.environment)
    .filter(([name]) => name.startsWith('AWS_ENDPOINT_URL_'))
    .map(([, url]) => url),
];

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'service-'));
  closers.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

describe('npm start', () => {
  test('prints how to begin, then one line of JSON for tools; ctrl-C leaves no process, no port and no note', async () => {
    const program = launch([]);
    const at = await ready(program);
    expect(Object.keys(at)).toEqual(['base_url', 'api_key', 'psps', 'admin']);
    expect(Object.keys(at.psps)).toEqual(['stripe', 'adyen', 'checkout_com']);
    expect(parseApiKey(at.api_key)).toMatchObject({ livemode: false });
    const screen = program.stdout();
    expect(screen).toContain(at.base_url);
    expect(screen).toContain(`curl ${at.base_url}/v1/checkout/sessions`);
    expect(screen).toContain('npm run psp -- stripe down');
    expect(screen.split('\n').filter((line) => line.startsWith('{'))).toHaveLength(1);

    const note = readNote(at);
    expect(note).toMatchObject({ ...at, pid: program.child.pid });
    expect(statSync(noteOf(at)).mode & 0o777).toBe(0o600);
    const addresses = allAddresses(at, note);
    expect(addresses).toHaveLength(9);
    for (const address of addresses) expect(await listens(Number(new URL(address).port))).toBe(true);

    program.child.kill('SIGINT');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    for (const address of addresses) await untilFree(address);
    expect(existsSync(noteOf(at))).toBe(false);
  });

  test('--quiet prints the JSON line and nothing else; SIGTERM ends it', async () => {
    const program = launch(['--quiet']);
    const at = await ready(program);
    await fetch(`${at.base_url}/nowhere`);
    program.child.kill('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.stdout()).toBe(`${JSON.stringify(at)}\n`);
  });

  test('the first signal of a pair, as npm forwards it, already ends it properly', async () => {
    const program = launch(['--quiet']);
    await ready(program);
    program.child.kill('SIGINT');
    program.child.kill('SIGINT');
    expect(await program.ended).toEqual({ code: 0, signal: null });
  });

  test('a port in use is told in one line, before anything else is started', async () => {
    const first = launch(['--quiet']);
    const { port } = new URL((await ready(first)).base_url);
    const dataDir = folder();
    const second = launch(['--data', dataDir], { PORT: port });
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toBe(
      `Port ${port} is in use. Choose another: PORT=${Number(port) + 1} npm start\n`,
    );
    expect(second.stdout()).toBe('');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each([
    [['--nope'], {}, '--nope'],
    [['more'], {}, 'more'],
    [['--data'], {}, '--data'],
    [['--data='], {}, '--data needs a directory'],
    [[], { PORT: 'http' }, 'PORT is 0 to 65535, not http'],
    [[], { PORT: '70000' }, 'PORT is 0 to 65535, not 70000'],
    [
      [],
      { PSP_STRIPE_BASE_URL: 'http://127.0.0.1:1', PSP_STRIPE_CREDENTIALS: '{' },
      'PSP_STRIPE_CREDENTIALS',
    ],
  ])('%j with %j is refused', async (parameters, environment, message) => {
    const program = launch(parameters, environment);
    expect(await program.ended).toEqual({ code: 1, signal: null });
    expect(program.stderr()).toContain(message);
    expect(program.stdout()).toBe('');
  });

  test('--help tells the options', async () => {
    const program = launch(['--help']);
    expect(await program.ended).toEqual({ code: 0, signal: null });
    for (const option of ['--data', '--quiet', 'PORT', 'AWS_ENDPOINT_URL_DYNAMODB', 'PSP_<ID>_BASE_URL'])
      expect(program.stdout()).toContain(option);
  });
});

describe('npm start --data', () => {
  test('survives kill -9: same key, same secrets, same rules, the lock is not stale and nothing of the first start is left', async () => {
    const dataDir = folder();
    const first = launch(['--quiet', '--data', dataDir]);
    const before = await ready(first);
    const noteBefore = readNote(before);
    expect(statSync(join(dataDir, 'api-key')).mode & 0o777).toBe(0o600);
    const secretsBefore = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    first.child.kill('SIGKILL');
    await first.ended;

    const second = launch(['--quiet', '--data', dataDir]);
    const after = await ready(second);
    expect(after.api_key).toBe(before.api_key);
    expect(after.psps).toEqual(before.psps);
    const secretsAfter = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    expect(secretsAfter['payments/tokens']).toEqual(secretsBefore['payments/tokens']);
    const rules = JSON.parse(readFileSync(join(dataDir, 'appconfig.json'), 'utf8'));
    expect(rules.last_version).toBe(1);
    await untilFree(noteBefore.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '');
    await untilFree(before.base_url);
  });

  test('a second start on the same directory is refused', async () => {
    const dataDir = folder();
    const first = launch(['--quiet', '--data', dataDir]);
    await ready(first);
    const second = launch(['--quiet', '--data', dataDir]);
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toBe(
      `${dataDir} is in use by another running service (process ${first.child.pid}).\n`,
    );
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    await ready(launch(['--quiet', '--data', dataDir]));
  });
});

describe('parts elsewhere', () => {
  test('a DynamoDB that is named is used, its tables created, and none started', async () => {
    const elsewhere = await startDynamoDb();
    closers.push(elsewhere.close);
    const at = await ready(launch(['--quiet'], { AWS_ENDPOINT_URL_DYNAMODB: elsewhere.url }));
    expect(readNote(at).environment.AWS_ENDPOINT_URL_DYNAMODB).toBe(elsewhere.url);
    await createTables(elsewhere.url, ({ id }) => `payments-local-${id.replaceAll('_', '-')}`);
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
      secret: 'payments/psp/adyen',
    });
    expect(stripe).toMatchObject({ psp: 'stripe', base_url: at.psps.stripe });
  });

  test('the end of a part that is needed ends the service', async () => {
    const program = launch([]);
    const at = await ready(program);
    const port = new URL(readNote(at).environment.AWS_ENDPOINT_URL_DYNAMODB ?? '').port;
    const pid = spawnSync('pgrep', ['-f', `dynoxide serve --port ${port}$`])
      .stdout.toString()
      .trim();
    for (const one of pid.split('\n')) process.kill(Number(one), 'SIGKILL');
    expect((await program.ended).code).toBe(1);
    expect(program.stderr()).toContain('DynamoDB ended');
    await untilFree(at.base_url);
  });
});

describe('under npm', () => {
  const throughNpm = (): Program => {
    const program = runProgram('npm', ['start', '--silent', '--', '--quiet'], { ...clean, PORT: '0' });
    closers.push(() => program.child.kill('SIGKILL'));
    return program;
  };

  test('the service stops when npm is killed', async () => {
    const npm = throughNpm();
    const at = await ready(npm);
    const addresses = allAddresses(at, readNote(at));
    npm.child.kill('SIGKILL');
    for (const address of addresses) await untilFree(address);
    expect(await listens(Number(new URL(at.base_url).port))).toBe(false);
  });

  test('and when npm is asked to', async () => {
    const npm = throughNpm();
    const at = await ready(npm);
    npm.child.kill('SIGTERM');
    await npm.ended;
    await untilFree(at.base_url);
    expect(existsSync(noteOf(at))).toBe(false);
  });
});

test('startService refuses a second start in one process', async () => {
  const program = runProgram(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { startService } from '${root}local/start-service.ts';
       const service = await startService({ port: ${await freePort()} });
       await startService().catch((error) => console.log(error.message));
       await service.close();`,
    ],
    clean,
  );
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.stdout()).toBe('The service starts once in a process\n');
});
