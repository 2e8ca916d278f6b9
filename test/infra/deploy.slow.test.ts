import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { together } from '../../infra/cost/cost-line.ts';
import { idleMonth } from '../../infra/cost/idle-month.ts';
import { standing } from '../../infra/cost/standing.ts';
import { environments } from '../../infra/environments.ts';
import { areas } from '../../infra/function-needs.ts';
import { smokeScopes } from '../../infra/probes/smoke-payment.ts';
import { syntheticKeyName } from '../../infra/probes/synthetic-key.ts';
import { startAwsServer } from '../../local/aws/start-aws-server.ts';
import { readGuides } from '../../local/docs/guides/read-guides.ts';
import { root } from '../integration/local/run-program.ts';
import { readStacks, resourcesOf, type Template } from './assembly.ts';
import { type DeployedHere, deployHere } from './deployed-here.ts';
import { accountId, type EmulatedAccount, emulateAccount } from './emulated-account.ts';
import { issueKey } from './issue-key.ts';

/** The settings of a fresh clone, with a firewall for the sake of a second stack. */
const walled = (source: string): string =>
  source.replace("  ...lean,\n  name: 'dev',", "  ...lean,\n  firewall: true,\n  name: 'dev',");

const leftOut = 'adyen is left out of dev: fill in accounts.adyen.settings.merchant_account';

/** What a deploy has no use for, and what it makes anew. */
const notCopied = /^(node_modules|\.git|dist|test|bench|coverage|\.data|cdk\.out.*)$/;

/** The accounts that some function of the templates in `folder` knows. */
const accountsIn = (folder: string): readonly string[] => {
  const accountsOfFunctions = resourcesOf(readStacks(folder).payments, 'AWS::Lambda::Function').flatMap(
    ([, { Properties }]) =>
      (Properties.Environment as { readonly Variables?: { readonly PSP_ACCOUNTS?: string } } | undefined)
        ?.Variables?.PSP_ACCOUNTS ?? [],
  );
  return [
    ...new Set(accountsOfFunctions.flatMap((accounts) => Object.keys(JSON.parse(accounts)))),
  ].toSorted();
};

type Key = { readonly AttributeName: string };
type Index = { readonly IndexName: string; readonly KeySchema: readonly Key[] };

const updateOf = (template: Template): object => {
  const [log] = resourcesOf(template, 'AWS::Logs::LogGroup');
  const tables = resourcesOf(template, 'AWS::DynamoDB::GlobalTable');
  const indexesOf = (wanted: string) =>
    tables
      .filter(([, { Properties }]) => Properties.TableName === `payments-dev-${wanted}`)
      .flatMap(([, { Properties }]) => Properties.GlobalSecondaryIndexes as readonly Index[])
      .map(({ IndexName }) => IndexName);
  return {
    days: log?.[1].Properties.RetentionInDays,
    sessions: indexesOf('sessions'),
    charges: indexesOf('charges'),
  };
};

