import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkAccount } from '../../infra/checks/check-account.ts';
import { checkPsps } from '../../infra/checks/check-psps.ts';
import { checkVault } from '../../infra/checks/check-vault.ts';
import { type Environment, environments, type RouterVault } from '../../infra/environments.ts';
import { smokePayment } from '../../infra/probes/smoke-payment.ts';
import { keyPurposes, newTokenParts, type TokenParts } from '../../lib/http/token-parts.ts';
import { newSigningKey } from '../../lib/runtime/signing-keys.ts';
import { apiKeyRandomBytes, formatApiKey } from '../../lib/storage/api-key-format.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { findingLine } from '../../lib/types/examination.ts';
import { createTables, startDynamoDb } from '../../local/aws/dynamodb.ts';
import { startAwsServer } from '../../local/aws/start-aws-server.ts';
import type { WireAnswer } from '../../local/aws/wire.ts';
import { type PspSimulators, startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { freePort } from '../../local/support/free-port.ts';
import { readSecret } from '../integration/service/read-secret.ts';
import { type Service, startService } from '../integration/service/start-service.ts';
import { bootstrapped, type EmulatedAccount, emulateAccount } from './emulated-account.ts';

const root = join(import.meta.dirname, '../..');
const credentials = { accessKeyId: 'local', secretAccessKey: 'made for this test' };

let account: EmulatedAccount;
const json = (body: unknown, status = 200): WireAnswer => ({ status, body: JSON.stringify(body) });

let server: Awaited<ReturnType<typeof startAwsServer>>;
const before = { ...process.env };

beforeAll(async () => {
  server = await startAwsServer((request) => account.serve(request), { credentials });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: server.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
});

afterAll(async () => {
  process.env = before;
  await server.close();
});

const { stripe } = environments.dev.accounts;
const dev: Environment = { ...environments.dev, accounts: { stripe: stripe ?? never() } };
const payer = '/payments/dev/synthetic-key';
const syntheticKey = formatApiKey(false, new Uint8Array(apiKeyRandomBytes).fill(5));
const keys = { psp: { stripe: { api_key: 'sk_test_1', webhook_secrets: ['whsec_1'] } } };

function never(): never {
  throw new Error('dev has an account at Stripe');
}

const stack = 'eu-central-1/payments-dev';

beforeEach(() => {
  account = emulateAccount();
  account.secrets['payments/dev'] = keys;
  for (const [purpose, part] of Object.entries(newTokenParts({ secret: () => 'x', signing: newSigningKey })))
    account.secrets[`payments/dev#${purpose}`] = part;
  account.parameters[payer] = syntheticKey;
  for (const name of ['another', 'payments-dev-page', 'payments-dev-ticket', 'payments-staging-page'])
    account.topics[name] = ['PendingConfirmation', `arn:aws:sns:eu-central-1:123456789012:${name}:1`];
  account.topics['payments-staging-ticket'] = ['arn:aws:sns:eu-central-1:123456789012:one:1'];
  for (const name of ['dev', 'staging'])
    account.stacks.set(`eu-central-1/payments-${name}`, { status: 'UPDATE_COMPLETE' });
});

const missing = async (environment: Environment): Promise<readonly string[]> =>
  (await checkAccount(environment)).filter(({ ok }) => !ok).map(({ says }) => says);

const run = (program: string, ...operands: readonly string[]) => runWith('', program, ...operands);

const runWith = (input: string, program: string, ...operands: readonly string[]) =>
  new Promise<{ status: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [join(root, 'infra', program), ...operands], {
      cwd: root,
      env: { ...process.env },
    });
    child.stdin.end(input);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk));
    child.once('close', (status) => resolve({ status, output }));
  });

