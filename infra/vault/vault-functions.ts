import { Duration, type Stack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { type CardTableId, cardTables } from '../../lib/storage/card-tables.ts';
import { metricsNamespace } from '../base/metrics.ts';
import type { FunctionNeeds, VaultCall } from '../function-needs.ts';
import { type PaymentFunction, paymentFunction } from '../lambda/payment-function.ts';
import { callerRoleName, callersOf } from '../lambda/vault-callers.ts';
import type { Vault } from '../vaults.ts';
import { cardKey, grantCardKey, useCardKey } from './vault-keys.ts';
import type { VaultSecrets } from './vault-secrets.ts';
import { cardTableName } from './vault-tables.ts';

type Ground = {
  readonly key: IKey;
  readonly tables: Readonly<Record<CardTableId, TableV2>>;
  readonly secrets: VaultSecrets;
};

export const vaultFunctionNames = ['collect', 'forward', 'manage', 'sweep'] as const;

export type VaultFunctions = Readonly<Record<(typeof vaultFunctionNames)[number], PaymentFunction>>;

/** The four functions, each with only the permissions it uses: no function that may write cards may read them. */
export const vaultFunctions = (stack: Stack, vault: Vault, ground: Ground): VaultFunctions => {
  const { key, tables, secrets } = ground;
  const { cards, cvcs, counts } = tables;
  const build = (
    { name, ...needs }: Pick<FunctionNeeds, 'name' | 'timeout_s' | 'memory_mb'>,
    variables: Readonly<Record<string, string>>,
    statements: readonly PolicyStatement[],
  ): PaymentFunction =>
    paymentFunction(
      stack,
      vault,
      { ...nothing, ...needs, name, file: `vault/${name}` },
      {
        key,
        variables: {
          MODE: vault.mode,
          VAULT_MERCHANT: vault.merchant,
          METRICS_NAMESPACE: metricsNamespace(vault),
          ...Object.fromEntries(cardTables.map(({ id, variable }) => [variable, cardTableName(vault, id)])),
          ...variables,
        },
        statements,
      },
    );
  const readSecret = (arn: string) => allow('Secret', ['secretsmanager:GetSecretValue'], arn);
  const wraps = cardKey(stack, vault);
  const collect = build(
    { name: 'collect', timeout_s: 10, memory_mb: 512 },
    {
      VAULT_SECRET: secrets.own.name,
      GRANT_KEYS: JSON.stringify(vault.router.grant_keys),
      CARD_LIMITS: JSON.stringify(vault.limits),
      DOCS_URL: `${vault.router.url}/docs/errors`,
      CARD_KEY: wraps.keyArn,
    },
    [
      write('AddCards', ['dynamodb:PutItem'], cards.tableArn, cvcs.tableArn),
      write('Count', ['dynamodb:UpdateItem'], counts.tableArn),
      readSecret(secrets.own.arn),
      useCardKey('MakeDataKeys', 'kms:GenerateDataKey', vault, wraps),
    ],
  );
  const forward = build(
    { name: 'forward', timeout_s: 29, memory_mb: 512 },
    {
      VAULT_ACCOUNTS: JSON.stringify(vault.accounts),
      CARD_KEY: wraps.keyArn,
      ...(secrets.psp && { CREDENTIALS_SECRET: secrets.psp.name }),
    },
    [
      allow('ReadOneCard', ['dynamodb:GetItem'], cards.tableArn, cvcs.tableArn),
      ...(secrets.psp ? [readSecret(secrets.psp.arn)] : []),
      useCardKey('UnwrapDataKeys', 'kms:Decrypt', vault, wraps),
    ],
  );
  grantCardKey(wraps, vault, {
    makes: collect.function.grantPrincipal,
    unwraps: forward.function.grantPrincipal,
  });
  const manage = build({ name: 'manage', timeout_s: 10, memory_mb: 256 }, {}, [
    keepCards(cards.tableArn),
    write('Forget', ['dynamodb:DeleteItem'], cards.tableArn, cvcs.tableArn),
    closeSessions(counts.tableArn),
  ]);
  const sweep = build({ name: 'sweep', timeout_s: 55, memory_mb: 256 }, {}, [
    findOverdue(cvcs.tableArn),
    write('Forget', ['dynamodb:DeleteItem'], cvcs.tableArn),
  ]);
  callableByRouter(stack, vault, { forward, manage });
  return { collect, forward, manage, sweep };
};

/** No router permissions: it has no table, secret or PSP in the router's account. */
const nothing = { area: 'base', tables: {}, tokens: false, psps: 'none', rules: 'none' } as const;

const allow = (sid: string, actions: string[], ...resources: string[]): PolicyStatement =>
  new PolicyStatement({ sid, actions, resources });

/** A write that may not have what it replaces or deletes returned to it. */
const write = (sid: string, actions: string[], ...resources: string[]): PolicyStatement => {
  const statement = allow(sid, actions, ...resources);
  statement.addCondition('StringEqualsIfExists', { 'dynamodb:ReturnValues': ['NONE'] });
  return statement;
};

/** Marks a card as kept, and cannot write any other field. */
const keepCards = (table: string): PolicyStatement =>
  only(write('Keep', ['dynamodb:UpdateItem'], table), ['id', 'kept', 'ttl']);

/** Closes sessions, and can neither read nor reset a count. */
const closeSessions = (table: string): PolicyStatement =>
  only(write('Close', ['dynamodb:UpdateItem'], table), ['id', 'closed', 'ttl']);

/** Finds overdue codes, and cannot read anything else about them. */
const findOverdue = (table: string): PolicyStatement => {
  const statement = only(allow('FindOverdue', ['dynamodb:Scan'], table), ['id', 'ttl']);
  // Without a selection a scan would return whole items, so it has to be there.
  statement.addCondition('StringEquals', { 'dynamodb:Select': ['SPECIFIC_ATTRIBUTES'] });
  return statement;
};

const only = (statement: PolicyStatement, attributes: readonly string[]): PolicyStatement => {
  statement.addCondition('ForAllValues:StringEquals', { 'dynamodb:Attributes': attributes });
  return statement;
};

/** Lets only those roles of the router's functions call that need to, and no one else outside the account. Asynchronous calls are never retried. */
const callableByRouter = (
  stack: Stack,
  { router }: Vault,
  functions: Readonly<Record<VaultCall, PaymentFunction>>,
): void => {
  for (const call of ['forward', 'manage'] as const) {
    const { live } = functions[call];
    live.configureAsyncInvoke({ maxEventAge: Duration.seconds(60), retryAttempts: 0 });
    for (const name of router.deployed ? callersOf(call) : [])
      new CfnPermission(stack, `${call} by ${name}`, {
        action: 'lambda:InvokeFunction',
        functionName: live.functionArn,
        principal: `arn:${stack.partition}:iam::${router.account}:role/${callerRoleName(router.environment, router.region, name)}`,
      });
  }
};
