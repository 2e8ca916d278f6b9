import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pspSecretName, signingSecretName } from '../../infra/base/secret-name.ts';
import { deployable } from '../../infra/deploying/deployable.ts';
import { type Environment, environments } from '../../infra/environments.ts';
import { keyPurposes } from '../../lib/http/token-parts.ts';
import { readPage } from '../docs/read-blocks.ts';
import type { Stacks } from './assembly.ts';
import { allows, functionsOf, type Permission, type Statement, statementsOf } from './role-policy.ts';
import { unbundledTemplates } from './unbundled-templates.ts';

const region = 'us-east-1';
const { stripe } = environments.dev.accounts;
const another = { psp: 'checkout_com', base_url: 'https://api.sandbox.checkout.com', settings: {} };
const apart: Environment = {
  ...environments.dev,
  name: 'staging',
  secrets: 'two',
  psp_secrets: 'each',
  accounts: { ...(stripe && { stripe }), another },
};

const folder = mkdtempSync(join(tmpdir(), 'access-'));
let prod: Access;
let dev: Access;
let each: Access;
beforeAll(() => {
  const shapes = [deployable(environments.prod, '').site, deployable(environments.dev, '').site, apart];
  const made: readonly Stacks[] = unbundledTemplates(
    folder,
    shapes.map((environment) => ({ region, environment })),
  );
  const [one, two, three] = made.map((stacks, index) => accessIn(stacks, shapes[index] ?? apart));
  if (!one || !two || !three) throw new Error('three are made');
  [prod, dev, each] = [one, two, three];
});
afterAll(() => rmSync(folder, { recursive: true }));

type Access = ReturnType<typeof accessIn>;

