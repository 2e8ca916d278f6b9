import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Environment } from '../environments.ts';
import { removalPolicy } from './removal-policy.ts';

type Keyed = Pick<Environment, 'name' | 'own_key' | 'protected'>;

/** One key for tables, secrets, logs and alarm messages, rotated once a year. Undefined: AWS's own keys, which are free. */
export const encryptionKey = (stack: Stack, environment: Keyed): IKey | undefined => {
  if (!environment.own_key) return undefined;
  const key = new Key(stack, 'key', {
    description: `Payment routing (${environment.name}): tables, secrets, logs and alarm messages`,
    enableKeyRotation: true,
    removalPolicy: removalPolicy(environment),
  });
  allowLogsAndAlarms(key, stack, environment);
  return key as IKey;
};

/** CloudWatch encrypts this environment's log groups and signs alarm messages with the key itself, not on behalf of one of our roles. */
const allowLogsAndAlarms = (key: Key, stack: Stack, environment: Keyed): void => {
  const logGroups = stack.formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: `/payments/${environment.name}/*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'LogGroupsOfThisEnvironment',
      principals: [new ServicePrincipal(`logs.${stack.region}.amazonaws.com`)],
      actions: [
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      resources: ['*'],
      conditions: {
        ArnLike: { 'kms:EncryptionContext:aws:logs:arn': logGroups },
        StringEqualsIfExists: { 'aws:SourceAccount': stack.account },
      },
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmMessages',
      principals: ['cloudwatch', 'budgets'].map((name) => new ServicePrincipal(`${name}.amazonaws.com`)),
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
};
