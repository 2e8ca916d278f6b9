import { readFileSync } from 'node:fs';
import { Duration, type Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { acknowledge, acknowledgeWildcard } from '../base/acknowledgements.ts';
import { logGroup } from '../base/log-group.ts';
import { serviceOfThisAccount } from '../base/service-of-this-account.ts';
import type { Environment } from '../environments.ts';

export type InlineFunction = {
  /** The file in `infra/lambda/inline`. */
  readonly name: string;
  readonly statements?: readonly PolicyStatement[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly timeout_s?: number;
};

/** A helper for deploying and watching: a few lines that use only Node and the runtime's AWS SDK, so the template contains the code. */
export const inlineFunction = (
  stack: Stack,
  environment: Environment,
  key: IKey | undefined,
  { name, statements = [], variables = {}, timeout_s = 60 }: InlineFunction,
): LambdaFunction => {
  const logs = logGroup(stack, environment, name, key);
  const role = new Role(stack, `${name}-role`, { assumedBy: serviceOfThisAccount(stack, 'lambda') });
  const policy = new ManagedPolicy(stack, `${name}-policy`, {
    roles: [role],
    statements: [
      ...statements,
      new PolicyStatement({
        sid: 'WriteOwnLogs',
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logs.logGroupArn],
      }),
    ],
  });
  for (const resource of statements.flatMap((statement) => statement.resources))
    if (resource.endsWith(':*')) acknowledgeWildcard(policy, 'versionsOfOneFunction', resource);
  const lambda = new LambdaFunction(stack, name, {
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromInline(readFileSync(new URL(`inline/${name}.cjs`, import.meta.url), 'utf8')),
    role: role.withoutPolicyUpdates(),
    timeout: Duration.seconds(timeout_s),
    memorySize: 256,
    environment: { ...variables },
    logGroup: logs,
    loggingFormat: LoggingFormat.JSON,
  });
  lambda.node.addDependency(policy);
  acknowledge(lambda, 'functionsOutsideVpc');
  return lambda;
};