describe('the doctor', () => {
  test('finds nothing if everything is in place', async () => {
    expect(await missing(dev)).toEqual([]);
  });

  test('says before a first deploy what would prevent it, and asks for no secret yet', async () => {
    account = emulateAccount();
    account.quota = 10;
    account.parameters = {};
    const found = await missing({ ...dev, reserved_recovery: 2 });
    expect(found).toEqual([
      expect.stringMatching(/not bootstrapped for CDK: `npx cdk bootstrap -c env=dev`/),
      expect.stringMatching(/runs 10 functions at once.*1000/),
      expect.stringContaining('reserved_recovery would be rejected'),
    ]);
  });

  test('asks in us-east-1 too if the firewall will be there', async () => {
    account.bare = ['us-east-1'];
    expect(await missing(dev)).toEqual([]);
    expect(await missing({ ...dev, firewall: true })).toEqual([
      expect.stringContaining('us-east-1 is not bootstrapped'),
    ]);
  });

  test('names every secret that is not filled in, in one secret and in two', async () => {
    account.secrets = {};
    account.parameters = { [bootstrapped]: '30' };
    expect(await missing({ ...dev, synthetic_minutes: 0 })).not.toContainEqual(
      expect.stringContaining(payer),
    );
    expect(await missing(dev)).toEqual([
      expect.stringContaining('payments/dev has no signing keys'),
      expect.stringContaining('payments/dev has no keys for stripe'),
      expect.stringContaining(`${payer} has no API key`),
    ]);
    account.secrets = { 'payments/staging/psp': { psp: { stripe: { api_key: 'sk' } } } };
    expect(await missing({ ...dev, name: 'staging', secrets: 'two' })).toEqual([
      expect.stringContaining('payments/staging/signing has no signing keys'),
      expect.stringContaining('payments/staging/psp has no webhook secret for stripe'),
      expect.stringContaining('/payments/staging/synthetic-key has no API key'),
    ]);
  });

  test('names each topic that nobody subscribes to, whether there is no subscriber, none that confirmed, or no topic', async () => {
    account.topics['payments-dev-page'] = [];
    account.topics['payments-dev-ticket'] = ['PendingConfirmation', 'PendingConfirmation'];
    expect(await missing(dev)).toEqual([
      expect.stringMatching(
        /nobody subscribes to payments-dev-page: `aws sns subscribe --topic-arn arn:aws:sns:eu-central-1:123456789012:payments-dev-page /,
      ),
      expect.stringContaining('payments-dev-ticket has no confirmed subscriber'),
    ]);
    account.topics = { another: ['arn:aws:sns:eu-central-1:123456789012:another:1'] };
    expect(await missing(dev)).toEqual([
      expect.stringContaining('no topic payments-dev-page'),
      expect.stringContaining('no topic payments-dev-ticket'),
    ]);
  });

  test('as a command, says in the vault’s account who hears the vault’s alarms', async () => {
    const subscription = 'arn:aws:sns:eu-central-1:123456789012:x:1';
    account.topics = { 'payments-prod-vault-page': [subscription], 'payments-prod-vault-ticket': [] };
    const one = await run('doctor.ts', 'prod', 'vault');
    expect(one).toMatchObject({
      status: 1,
      output: expect.stringContaining('nobody subscribes to payments-prod-vault-ticket'),
    });
    account.topics['payments-prod-vault-ticket'] = [subscription];
    expect(await run('doctor.ts', 'prod', 'vault')).toMatchObject({ status: 0 });
    expect(await run('doctor.ts', 'staging', 'vault')).toMatchObject({ status: 1 });
  });

  test('says that a deployed environment is not marked so, or is not finished', async () => {
    expect(await missing({ ...dev, protected: true })).toEqual([
      expect.stringContaining('established: true'),
    ]);
    account.stacks.set(stack, { status: 'ROLLBACK_FAILED' });
    expect(await missing(dev)).toEqual([expect.stringContaining('ROLLBACK_FAILED')]);
    account.stacks.set(stack, { status: 'ROLLBACK_COMPLETE' });
    expect(await missing(dev)).toEqual([]);
  });

  test('says that a deployed account is gone, or leads elsewhere, and stops an established environment', async () => {
    const adyen = (merchant_account: string) => ({
      psp: 'adyen',
      base_url: '',
      settings: { merchant_account },
    });
    const PSP_ACCOUNTS = JSON.stringify({
      stripe,
      adyen: adyen('A'),
      square: { psp: 'square', settings: {} },
    });
    account.functions['payments-dev-confirm-checkout-session'] = {
      versions: {},
      live: '1',
      variables: { PSP_ACCOUNTS },
    };
    account.secrets['payments/dev'] = { psp: { ...keys.psp, adyen: keys.psp.stripe } };
    const changed = { ...dev, accounts: { stripe: stripe ?? never(), adyen: adyen('B') } };
    const found = [
      expect.stringMatching(/^adyen is deployed for adyen A, and infra\/environments.ts says adyen B: /),
      expect.stringMatching(/^square is deployed, but not in infra\/environments.ts: /),
    ];
    expect(await missing(changed)).toEqual(found);
    const stops = async (environment: Environment) =>
      (await checkAccount(environment)).flatMap(({ ok, later, says }) => (ok || later ? [] : says));
    expect(await stops(changed)).toEqual([]);
    expect(await stops({ ...changed, established: true })).toEqual(found);
    const kept = { ...dev, accounts: { ...changed.accounts, adyen: adyen('A'), square: adyen('A') } };
    expect(await stops({ ...kept, established: true })).toEqual([
      expect.stringMatching(/^square is deployed for square, and .* says adyen A/),
    ]);
  });

  test('ignores what is left of a deploy that never began', async () => {
    account.stacks.set(stack, { status: 'REVIEW_IN_PROGRESS' });
    const says = (await checkAccount(dev)).map((check) => check.says);
    expect(says).toContain('payments-dev is not deployed yet: this is its first deploy');
  });

  test('stops at invalid credentials', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'another';
    expect(await missing(dev)).toEqual([
      expect.stringContaining('credentials: AWS does not accept these credentials'),
    ]);
    process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
  });

  test('says that AWS gives no answer, and does not blame the credentials', async () => {
    process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${await freePort()}`;
    const { status, output } = await run('doctor.ts', 'dev');
    process.env.AWS_ENDPOINT_URL = server.url;
    expect({ status, output }).toEqual({
      status: 1,
      output: expect.stringContaining(
        'MISSING  credentials: AWS gives no answer (ECONNREFUSED). Check the network, and AWS_REGION\n',
      ),
    });
  });

  test('as a command: one line per check, and an exit code that says whether all is well', async () => {
    const { status, output } = await run('doctor.ts', 'dev');
    expect(output).toMatch(
      /^MISSING {2}adyen is left out of dev: .*accounts\.adyen\.settings\.merchant_account /m,
    );
    expect(output).toMatch(/^ok {7}credentials belong to account 123456789012$/m);
    expect(status).toBe(1);
    expect(output).not.toContain('sk_test_1');
  });
});

describe('the doctor, of the vault', () => {
  let service: Service;
  let vault: RouterVault;
  beforeAll(async () => {
    service = await startService();
    vault = JSON.parse(service.environment.VAULT ?? '');
  });
  afterAll(() => service.stop());

  const asked = async (changes: Partial<Environment> = {}) =>
    (await checkVault({ ...dev, vault, ...changes })).map(findingLine);
  const known = async () => {
    const name = service.environment.TOKENS_SECRET ?? '';
    account.secrets['payments/dev#sessions'] = JSON.parse(await readSecret(service, name, 'sessions'));
  };

  test('asks nothing of an environment without one', async () => {
    expect(await checkVault(dev)).toEqual([]);
  });

  test('finds that it serves the fields and takes cards in, and leaves none there', async () => {
    await known();
    expect(await asked()).toEqual([
      expect.stringMatching(/^ok {7}vault: http.* serves the card fields$/),
      'ok       vault: accepts cards for this environment',
      expect.stringMatching(/^UNSEEN {3}vault: .*`deployed: true`/),
    ]);
  });

  test.each<[string, (line: string) => void, () => Promise<readonly string[]>]>([
    [
      'that nobody is there',
      (line) => expect(line).toMatch(/does not serve the card fields: .*`vault\.url`/),
      () => asked({ vault: { ...vault, url: 'http://127.0.0.1:9' } }),
    ],
    [
      'another merchant',
      (line) => expect(line).toMatch(/rejects the grants of dev: .*`merchant`/),
      () => asked({ vault: { ...vault, merchant: 'another' } }),
    ],
    [
      'another mode',
      (line) => expect(line).toMatch(/rejects the grants of dev/),
      () => asked({ mode: 'live' }),
    ],
  ])('names %s', async (_, expectIn, ask) => {
    await known();
    const lines = (await ask()).filter((line) => line.startsWith('MISSING'));
    expect(lines).toHaveLength(1);
    expectIn(lines[0] ?? '');
  });

  test('names a missing key, and one that the vault does not know', async () => {
    account.secrets['payments/dev#sessions'] = { signing_keys: [] };
    expect(await asked()).toContainEqual(expect.stringMatching(/^MISSING.*add-key grant --env dev/));
    account.secrets['payments/dev#sessions'] = { grant_keys: [newSigningKey('g7')] };
    expect(await asked()).toContainEqual(expect.stringMatching(/^MISSING.*`grant_keys` \(with g7\)/));
  });
});

describe('the doctor, of the PSPs', () => {
  let simulators: PspSimulators;
  beforeAll(async () => {
    simulators = await startPspSimulators({ psps: ['stripe'] });
  });
  afterAll(() => simulators.close());

  const asked = async (environment: Environment) => {
    const base_url = simulators.urls.stripe ?? '';
    return (
      await checkPsps({ ...environment, accounts: { stripe: { psp: 'stripe', base_url, settings: {} } } })
    ).map(findingLine);
  };
  const simulatedKeys = { psp: { stripe: { api_key: 'sk_test_simulatedStripeAccount' } } };

  test('asks with the keys of the secret, and counts codes without a line in the logs', async () => {
    account.secrets['payments/dev'] = simulatedKeys;
    account.logged = [{ psp: 'stripe', code: 'something_new', declines: '3' }];
    const lines = await asked(dev);
    expect(lines).toContainEqual(expect.stringMatching(/^ok {7}stripe: the key belongs to acct_/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^MISSING {2}stripe: 3 declined in the last seven days with something_new,/),
    );
    expect(lines.join()).not.toContain('sk_test_simulatedStripeAccount');
    expect(account.queries).toMatchObject([
      { logGroupNames: expect.arrayContaining(['/payments/dev/confirm-checkout-session']) },
    ]);
    account.logged = [];
    expect(await asked(dev)).toContainEqual(
      expect.stringMatching(/^ok {7}every code in the last seven days/),
    );
  });

  test('says what it could not ask: without a key, without a deploy, without the right to read logs', async () => {
    account.secrets = {};
    account.stacks.clear();
    account.logged = undefined;
    expect(await asked(dev)).toEqual([
      expect.stringMatching(/^MISSING {2}stripe: there is no key to ask with/),
      expect.stringMatching(/^UNSEEN {3}codes without a line: /),
    ]);
  });

  test('as a command: after the AWS account, and not before that answers', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'another';
    const { status, output } = await run('doctor.ts', '--env', 'dev');
    process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
    expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining('were not checked') });
  });
});

