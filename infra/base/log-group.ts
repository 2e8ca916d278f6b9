import type { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Environment } from '../environments.ts';
import { acknowledge } from './acknowledgements.ts';
import { removalPolicy } from './removal-policy.ts';

/**
 * `/payments/<environment>/<name>`: the key's policy lets CloudWatch encrypt exactly this prefix. In the environment's own stack, like everything
 * that holds data: a failed first deploy removes it again, and leaves no name taken.
 */
export const logGroup = (
  stack: Stack,
  environment: Pick<Environment, 'name' | 'log_retention_days' | 'protected'>,
  name: string,
  key: IKey | undefined,
): LogGroup => {
  const group = new LogGroup(stack.nestedStackParent ?? stack, `${name}-logs`, {
    logGroupName: `/payments/${environment.name}/${name}`,
    ...(key && { encryptionKey: key }),
    retention: environment.log_retention_days,
    removalPolicy: removalPolicy(environment),
  });
  if (!key) acknowledge(group, 'keyOfAws');
  return group;
};
