import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newVaultSecret } from '../../infra/keys/vault-secret.ts';
import { packageFunction } from '../../infra/lambda/package-function.ts';
import { type Vault, vaults } from '../../infra/vaults.ts';
import { newSigningKey, verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';
import { cardTables } from '../../lib/storage/card-tables.ts';
import { signGrant } from '../../lib/vault-protocol/grant.ts';
import { verifyReceipt } from '../../lib/vault-protocol/receipt.ts';
import { slotsOf } from '../../lib/vault-protocol/slots.ts';
import { createTablesOf, startDynamoDb } from '../../local/aws/dynamodb.ts';
import { startKms } from '../../local/aws/kms.ts';
import { startSecretsManager } from '../../local/aws/secrets-manager.ts';
import { startPspSimulators } from '../../local/psp/start-psp-simulators.ts';
import { clientOf, credentials } from '../integration/storage/start-dynamodb.ts';
import { type RunningLambda, startLambda } from './lambda-runtime.ts';
import { type PermissionProxy, startPermissionProxy } from './permission-proxy.ts';
import { resolver } from './resolve-intrinsics.ts';
import { functionsOf, statementsOf } from './role-policy.ts';
import { unbundledTemplates } from './unbundled-templates.ts';

/** The vault's functions as they are deployed: their bundles, variables and roles; only endpoints lead elsewhere. */
const { prod } = vaults;
if (!prod) throw new Error('prod has a vault');
const grantKey = newSigningKey('g1');
const closers: (() => unknown)[] = [];
const functions = new Map<string, RunningLambda>();
let permissions: PermissionProxy;
let client: DynamoDBClient;
let receiptKeys: Parameters<typeof verifyReceipt>[1];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-running-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const psps = await startPspSimulators({ psps: ['stripe', 'paypal'] });
  const account = (psp: string) => ({
    psp,
    base_url: psps.urls[psp] ?? '',
    settings: {},
    key_hashes: [
      createHash('sha256')
        .update(psps.credentials[psp]?.api_key ?? '')
        .digest('hex'),
    ],
  });
  const vault: Vault = {
    ...prod,
    merchant: 'shop',
    router: { ...prod.router, url: 'https://pay.example', grant_keys: [verifyingKeyOf(grantKey)] },
    accounts: { stripe: account('stripe'), paypal: account('paypal') },
  };
  const [{ payments: template }] = unbundledTemplates(folder, [{ vault, region: 'us-east-1' }]);
  const own = newVaultSecret({
    secret: () => Buffer.alloc(32, 1).toString('base64'),
    signing: newSigningKey,
  });
  receiptKeys = own.receipt_keys.map(verifyingKeyOf);
  const [dynamoDb, kms, secrets] = await Promise.all([
    startDynamoDb({ credentials }),
    startKms(),
    startSecretsManager({
      secrets: {
        'payments/prod-vault/own': JSON.stringify(own),
        'payments/prod-vault/psp': JSON.stringify({ psp: { paypal: psps.credentials.paypal } }),
      },
    }),
  ]);
  await createTablesOf(cardTables, dynamoDb, ({ id }) => `payments-prod-vault-${id}`);
  client = new DynamoDBClient(clientOf(dynamoDb.url));
  closers.push(() => client.destroy());
  const deployed = functionsOf({ stacks: { payments: template } }, 'prod-vault');
  permissions = await startPermissionProxy(
    { dynamodb: dynamoDb, kms: kms.url, secretsmanager: secrets.url },
    (name) => {
      const found = deployed.get(name);
      return found ? statementsOf(found) : [];
    },
  );
  closers.push(
    () => psps.close(),
    dynamoDb.close,
    kms.close,
    secrets.close,
    () => permissions.close(),
  );
  for (const [name, { resource }] of deployed) {
    const taskRoot = join(folder, name);
    mkdirSync(taskRoot);
    packageFunction(`vault/${name}`, taskRoot, vault);
    const { Variables } = resource.Properties.Environment as { Variables: Record<string, unknown> };
    const resolve = resolver(template);
    const lambda = await startLambda({
      name,
      taskRoot,
      handler: String(resource.Properties.Handler),
      timeout_s: Number(resource.Properties.Timeout),
      environment: {
        ...Object.fromEntries(Object.entries(Variables).map(([key, value]) => [key, resolve(value)])),
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'local',
        AWS_SECRET_ACCESS_KEY: 'local',
        AWS_ENDPOINT_URL_DYNAMODB: permissions.endpoint(name, 'dynamodb'),
        AWS_ENDPOINT_URL_KMS: permissions.endpoint(name, 'kms'),
        AWS_ENDPOINT_URL_SECRETS_MANAGER: permissions.endpoint(name, 'secretsmanager'),
      },
    });
    functions.set(name, lambda);
    closers.push(() => lambda.close());
  }
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const invoke = (name: string, event: unknown): Promise<unknown> => {
  const found = functions.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found.invoke(event);
};

const session = `cs_${'b'.repeat(26)}`;
const attempt = `ch_${'a'.repeat(26)}`;
const number = '4000056655665556';

const collectEvent = () => {
  const expires = Math.floor(Date.now() / 1000) + 1800;
  const grant = signGrant({ merchant: 'shop', mode: 'live', session, expires }, grantKey);
  const http = { method: 'POST', path: '/v1/cards', protocol: 'HTTP/1.1', sourceIp: '203.0.113.1' };
  return {
    version: '2.0',
    routeKey: 'POST /v1/cards',
    rawPath: '/v1/cards',
    rawQueryString: '',
    headers: { authorization: `Bearer ${grant}`, 'content-type': 'application/json' },
    requestContext: { http: { ...http, userAgent: '' } },
    body: JSON.stringify({ card: { number, exp_month: 12, exp_year: 2030, cvc: '862' } }),
    isBase64Encoded: false,
  };
};

const slots = slotsOf(attempt);
const common = (token: string) => ({
  token,
  session,
  attempt,
  not_after: Date.now() + 20_000,
  timeout_ms: 8_000,
  method: 'POST',
});

const stripeRequest = (token: string) => ({
  ...common(token),
  account: 'stripe',
  path: '/v1/payment_methods',
  headers: {
    authorization: 'Bearer sk_test_simulatedStripeAccount',
    'stripe-version': '2025-03-31.basil',
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': `${attempt}-pm`,
  },
  body: new URLSearchParams({
    type: 'card',
    'card[number]': slots.number.reveal(),
    'card[exp_month]': '12',
    'card[exp_year]': '2030',
    'card[cvc]': slots.cvc.reveal(),
  }).toString(),
});

test('each does its work with what its role allows, and its role allows no more than that', async () => {
  const answer = (await invoke('collect', collectEvent())) as { statusCode: number; body: string };
  expect(answer.statusCode).toBe(201);
  const { token, receipt } = JSON.parse(answer.body);
  expect(verifyReceipt(receipt, receiptKeys)).toMatchObject({
    token,
    session,
    mode: 'live',
    merchant: 'shop',
  });

  const stripe = await invoke('forward', stripeRequest(token));
  expect(stripe).toMatchObject({ kind: 'answered', status: 200 });
  expect(JSON.stringify(stripe)).toContain('5556');

  const paypal = await invoke('forward', {
    ...common(token),
    account: 'paypal',
    path: '/v2/checkout/orders/5O190127TN364715T/capture',
    headers: {
      accept: 'application/json',
      authorization: 'Bearer of-the-router',
      prefer: 'return=representation',
      'content-type': 'application/json',
      'paypal-request-id': `${attempt}-p`,
    },
    body: JSON.stringify({ payment_source: { card: { number: slots.number.reveal() } } }),
  });
  // With an access token that PayPal took: it knows no such order.
  expect(paypal).toMatchObject({ kind: 'answered', status: 404 });

  for (const action of ['keep', 'release', 'delete'])
    expect(await invoke('manage', { action, token })).toEqual({ kind: 'done' });
  expect(await invoke('manage', { action: 'close', session: `cs_${'d'.repeat(26)}` })).toEqual({
    kind: 'done',
  });
  const Item = { id: { S: 'vt_overdue' }, cvc: { S: '' }, ttl: { N: '1' } };
  await client.send(new PutItemCommand({ TableName: 'payments-prod-vault-cvcs', Item }));
  await invoke('sweep', {});

  expect(permissions.denied).toEqual([]);
  const used = [
    ...new Set(permissions.allowed.map((line) => line.replace(/ arn:.*[/:]| [a-z]+key.*$/, ' '))),
  ];
  expect(used.toSorted()).toEqual([
    'collect dynamodb:PutItem payments-prod-vault-cards',
    'collect dynamodb:PutItem payments-prod-vault-cvcs',
    'collect dynamodb:UpdateItem payments-prod-vault-counts',
    'collect kms:GenerateDataKey ',
    'collect secretsmanager:GetSecretValue own-AbCdEf',
    'forward dynamodb:GetItem payments-prod-vault-cards',
    'forward dynamodb:GetItem payments-prod-vault-cvcs',
    'forward kms:Decrypt ',
    'forward secretsmanager:GetSecretValue psp-AbCdEf',
    'manage dynamodb:DeleteItem payments-prod-vault-cards',
    'manage dynamodb:DeleteItem payments-prod-vault-cvcs',
    'manage dynamodb:UpdateItem payments-prod-vault-cards',
    'manage dynamodb:UpdateItem payments-prod-vault-counts',
    'sweep dynamodb:DeleteItem payments-prod-vault-cvcs',
    'sweep dynamodb:Scan payments-prod-vault-cvcs',
  ]);
});

test('the AWS calls of each function for a payment are counted', () => {
  const by = (name: string) =>
    permissions.calls.filter((call) => call.by === name).map(({ action }) => action);
  // Four counts: of the session, the minute, the day, and cards alike.
  expect(by('collect').toSorted()).toEqual([
    'GenerateDataKey',
    'GetSecretValue',
    'TransactWriteItems',
    ...Array(4).fill('UpdateItem'),
  ]);
  // Card and code for Stripe; the card alone for PayPal, whose credentials are read once.
  expect(by('forward').toSorted()).toEqual([
    'Decrypt',
    'Decrypt',
    'GetItem',
    'GetItem',
    'GetItem',
    'GetSecretValue',
  ]);
});

test('a row with another token’s content is useless: its data key is not unwrapped', async () => {
  const collected = async (): Promise<string> =>
    JSON.parse(((await invoke('collect', collectEvent())) as { body: string }).body).token;
  const [mine, theirs] = [await collected(), await collected()];
  const TableName = 'payments-prod-vault-cards';
  const { Item } = await client.send(new GetItemCommand({ TableName, Key: { id: { S: theirs } } }));
  await client.send(new PutItemCommand({ TableName, Item: { ...Item, id: { S: mine } } }));
  expect(await invoke('forward', stripeRequest(mine))).toEqual({ kind: 'refused', cause: 'vault_failed' });
  expect(await invoke('forward', stripeRequest(theirs))).toMatchObject({ kind: 'answered', status: 200 });
  expect(functions.get('forward')?.logs()).toContain('"event":"vault_failed"');
});

test('a role that asks for what it deletes, replaces or scans is refused; what a failed condition shows it, it cannot decrypt', async () => {
  const { body } = (await invoke('collect', collectEvent())) as { body: string };
  const [cards, cvcs] = ['payments-prod-vault-cards', 'payments-prod-vault-cvcs'];
  const Key = { id: { S: JSON.parse(body).token } };
  const as = async (name: string, send: (role: DynamoDBClient) => Promise<unknown>): Promise<unknown> => {
    const role = new DynamoDBClient({
      ...clientOf(permissions.endpoint(name, 'dynamodb')),
      maxAttempts: 1,
    });
    try {
      return await send(role);
    } catch (error) {
      return error;
    } finally {
      role.destroy();
    }
  };
  const ReturnValues = 'ALL_OLD';
  const asked: readonly (readonly [string, (role: DynamoDBClient) => Promise<unknown>])[] = [
    ['manage', (role) => role.send(new DeleteItemCommand({ TableName: cards, Key, ReturnValues }))],
    ['manage', (role) => role.send(new DeleteItemCommand({ TableName: cvcs, Key, ReturnValues }))],
    [
      'manage',
      (role) => role.send(new UpdateItemCommand({ TableName: cards, Key, ReturnValues: 'ALL_NEW' })),
    ],
    ['manage', (role) => role.send(new GetItemCommand({ TableName: cards, Key }))],
    ['sweep', (role) => role.send(new DeleteItemCommand({ TableName: cvcs, Key, ReturnValues }))],
    ['sweep', (role) => role.send(new ScanCommand({ TableName: cvcs }))],
    ['collect', (role) => role.send(new PutItemCommand({ TableName: cards, Item: Key, ReturnValues }))],
    ['collect', (role) => role.send(new UpdateItemCommand({ TableName: cards, Key }))],
    ['collect', (role) => role.send(new GetItemCommand({ TableName: cards, Key }))],
    ['forward', (role) => role.send(new PutItemCommand({ TableName: cards, Item: Key }))],
  ];
  for (const [name, send] of asked)
    expect([name, await as(name, send)]).toEqual([
      name,
      expect.objectContaining({ name: 'AccessDeniedException' }),
    ]);
  // No condition key of IAM covers this one.
  const unmet = new DeleteItemCommand({
    TableName: cards,
    Key,
    ConditionExpression: 'attribute_not_exists(id)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const failed = await as('manage', (role) => role.send(unmet));
  expect(failed).toMatchObject({ name: 'ConditionalCheckFailedException', Item: { id: Key.id } });
  const decrypts = async (name: string): Promise<number> => {
    const answer = await fetch(permissions.endpoint(name, 'kms'), {
      method: 'POST',
      headers: { 'x-amz-target': 'TrentService.Decrypt', 'content-type': 'application/x-amz-json-1.1' },
      body: JSON.stringify({ KeyId: cardKey, CiphertextBlob: 'AAAA', EncryptionContext: ofShop }),
    });
    return answer.status;
  };
  const [cardKey = ''] = permissions.allowed.flatMap((line) =>
    line.startsWith('forward kms:Decrypt ') ? [line.slice('forward kms:Decrypt '.length)] : [],
  );
  const ofShop = { merchant: 'shop', mode: 'live', token: Key.id.S };
  for (const name of ['collect', 'manage', 'sweep'])
    expect([name, await decrypts(name)]).toEqual([name, 403]);
  expect(await decrypts('forward')).not.toBe(403);
});

test('no log line holds a run of card digits', () => {
  for (const lambda of functions.values())
    for (const digits of [number, '5665566', '"862"']) expect(lambda.logs()).not.toContain(digits);
});