describe('the signing keys', () => {
  const tokens = (...operands: readonly string[]) => run('tokens.ts', ...operands, '--env', 'dev');
  const parts = () => keyPurposes.map((purpose) => account.secrets[`payments/dev#${purpose}`]);

  test('are created part by part, none of them as the current version, and never replaced', async () => {
    account.secrets = {};
    const { status, output } = await tokens('create');
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringContaining('sessions, records, lists'),
    });
    expect(account.secrets['payments/dev']).toEqual({});
    const made = parts();
    expect(new Set(made.map((part) => JSON.stringify(part))).size).toBe(keyPurposes.length);
    expect(output).not.toContain((made[1] as TokenParts['records']).idempotency_secret);
    expect(await tokens('create')).toEqual({
      status: 1,
      output: expect.stringContaining('already has signing keys'),
    });
    expect(parts()).toEqual(made);
  });

  test('of an older environment are taken from its one version, beside the keys of PSPs', async () => {
    const { sessions, records } = newTokenParts({ secret: () => 'old', signing: newSigningKey });
    account.secrets = { 'payments/dev': { ...sessions, ...records, ...keys } };
    expect((await tokens('create')).status).toBe(0);
    expect(parts()).toEqual([
      sessions,
      records,
      { cursor_keys: [{ id: 'c1', secret: expect.stringMatching(/^.{44}$/) }] },
      { webhook_secret: 'old' },
    ]);
    expect(account.secrets['payments/dev']).toMatchObject(keys);
  });

  test('turn over in their part, and leave the others', async () => {
    const before = parts();
    expect((await tokens('add-key', 'cursor')).status).toBe(0);
    const { output } = await tokens('promote-key', 'cursor');
    expect(output).toContain('cursor_keys: c2 is used; c2, c1 verify');
    const after = parts();
    expect(after[2]).toMatchObject({ cursor_keys: [{ id: 'c2' }, { id: 'c1' }] });
    expect(after.toSpliced(2, 1)).toEqual(before.toSpliced(2, 1));
    for (const wrong of [['add-key', 'webhook'], ['promote-key', 'idempotency'], ['create', 'signing'], []])
      expect((await tokens(...wrong)).status).toBe(1);
    expect(parts()).toEqual(after);
  });
});