const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:123456789012:${rest}`;

/** Who may do what in the templates of an environment. */
const accessIn = (stacks: Stacks, environment: Environment) => {
  const roles: ReadonlyMap<string, readonly Statement[]> = new Map(
    [...functionsOf({ stacks }, environment.name)].map(([name, found]) => [name, statementsOf(found)]),
  );
  const may = (name: string, permission: Permission) => allows(roles.get(name) ?? [], permission);
  const who = (...permissions: readonly Permission[]) =>
    [...roles.keys()].filter((name) => permissions.some((one) => may(name, one))).toSorted();
  const version = (id: string, label?: string): Permission => ({
    action: 'secretsmanager:GetSecretValue',
    resource: arn('secretsmanager', `secret:${id}-AbCdEf`),
    context: label === undefined ? {} : { 'secretsmanager:VersionStage': [label] },
  });
  const onEvent = (action: string, key: string): Permission => ({
    action: `dynamodb:${action}`,
    resource: arn('dynamodb', `table/payments-${environment.name}-events`),
    context: { 'dynamodb:LeadingKeys': [key] },
  });
  const signing = signingSecretName(environment);
  const onKeys = (action: string): Permission => ({
    action: `dynamodb:${action}`,
    resource: arn('dynamodb', `table/payments-${environment.name}-api-keys`),
    context: {},
  });
  return {
    who,
    apiKeys: (...actions: readonly string[]) => who(...actions.map(onKeys)),
    may: (name: string, action: string, key: string) => may(name, onEvent(action, key)),
    keys: (label?: string) => who(version(signing, label)),
    psp: (account: string, label?: string) => who(version(pspSecretName(environment, account), label)),
    writes: (...actions: readonly string[]) => who(...actions.map((action) => onEvent(action, 'aud_1'))),
    grants: (service: string, action: string) =>
      [...roles].flatMap(([name, statements]) =>
        statements.some(({ actions }) => actions.includes(`${service}:${action}`)) ? [name] : [],
      ),
  };
};

const everyWrite = [
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'PartiQLInsert',
  'PartiQLUpdate',
  'PartiQLDelete',
];

describe('who reads and writes what', () => {
  /** By what somebody may do, the functions in a row of the page's table. */
  const said = (): Readonly<Record<string, readonly string[]>> =>
    Object.fromEntries(
      [
        ...readPage('infra/grants/README.md').matchAll(/^\| (read|write|publish) ([^|]+) \| ([^|]+) \|$/gm),
      ].map(([, verb, what, names = '']) => [
        `${verb} ${what}`,
        [...names.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
      ]),
    );

  test('infra/grants/README.md says it as the templates do', () => {
    expect(said()).toEqual({
      'read the keys of sessions': prod.keys('sessions'),
      'read the keys of records': prod.keys('records'),
      'read the keys of lists': prod.keys('lists'),
      'read the key of webhooks': prod.keys('webhooks'),
      'read the PSPs’ secret': prod.psp('stripe', 'AWSCURRENT'),
      'read the key of synthetic payments': prod.grants('ssm', 'GetParameter'),
      'write audit entries': prod.writes(...everyWrite),
      'read every API key': prod.apiKeys('Scan', 'Query', 'BatchGetItem'),
      'write API keys': prod.apiKeys('PutItem', 'UpdateItem', 'DeleteItem'),
      'read files of exports': prod.grants('s3', 'GetObject'),
      'write files of exports': prod.grants('s3', 'PutObject'),
      'publish routing rules': prod.grants('appconfig', 'CreateHostedConfigurationVersion').toSorted(),
      'publish while AppConfig watches a change': prod.grants('appconfig', 'StopDeployment').toSorted(),
    });
  });

  test('docs/operate.md stops every function that calls PSPs before a restore', () => {
    const [, named = ''] =
      /every function that calls PSPs to 0: ([^.]+)\./.exec(readPage('docs/operate.md')) ?? [];
    expect([...named.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual(callers());
  });

  /** The probe comes with the alarms of prod. */
  const callers = () => prod.psp('stripe', 'AWSCURRENT').filter((name) => name !== 'probe-reachability');

  test('is no different where all keys are in one secret, and nobody reads what is under no label of theirs', () => {
    for (const purpose of keyPurposes)
      expect([purpose, dev.keys(purpose)]).toEqual([purpose, prod.keys(purpose)]);
    expect(dev.psp('stripe', 'AWSCURRENT')).toEqual(callers());
    for (const { keys, psp } of [prod, dev, each])
      expect([keys(), keys('AWSPREVIOUS'), psp('stripe'), psp('stripe', 'AWSPREVIOUS')]).toEqual([
        [],
        [],
        [],
        [],
      ]);
    expect([prod.keys('AWSCURRENT'), prod.psp('stripe', 'sessions')]).toEqual([[], []]);
  });

  test('whoever calls PSPs reads the secret of each account if each has its own', () => {
    for (const account of ['stripe', 'another']) expect(each.psp(account, 'AWSCURRENT')).toEqual(callers());
    expect(each.psp('adyen', 'AWSCURRENT')).toEqual([]);
  });
});

describe('the audit trail', () => {
  const entry = 'aud_01J9ZQ2X7M8N6P5R4S3T2V1W0X';

  test('is written by nobody but the recorder, wherever it is deployed, and deleted by nobody', () => {
    for (const { writes } of [prod, dev, each]) {
      expect(writes(...everyWrite)).toEqual(['record-events']);
      expect(writes('DeleteItem')).toEqual([]);
    }
  });

  test.each([
    'create-charge-note',
    'create-payment-link',
    'create-payment-method',
    'create-webhook-endpoint',
    'delete-payment-link',
    'delete-payment-method',
    'delete-webhook-endpoint',
    'deliver-events',
    'recover-charges',
    'resend-event',
    'rotate-webhook-secret',
    'run-backtest',
    'create-export',
    'retrieve-export',
    'run-export',
    'switch-routing-psp',
    'update-routing-rules',
    'update-webhook-endpoint',
  ])('is closed to %s, whose other items are as free as before', (name) => {
    expect([prod.may(name, 'PutItem', entry), prod.may(name, 'PutItem', 'answer_1')]).toEqual([false, true]);
  });
});