/** `npm run deploy -- dev` as it is, with the CDK command line as it is, in a copy of this repository; AWS alone is stood in for. */
describe('npm run deploy -- dev', () => {
  const directory = mkdtempSync(join(tmpdir(), 'deploy-'));
  let account: EmulatedAccount;
  let aws: Awaited<ReturnType<typeof startAwsServer>>;
  let deployed: DeployedHere | undefined;
  const order: string[] = [];
  /** Of each update of the service: how long logs are kept, and the indexes of two tables. */
  const updates: object[] = [];
  let refusing = false;
  let running: ChildProcess | undefined;

  const assembly = () => {
    const written = join(directory, 'cdk.out');
    return { directory: written, synthesis: { status: 0, output: '' }, stacks: readStacks(written) };
  };

  /** CloudFormation's part: everything that the template leads to is there, and the functions that it names answer from now on. */
  const takeIntoService = async (
    name: string,
    template: Template,
    below: readonly Template[],
  ): Promise<Record<string, string>> => {
    if (refusing) throw new Error('a resource cannot be changed so');
    order.push(name);
    if (name === 'payments-dev') updates.push(updateOf(template));
    const text = JSON.stringify([template, ...below]);
    for (const [, stack] of text.matchAll(/"Fn::GetStackOutput":\{[^}]*"StackName":"([^"]+)"/g))
      if (!order.includes(String(stack))) throw new Error(`${stack} is not deployed`);
    const uploaded = new Set([...account.objects.keys()].map((path) => basename(path)));
    for (const [, key] of text.matchAll(/"([0-9a-f]{64}\.(?:zip|json))"/g))
      if (!uploaded.has(String(key))) throw new Error(`${key} was not uploaded`);
    if (name !== 'payments-dev') return { WebAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/x' };
    deployed ??= await deployHere(assembly(), environments.dev);
    return { PublicUrl: deployed.url };
  };

  beforeAll(async () => {
    cpSync(root, directory, { recursive: true, filter: (path) => !notCopied.test(basename(path)) });
    // The service shows its guides, some of which lie beside the code.
    for (const { file } of readGuides()) cpSync(join(root, file), join(directory, file));
    symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
    const settings = join(directory, 'infra/environments.ts');
    writeFileSync(settings, walled(readFileSync(settings, 'utf8')));
    account = emulateAccount(takeIntoService);
    aws = await startAwsServer(account.serve, { maxBodyBytes: 64 * 1024 * 1024 });
  });

  afterAll(async () => {
    // One that a test did not wait for, and all that it has started.
    if (running?.pid && running.exitCode === null) process.kill(-running.pid);
    await deployed?.close();
    await aws?.close();
    rmSync(directory, { recursive: true });
  });

  const deploy = () => run('infra/deploy.ts', 'dev');

  const run = (program: string, ...operands: readonly string[]) =>
    new Promise<{ readonly status: number | null; readonly output: string }>((resolve) => {
      const child = spawn(process.execPath, [program, ...operands], {
        cwd: directory,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
          AWS_ENDPOINT_URL: aws.url,
          AWS_REGION: 'us-east-1',
          AWS_ACCESS_KEY_ID: 'local',
          AWS_SECRET_ACCESS_KEY: 'local',
          AWS_CONFIG_FILE: join(directory, 'none'),
          AWS_SHARED_CREDENTIALS_FILE: join(directory, 'none'),
          // Nobody is here to say yes to the roles.
          CDK_REQUIRE_APPROVAL: 'never',
          NO_COLOR: '1',
          // Jest's workers set it, and it would win.
          FORCE_COLOR: undefined,
        },
      });
      running = child;
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      child.once('close', (status) => resolve({ status, output }));
    });

  /** Positions of what is said, in this order; -1 for what is not. */
  const inOrder = (output: string, ...said: readonly string[]): boolean => {
    let from = 0;
    for (const line of said) {
      const at = output.indexOf(line, from);
      if (at < 0) throw new Error(`"${line}" does not follow in\n${output}`);
      from = at + line.length;
    }
    return true;
  };

  const price = `a month without traffic: $${together(
    idleMonth({ ...standing.dev, firewalls: 1, firewall_rules: 7 }),
  ).toFixed(2)}`;

  test('into an account that has nothing: the firewall first, then the service, its address, its price, and what to do for a smoke payment', async () => {
    const { status, output } = await deploy();
    expect(account.rolledBackFor).toEqual([]);
    expect({ status, output }).toEqual({ status: 0, output });
    expect(order).toEqual(['payments-dev-us-east-1-edge', 'payments-dev']);
    inOrder(
      output,
      `MISSING  ${leftOut}`,
      'ok       dev has the accounts stripe, checkout_com',
      `ok       credentials belong to account ${accountId}`,
      'ok       payments-dev is not deployed yet: this is its first deploy',
      'What is missing does not stop this deploy.',
      '[+] AWS::DynamoDB::GlobalTable',
      `Number of stacks with differences: ${2 + areas.length}`,
      `address: ${deployed?.url}`,
      price,
      'no smoke payment: store a key for it with `npm run -s keys -- create --env dev --scopes checkout:write,checkout:read,refunds:write --name synthetic | npm run tokens -- synthetic --env dev`',
    );
    expect(output.match(/MISSING/g)).toHaveLength(1);
    expect(output).toContain(`warning: ${leftOut}`);
    expect(accountsIn(join(directory, 'cdk.out'))).toEqual(['checkout_com', 'stripe']);
    const created = [...account.stacks.values()].filter(({ status: is }) => is === 'CREATE_COMPLETE');
    expect(created).toHaveLength(account.stacks.size);
    expect(created.filter(({ parent }) => parent === undefined)).toHaveLength(2);
    expect(created.filter(({ parent }) => parent === 'us-east-1/payments-dev')).toHaveLength(areas.length);
  });

  test.each([
    ['npm run synth -- dev', 'infra/synth.ts', ['dev'], 'cdk.out-dev'],
    [
      'cdk synth -c env=dev',
      'node_modules/aws-cdk/bin/cdk',
      ['synth', '-c', 'env=dev', '-o', 'cdk.out-by-cdk', '--quiet', '--strict'],
      'cdk.out-by-cdk',
    ],
  ])('%s leaves out the same account, and says so', async (_, program, operands, written) => {
    const { status, output } = await run(program, ...operands);
    expect({ status, output }).toEqual({ status: 0, output });
    expect(output).toContain(`warning: ${leftOut}`);
    expect(accountsIn(join(directory, written))).toEqual(['checkout_com', 'stripe']);
  });

  test('again, with a key in place: nothing is changed, and a payment is made at the address and refunded', async () => {
    account.parameters[syntheticKeyName(environments.dev)] = await issueKey(
      String(deployed?.dynamodb),
      environments.dev,
      smokeScopes,
    );
    const { status, output } = await deploy();
    expect({ status, output }).toEqual({ status: 0, output });
    inOrder(
      output,
      'ok       payments-dev is CREATE_COMPLETE',
      'MISSING  payments/dev has no signing keys',
      'ok       /payments/dev/synthetic-key has the API key for synthetic payments',
      'Number of stacks with differences: 0',
      `address: ${deployed?.url}`,
      price,
      'paid, its refund is',
    );
    expect(order).toHaveLength(2);
    expect(deployed?.permissions.denied).toEqual([]);
  });

  /** The stack as an older release left it: without two indexes of one table and one of another, with one that was given up, and with older logs. */
  const asOlderRelease = (): void => {
    const stack = account.stacks.get('us-east-1/payments-dev');
    if (!stack?.template) throw new Error('it is not deployed');
    const text = JSON.stringify(stack.template).replaceAll('sorted_by_email', 'by_email');
    const older: Template = JSON.parse(text);
    for (const { Type, Properties } of Object.values(older.Resources)) {
      const table = Properties as { GlobalSecondaryIndexes?: Index[]; AttributeDefinitions?: Key[] };
      if (Type === 'AWS::Logs::LogGroup') Object.assign(Properties, { RetentionInDays: 1 });
      if (Type !== 'AWS::DynamoDB::GlobalTable' || !table.GlobalSecondaryIndexes) continue;
      table.GlobalSecondaryIndexes = table.GlobalSecondaryIndexes.filter(
        ({ IndexName }) => IndexName !== 'sorted_by_reference' && IndexName !== 'by_last4',
      );
    }
    stack.template = older;
  };

  test('over an older release: its tables get each index in an update of its own, before the code that reads it, and keep what the old code reads', async () => {
    asOlderRelease();
    account.indexWords.push('CREATING', 'CREATING');
    updates.length = 0;
    const { status, output } = await deploy();
    expect(account.rolledBackFor).toEqual([]);
    expect({ status, output }).toEqual({ status: 0, output });
    const sessions = ['expiry', 'by_time', 'by_email'];
    const charges = ['recovery', 'by_time', 'by_psp_reference', 'by_last4'];
    expect(updates).toEqual([
      { days: 1, sessions: [...sessions, 'sorted_by_reference'], charges },
      { days: 1, sessions: [...sessions, 'sorted_by_reference', 'sorted_by_email'], charges },
      {
        days: 30,
        sessions: ['expiry', 'by_time', 'sorted_by_reference', 'sorted_by_email', 'by_email'],
        charges,
      },
    ]);
    inOrder(
      output,
      "indexes, a table's one by one: 1 of 2",
      'waiting for an index of payments-dev-',
      "indexes, a table's one by one: 2 of 2",
      'address: ',
      'paid, its refund is',
    );
  });

  test('once more: what no code reads any longer is removed, and nothing else is changed', async () => {
    updates.length = 0;
    const { status, output } = await deploy();
    expect({ status, output }).toEqual({ status: 0, output });
    expect(updates).toEqual([
      {
        days: 30,
        sessions: ['expiry', 'by_time', 'sorted_by_reference', 'sorted_by_email'],
        charges: ['recovery', 'by_time', 'by_psp_reference', 'by_last4'],
      },
    ]);
  });

  test('with a change that CloudFormation rolls back: says so, and neither pays nor names a price', async () => {
    const settings = join(directory, 'infra/environments.ts');
    writeFileSync(
      settings,
      readFileSync(settings, 'utf8').replace('log_retention_days: 30,', 'log_retention_days: 90,'),
    );
    refusing = true;
    const { status, output } = await deploy();
    expect({ status, output }).toEqual({ status: 1, output });
    expect(account.rolledBackFor).toEqual(['Error: a resource cannot be changed so']);
    expect(output).toContain('cdk deploy ended with 1');
    expect(output).not.toMatch(/smoke payment|a month without traffic/);
  });
});