describe("a PSP account's keys", () => {
  test('are stored if the account has made no payment, and nobody is asked about a new webhook secret', async () => {
    const dynamodb = await startDynamoDb({ credentials });
    try {
      const put = (api_key: string, secret: string) =>
        runWith(
          JSON.stringify({ api_key, webhook_secrets: [secret] }),
          'tokens.ts',
          'psp',
          'stripe',
          '--env',
          'dev',
        );
      process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamodb.url;
      // Without tables, nobody knows whether there are payments.
      expect(await put('sk_test_2', 'whsec_2')).toMatchObject({ status: 1 });
      expect(account.secrets['payments/dev']).toEqual(keys);
      expect(await put('sk_test_1', 'whsec_2')).toMatchObject({ status: 0 });
      await createTables(dynamodb, ({ id }) => tableName('dev', id));
      const { status, output } = await put('sk_test_2', 'whsec_2');
      expect({ status, output }).toEqual({
        status: 0,
        output: expect.stringMatching(/^stripe has made no payment yet, so any key will do\n/),
      });
      expect(account.secrets['payments/dev']).toMatchObject({
        psp: { stripe: { api_key: 'sk_test_2', webhook_secrets: ['whsec_2'] } },
      });
    } finally {
      delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
      await dynamodb.close();
    }
  });
});

