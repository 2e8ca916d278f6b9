import type { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { acknowledge } from '../base/acknowledgements.ts';
import { removalPolicy } from '../base/removal-policy.ts';
import { consoleSecretName } from '../base/secret-name.ts';
import type { Environment } from '../environments.ts';
import type { NamedSecret } from './secrets.ts';

/** Of the key that signs people's tokens; `npm run tokens -- console` fills it in. Undefined if the environment has no console. */
export const consoleSecret = (
  stack: Stack,
  environment: Environment,
  key: IKey | undefined,
): NamedSecret | undefined => {
  if (environment.console === undefined) return undefined;
  const name = consoleSecretName(environment);
  const resource = new CfnSecret(stack, 'console-secret', {
    name,
    description: 'Signs the tokens of people at the console',
    ...(key && { kmsKeyId: key.keyArn }),
  });
  resource.applyRemovalPolicy(removalPolicy(environment));
  acknowledge(resource, 'secretsRotatedByPeople');
  if (!key) acknowledge(resource, 'secretUnderKeyOfAws');
  return { name, arn: resource.ref };
};
