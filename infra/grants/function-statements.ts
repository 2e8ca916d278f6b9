import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { auditPrefix } from '../../lib/domain-events/audit-row.ts';
import type { TableId } from '../../lib/storage/tables.ts';
import { passToArea } from '../base/pass-to-area.ts';
import type { Foundation } from '../data/foundation.ts';
import type { RoutingRulesIds } from '../data/routing-rules-configuration.ts';
import { type ReadableVersions, readableBy } from '../data/secrets.ts';
import type { FunctionNeeds, TableAction } from '../function-needs.ts';

/** The permissions of a function's role: the exact actions of its line in `function-needs.ts` on the exact resources. */
export const functionStatements = (
  stack: Stack,
  needs: FunctionNeeds,
  { key, tables, rules, secrets }: Foundation,
): readonly PolicyStatement[] => [
  ...tableStatements(stack, needs, tables, key),
  ...streamStatements(stack, needs, tables),
  ...secretStatements(stack, readableBy(secrets, needs), key),
  ...(needs.rules === 'read' ? [readRules(stack, rules)] : []),
  ...(needs.rules === 'publish' ? publishRules(stack, rules) : []),
  ...(needs.ends_watch ? [stopDeployments(stack, rules)] : []),
];

const tableStatements = (
  stack: Stack,
  needs: FunctionNeeds,
  tables: Foundation['tables'],
  key: IKey | undefined,
): PolicyStatement[] => {
  const entries = Object.entries(needs.tables) as [TableId, readonly TableAction[]][];
  if (entries.length === 0) return [];
  const statements = entries.flatMap(([id, actions]) => {
    const table = tables[id].tableArn;
    const indexes = (needs.queries?.[id] ?? []).map(({ name }) => `${table}/index/${name}`);
    const guarded = id === 'events' ? actions.filter((action) => isGuarded(needs, action)) : [];
    const free = actions.filter((action) => !guarded.includes(action));
    return [
      ...(free.length > 0 ? [allow(`${pascal(id)}Table`, free.map(actionOf), [table])] : []),
      ...(guarded.length > 0 ? [exceptAudit(allow('EventsButAudit', guarded.map(actionOf), [table]))] : []),
      ...(indexes.length > 0 ? [allow(`${pascal(id)}Indexes`, ['dynamodb:Query'], indexes)] : []),
    ];
  });
  const writes = entries.some(([, actions]) => actions.includes('PutItem') || actions.includes('UpdateItem'));
  return [...statements, ...useKey(stack, 'DataKey', key, 'dynamodb', writes ? readAndWriteKey : readKey)];
};

const actionOf = (action: TableAction): string => `dynamodb:${action}`;

/** A write that must not touch the audit trail. */
const isGuarded = ({ audits }: FunctionNeeds, action: TableAction): boolean =>
  !audits && ['PutItem', 'UpdateItem', 'DeleteItem'].includes(action);

const exceptAudit = (statement: PolicyStatement): PolicyStatement => {
  statement.addCondition('ForAllValues:StringNotLike', { 'dynamodb:LeadingKeys': [`${auditPrefix}_*`] });
  return statement;
};

/** A stream's name ends in the time when it was enabled. */
const streamStatements = (
  stack: Stack,
  { streams = [] }: FunctionNeeds,
  tables: Foundation['tables'],
): PolicyStatement[] =>
  streams.length === 0
    ? []
    : [
        allow(
          'Streams',
          ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
            (action) => `dynamodb:${action}`,
          ),
          streams.map((id) => `${passToArea(stack, `${pascal(id)}TableArn`, tables[id].tableArn)}/stream/*`),
        ),
      ];

const readKey = ['kms:Decrypt', 'kms:DescribeKey'];
export const readAndWriteKey = [
  ...readKey,
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

const secretStatements = (
  stack: Stack,
  readable: readonly ReadableVersions[],
  key: IKey | undefined,
): PolicyStatement[] =>
  readable.length === 0
    ? []
    : [...readable.map(readVersions), ...useKey(stack, 'SecretsKey', key, 'secretsmanager', ['kms:Decrypt'])];

/** A secret has versions for several purposes at once, each under its own label; a call that names no label is refused. */
const readVersions = ({ sid, arns, labels }: ReadableVersions): PolicyStatement => {
  const statement = allow(sid, ['secretsmanager:GetSecretValue'], [...arns]);
  statement.addCondition('ForAnyValue:StringEquals', { 'secretsmanager:VersionStage': labels.toSorted() });
  return statement;
};

const readRules = (stack: Stack, rules: RoutingRulesIds): PolicyStatement =>
  allow(
    'ReadRules',
    ['appconfig:GetLatestConfiguration', 'appconfig:StartConfigurationSession'],
    [
      appConfigArn(
        stack,
        `application/${rules.application}/environment/${rules.environment}/configuration/${rules.profile}`,
      ),
    ],
  );

/** Version numbers are assigned on creation, so the number is the only part that is not known in advance. */
const publishRules = (stack: Stack, rules: RoutingRulesIds): PolicyStatement[] => {
  const application = `application/${rules.application}`;
  const profile = `${application}/configurationprofile/${rules.profile}`;
  const environment = `${application}/environment/${rules.environment}`;
  const on = (...paths: string[]): string[] => paths.map((path) => appConfigArn(stack, path));
  return [
    allow('RuleVersions', ['appconfig:ListHostedConfigurationVersions'], on(application, profile)),
    allow(
      'OneRuleVersion',
      ['appconfig:GetHostedConfigurationVersion'],
      on(application, profile, `${profile}/hostedconfigurationversion/*`),
    ),
    allow('ListRuleDeployments', ['appconfig:ListDeployments'], on(application, environment)),
    allow('OneRuleDeployment', ['appconfig:GetDeployment'], on(application, `${environment}/deployment/*`)),
    allow('CreateRuleVersion', ['appconfig:CreateHostedConfigurationVersion'], on(application, profile)),
    allow(
      'DeleteRuleVersion',
      ['appconfig:DeleteHostedConfigurationVersion'],
      on(application, profile, `${profile}/hostedconfigurationversion/*`),
    ),
    allow(
      'DeployRules',
      ['appconfig:StartDeployment'],
      on(application, environment, profile, `deploymentstrategy/${rules.strategy}`),
    ),
  ];
};

const stopDeployments = (stack: Stack, rules: RoutingRulesIds): PolicyStatement => {
  const application = `application/${rules.application}`;
  const environment = `${application}/environment/${rules.environment}`;
  const resources = [application, environment, `${environment}/deployment/*`];
  return allow(
    'StopRuleDeployment',
    ['appconfig:StopDeployment'],
    resources.map((path) => appConfigArn(stack, path)),
  );
};

const appConfigArn = (stack: Stack, path: string): string =>
  stack.formatArn({ service: 'appconfig', resource: path, arnFormat: ArnFormat.NO_RESOURCE_NAME });

/** The key works only for calls that the service makes on the function's behalf. AWS's own keys require no permission. */
export const useKey = (
  stack: Stack,
  sid: string,
  key: IKey | undefined,
  service: string,
  actions: string[],
): PolicyStatement[] => {
  if (!key) return [];
  const statement = allow(sid, actions, [key.keyArn]);
  statement.addCondition('StringEquals', { 'kms:ViaService': `${service}.${stack.region}.amazonaws.com` });
  return [statement];
};

/** Statements for exact actions on exact resources. */
export const allow = (sid: string, actions: string[], resources: string[]): PolicyStatement =>
  new PolicyStatement({ sid, actions: actions.toSorted(), resources });

const pascal = (id: TableId): string =>
  id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