describe('the key of synthetic payments', () => {
  const put = (key: string, environment = 'dev') =>
    runWith(`${key}\n`, 'tokens.ts', 'synthetic', '--env', environment);

  test('is stored encrypted, replaces the one before, and is not shown', async () => {
    const next = formatApiKey(false, new Uint8Array(apiKeyRandomBytes).fill(6));
    const { status, output } = await put(next);
    expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining(payer) });
    expect(output).not.toContain(next);
    expect(account.parameters[payer]).toBe(next);
  });

  test('is waited for, as from the command that makes one', async () => {
    const next = formatApiKey(false, new Uint8Array(apiKeyRandomBytes).fill(7));
    const program = join(root, 'infra/tokens.ts');
    const line = `{ sleep 5; echo ${next}; } | '${process.execPath}' '${program}' synthetic --env dev`;
    await promisify(execFile)('sh', ['-c', line], { env: { ...process.env } });
    expect(account.parameters[payer]).toBe(next);
  });

  test.each([
    ['is none', 'dev', 'sk_test_1'],
    ['is of the other mode', 'prod', syntheticKey],
  ])('is refused if it %s', async (_, environment, key) => {
    const { status, output } = await put(key, environment);
    expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining('expected an API key') });
    expect(output).not.toContain(key);
    expect(account.parameters).toMatchObject({ [payer]: syntheticKey });
  });
});

