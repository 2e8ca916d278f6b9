import type { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { acknowledge } from './acknowledgements.ts';
import type { Environment } from './environments.ts';
import type { FunctionNeeds } from './function-needs.ts';
import { removalPolicy } from './removal-policy.ts';
import { nameOfSecret } from './secret-name.ts';

export type NamedSecret = { readonly name: string; readonly arn: string };
/** The same one if an environment has one secret for both. */
export type Secrets = { readonly signing: NamedSecret; readonly psp: NamedSecret };

/** Values never pass through a template: `npm run tokens` fills in the signing keys, a person the PSPs' (`docs/deploy.md`). */
export const secrets = (stack: Stack, environment: Environment, key: IKey | undefined): Secrets => {
  const secret = (id: string, name: string, description: string): NamedSecret => {
    const resource = new CfnSecret(stack, id, { name, description, ...(key && { kmsKeyId: key.keyArn }) });
    resource.applyRemovalPolicy(removalPolicy(environment));
    acknowledge(resource, 'secretsRotatedByPeople');
    if (!key) acknowledge(resource, 'secretUnderKeyOfAws');
    return { name, arn: resource.ref };
  };
  const signing = 'Signing keys of session tokens; idempotency and fingerprint secrets';
  const psp = 'Credentials and webhook secrets, by PSP account';
  if (environment.secrets === 'one') {
    const both = secret('secret', nameOfSecret(environment, 'signing'), `${signing}. ${psp}`);
    return { signing: both, psp: both };
  }
  return {
    signing: secret('signing-secret', nameOfSecret(environment, 'signing'), signing),
    psp: secret('psp-secret', nameOfSecret(environment, 'psp'), psp),
  };
};

/** The secrets a function may read. */
export const secretsOf = (secrets: Secrets, needs: FunctionNeeds): readonly NamedSecret[] => [
  ...new Set([
    ...(needs.tokens ? [secrets.signing] : []),
    ...(needs.psps === 'credentials' ? [secrets.psp] : []),
  ]),
];
