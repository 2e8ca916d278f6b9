import type { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { routes } from '../../lib/http/routes.ts';
import { signInsPrefix, takenPrefix } from '../../lib/storage/sign-ins.ts';
import { tables } from '../../lib/storage/tables.ts';
import { tableIn } from '../base/table-in.ts';
import type { Foundation } from '../data/foundation.ts';
import type { Environment } from '../environments.ts';
import type { FunctionNeeds } from '../function-needs.ts';
import { allow, readAndWriteKey, useKey } from './function-statements.ts';

/** What a function knows of the console: each that takes people's calls how to check them, the one that signs in who says who they are. */
export const consoleVariables = (
  environment: Environment,
  needs: FunctionNeeds,
  { console, consoleSecret }: Pick<Foundation, 'console' | 'consoleSecret'>,
): Readonly<Record<string, string>> => {
  const { issuer, client_id, roles } = environment.console ?? {};
  if (console === undefined || !(needs.signs_in || takesPeople(needs))) return {};
  return {
    CONSOLE: JSON.stringify(console),
    ...((needs.signs_in || readsSignIns(needs)) && { [eventsVariable]: tableIn(environment, 'events') }),
    ...(needs.signs_in && {
      CONSOLE_SECRET: consoleSecret?.name ?? '',
      CONSOLE_PROVIDER: JSON.stringify({ issuer, client_id, roles }),
    }),
  };
};

/** A change reads the caller's sign-in, and nothing else of the table of events. */
export const consoleStatements = (
  stack: Stack,
  needs: FunctionNeeds,
  { console, consoleSecret, key, tables: { events } }: Foundation,
): readonly PolicyStatement[] => {
  if (console === undefined) return [];
  if (needs.signs_in)
    return [
      onlyKeys(allow('SignIns', ['dynamodb:GetItem', 'dynamodb:PutItem'], [events.tableArn]), [
        signInsPrefix,
        takenPrefix,
      ]),
      ...(consoleSecret ? [allow('ConsoleKey', ['secretsmanager:GetSecretValue'], [consoleSecret.arn])] : []),
      ...useKey(stack, 'DataKey', key, 'dynamodb', readAndWriteKey),
      ...useKey(stack, 'SecretsKey', key, 'secretsmanager', ['kms:Decrypt']),
    ];
  return readsSignIns(needs)
    ? [onlyKeys(allow('OneSignIn', ['dynamodb:GetItem'], [events.tableArn]), [signInsPrefix])]
    : [];
};

const eventsVariable = tables.find(({ id }) => id === 'events')?.variable ?? '';

const routesOf = ({ name, file = name }: FunctionNeeds) => routes.filter((route) => route.function === file);

const takesPeople = (needs: FunctionNeeds): boolean => routesOf(needs).length > 0;

/** Only a change does; who already reads single items of the table needs no more. */
const readsSignIns = (needs: FunctionNeeds): boolean =>
  routesOf(needs).some(({ changes, token, only_payers }) => changes && token !== 'none' && !only_payers) &&
  !needs.tables.events?.includes('GetItem');

const onlyKeys = (statement: PolicyStatement, prefixes: readonly string[]): PolicyStatement => {
  statement.addCondition('ForAllValues:StringLike', {
    'dynamodb:LeadingKeys': prefixes.map((prefix) => `${prefix}*`),
  });
  return statement;
};