describe('release back', () => {
  const [january, march, april] = ['2026-01-05', '2026-03-05', '2026-04-05'].map(
    (day) => `${day}T12:00:00.000+0000`,
  ) as [string, string, string];
  const prod = 'eu-central-1/payments-prod';
  const lambda = (name: string) => `payments-prod-${name}`;

  beforeEach(() => {
    account.stacks.set(prod, { status: 'UPDATE_COMPLETE', updated: '2026-04-05T11:58:00Z' });
    account.functions = {
      // Changed by every deployment, by the one before the last, by the first, and new in the last.
      [lambda('confirm-checkout-session')]: { versions: { 1: january, 2: march, 10: april }, live: '10' },
      [lambda('refund-charge')]: { versions: { 1: january, 2: march }, live: '2' },
      [lambda('retrieve-charge')]: { versions: { 1: january }, live: '1' },
      [lambda('list-disputes')]: { versions: { 1: april }, live: '1' },
      [lambda('pay-synthetically')]: { versions: { 3: january, 4: april }, live: '4' },
      [lambda('probe-reachability')]: { versions: { 1: january, 2: april }, live: '2' },
      [lambda('sign-in')]: { versions: { 5: march, 6: april }, live: '6' },
    };
  });

  const live = () =>
    Object.fromEntries(Object.entries(account.functions).map(([name, { live: version }]) => [name, version]));
  const before = {
    [lambda('confirm-checkout-session')]: '2',
    [lambda('refund-charge')]: '2',
    [lambda('retrieve-charge')]: '1',
    [lambda('list-disputes')]: '1',
    [lambda('pay-synthetically')]: '3',
    [lambda('probe-reachability')]: '1',
    [lambda('sign-in')]: '5',
  };

  test('restores the deployment before: what the last one did not change stays', async () => {
    account.throttled = 2;
    const { status, output } = await run('release.ts', 'back', 'prod');
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(live()).toEqual(before);
    expect(output.split('\n').filter((line) => line.includes('→'))).toEqual([
      `${lambda('confirm-checkout-session')}: 10 → 2`,
      `${lambda('sign-in')}: 6 → 5`,
      `${lambda('pay-synthetically')}: 4 → 3`,
      `${lambda('probe-reachability')}: 2 → 1`,
    ]);
    expect(output).toContain(`${lambda('list-disputes')}: stays at 1, new in the last deployment`);
  });

  test('changes nothing the second time, and says so after a deployment that CloudFormation has taken back', async () => {
    await run('release.ts', 'back', 'prod');
    expect((await run('release.ts', 'back', 'prod')).output).not.toContain('→');
    expect(live()).toEqual(before);
    account.stacks.set(prod, { status: 'UPDATE_ROLLBACK_COMPLETE', updated: '2026-05-05T12:00:00Z' });
    expect(await run('release.ts', 'back', 'prod')).toEqual({
      status: 1,
      output: expect.stringContaining('has taken the last deployment back, so the one before it runs'),
    });
    expect(live()).toEqual(before);
  });

  test('moves nothing while a deployment is under way, or if it cannot see where everything goes', async () => {
    const now = live();
    account.stacks.set(prod, { status: 'UPDATE_IN_PROGRESS', updated: '2026-04-05T11:58:00Z' });
    expect(await run('release.ts', 'back', 'prod')).toEqual({
      status: 1,
      output: expect.stringContaining('UPDATE_IN_PROGRESS: stop that deployment'),
    });
    account.stacks.delete(prod);
    expect(await run('release.ts', 'back', 'prod')).toEqual({
      status: 1,
      output: expect.stringContaining('cloudformation answered 400'),
    });
    account.stacks.set(prod, { status: 'UPDATE_COMPLETE', updated: '2026-04-05T11:58:00Z' });
    account.throttled = 1_000;
    expect(await run('release.ts', 'back', 'prod')).toEqual({
      status: 1,
      output: expect.stringContaining('lambda answered 429'),
    });
    expect(live()).toEqual(now);
  });

  test('of the vault moves the vault alone', async () => {
    account.stacks.set('eu-central-1/payments-prod-vault', {
      status: 'UPDATE_COMPLETE',
      updated: '2026-04-05T11:58:00Z',
    });
    const rest = live();
    account.functions[lambda('vault-collect')] = { versions: { 4: march, 5: april }, live: '5' };
    account.functions[lambda('vault-forward')] = { versions: { 7: march }, live: '7' };
    expect((await run('release.ts', 'back', 'prod', 'vault')).status).toBe(0);
    expect(live()).toEqual({ ...rest, [lambda('vault-collect')]: '4', [lambda('vault-forward')]: '7' });
  });
});

