import type { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { acknowledge } from './acknowledgements.ts';
import type { Environment } from './environments.ts';
import { removalPolicy } from './removal-policy.ts';
import { originSecretName, secretName } from './secret-name.ts';

export type NamedSecret = { readonly name: string; readonly arn: string };
export type Secrets = {
  readonly tokens: NamedSecret;
  /** What the distribution proves itself with. */
  readonly origin: NamedSecret;
  readonly psps: Readonly<Record<string, NamedSecret>>;
};

/**
 * Values never pass through a template. `npm run tokens` fills the tokens', a person fills the PSPs' (`docs/deploy.md`), Secrets Manager itself makes
 * up the first value of the origin's; CloudFormation changes none of them afterwards.
 */
export const secrets = (stack: Stack, environment: Environment, key: IKey): Secrets => {
  const secret = (
    id: string,
    name: string,
    description: string,
    generateSecretString?: CfnSecret.GenerateSecretStringProperty,
  ): NamedSecret => {
    const resource = new CfnSecret(stack, id, {
      name,
      description,
      kmsKeyId: key.keyArn,
      ...(generateSecretString && { generateSecretString }),
    });
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
    origin: secret(
      'origin-secret',
      originSecretName(environment.name),
      'What CloudFront proves itself with to the functions, by generation',
      firstGeneration,
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

/** Never to be changed: CloudFormation would make up a new value in the place of all there are. */
const firstGeneration: CfnSecret.GenerateSecretStringProperty = {
  secretStringTemplate: '{}',
  generateStringKey: 'g1',
  passwordLength: 64,
  excludePunctuation: true,
};
