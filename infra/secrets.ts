import type { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { acknowledge } from './acknowledgements.ts';
import type { Environment } from './environments.ts';
import { removalPolicy } from './removal-policy.ts';
import { secretName } from './secret-name.ts';

export type NamedSecret = { readonly name: string; readonly arn: string };
export type Secrets = { readonly tokens: NamedSecret; readonly psps: Readonly<Record<string, NamedSecret>> };

/**
 * Empty secrets: values never pass through a template. `npm run tokens` fills the tokens', a person fills the PSPs'
 * (`docs/deploy.md`); CloudFormation changes neither afterwards.
 */
export const secrets = (stack: Stack, environment: Environment, key: IKey): Secrets => {
  const secret = (id: string, name: string, description: string): NamedSecret => {
    const resource = new CfnSecret(stack, id, { name, description, kmsKeyId: key.keyArn });
    resource.applyRemovalPolicy(removalPolicy(environment));
    acknowledge(resource, 'secretsRotatedByPeople');
    return { name, arn: resource.ref };
  };
  return {
    tokens: secret(
      'tokens-secret',
      secretName(environment.name),
      'Signing keys of session tokens; idempotency and fingerprint secrets',
    ),
    psps: Object.fromEntries(
      Object.keys(environment.accounts).map((account) => [
        account,
        secret(
          `psp-${account}-secret`,
          secretName(environment.name, account),
          `Credentials and webhook secrets of ${account}`,
        ),
      ]),
    ),
  };
};