describe('each tool', () => {
  test.each([
    ['deploy.ts', ['--help'], 0],
    ['release.ts', ['--help'], 0],
    ['tokens.ts', ['--help'], 0],
    ['doctor.ts', ['--help'], 0],
    ['synth.ts', ['--help'], 0],
    ['deploy.ts', [], 1],
    ['release.ts', ['forth', 'prod'], 1],
    ['release.ts', ['back', 'prod', 'everything'], 1],
    ['doctor.ts', [], 2],
    ['doctor.ts', ['--env'], 2],
    ['doctor.ts', ['--local', 'dev'], 2],
    ['synth.ts', [], 2],
  ])('%s %j says how it is used', async (program, operands, status) => {
    expect(await run(program, ...operands)).toEqual({
      status,
      output: expect.stringContaining('usage: npm run '),
    });
  });

  test.each([
    ['doctor.ts', ['live'], 'There is no environment live. Use dev|staging|prod.'],
    ['tokens.ts', ['create'], 'Which environment? Use dev|staging|prod.'],
  ])('%s %j says which environments there are', async (program, operands, says) => {
    expect(await run(program, ...operands)).toEqual({ status: 1, output: expect.stringContaining(says) });
  });

  test('deploy stops at what the doctor finds', async () => {
    account.parameters = {};
    const { status, output } = await run('deploy.ts', 'prod');
    expect({ status, output }).toEqual({
      status: 1,
      output: expect.stringMatching(/not bootstrapped[\s\S]*Nothing was deployed\./),
    });
  });

  test('app.ts says what to do without an environment, or for a vault that has placeholders', async () => {
    const asked = await run('app.ts');
    expect(asked).toEqual({ status: 1, output: expect.stringContaining('-c env=dev|staging|prod') });
    expect(asked.output).not.toMatch(/\n\s+at /);
    process.env.CDK_CONTEXT_JSON = JSON.stringify({ env: 'prod', stack: 'vault' });
    const vault = await run('app.ts');
    delete process.env.CDK_CONTEXT_JSON;
    expect(vault.status).toBe(1);
    for (const path of ['merchant', 'router.account', 'accounts.stripe.key_hashes.0'])
      expect(vault.output).toContain(`${path} in infra/vaults.ts is a placeholder`);
    expect(vault.output).toContain('warning: adyen is left out of prod-vault: ');
    expect(vault.output).not.toContain('accounts.adyen.key_hashes');
  });
});

describe('the smoke payment', () => {
  const answers: Record<string, object> = {
    '/v1/checkout/sessions': { id: 'cs_1' },
    '/v1/checkout/sessions/cs_1/confirm': { payment_status: 'paid', charge: 'ch_1' },
    '/v1/checkout/sessions/cs_1/expire': { status: 'expired' },
    '/v1/charges/refund': { status: 'succeeded' },
  };
  let asked: string[];
  let origin: Awaited<ReturnType<typeof startAwsServer>>;
  beforeAll(async () => {
    origin = await startAwsServer(({ path }) => {
      asked.push(path);
      return json(answers[path] ?? {}, answers[path] ? 200 : 503);
    }, {});
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => origin.close());

  test('is paid and refunded where test cards are accepted', async () => {
    expect(await smokePayment(dev, origin.url, 'sk_test_1')).toBe(
      'smoke payment: cs_1 paid, its refund is succeeded',
    );
    expect(asked).toEqual([
      '/v1/checkout/sessions',
      '/v1/checkout/sessions/cs_1/confirm',
      '/v1/charges/refund',
    ]);
  });

  test('charges nobody in live mode', async () => {
    expect(await smokePayment(environments.prod, origin.url, 'sk_live_1')).toContain('created and expired');
    expect(asked).toEqual(['/v1/checkout/sessions', '/v1/checkout/sessions/cs_1/expire']);
  });

  test('asks the vault, too, and fails if that would not take the session’s card', async () => {
    const grants: unknown[] = [];
    const vaultSays = async (status: number) => {
      const vault = await startAwsServer(({ path, headers, body }) => {
        grants.push([path, headers.authorization, JSON.parse(String(body)).card.exp_year]);
        return json({}, status);
      }, {});
      answers['/v1/checkout/sessions/cs_1'] = { vault: { url: vault.url, grant: 'vg_1' } };
      const payment = smokePayment({ ...environments.prod, vault: {} }, origin.url, 'sk_live_1');
      return payment.finally(() => vault.close());
    };
    try {
      expect(await vaultSays(400)).toContain('created and expired');
      expect(grants).toEqual([['/v1/cards', 'Bearer vg_1', 2000]]);
      await expect(vaultSays(401)).rejects.toThrow('the vault answered 401');
      answers['/v1/checkout/sessions/cs_1'] = {};
      const payment = smokePayment({ ...environments.prod, vault: {} }, origin.url, 'sk_live_1');
      await expect(payment).rejects.toThrow('offers no vault');
    } finally {
      delete answers['/v1/checkout/sessions/cs_1'];
    }
  });

  test('fails if a call does', async () => {
    await expect(smokePayment(dev, `${origin.url}/nowhere`, 'sk_test_1')).rejects.toThrow('answered 503');
    const gone = await startAwsServer(() => json({}), {});
    await gone.close();
    await expect(smokePayment(dev, gone.url, 'sk_test_1')).rejects.toThrow(
      'checkout/sessions has no answer (ECONNREFUSED)',
    );
  });
});
