import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Environment } from './environments.ts';
import { removalPolicy } from './removal-policy.ts';

/** Tables; secrets; logs and alarm messages. */
export type Keys = { readonly data: IKey; readonly secrets: IKey; readonly operations: IKey };

/** Three keys, because three groups of people may be let at records, at credentials and at logs. Each turns over once a year. */
export const encryptionKeys = (stack: Stack, environment: Environment): Keys => {
  const key = (id: keyof Keys, description: string): Key =>
    new Key(stack, `${id}-key`, {
      alias: `payments-${environment.name}-${id}`,
      description: `Payment routing (${environment.name}): ${description}`,
      enableKeyRotation: true,
      removalPolicy: removalPolicy(environment),
    });
  const operations = key('operations', 'logs and alarm messages');
  allowLogsAndAlarms(operations, stack, environment);
  return { data: key('data', 'tables'), secrets: key('secrets', 'credentials'), operations };
};

/** CloudWatch encrypts this environment's log groups and signs alarm messages with the key itself, not on behalf of a role of ours. */
const allowLogsAndAlarms = (key: Key, stack: Stack, environment: Environment): void => {
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
      conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': logGroups } },
    }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmMessages',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
};
