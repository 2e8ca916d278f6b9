import type { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { acknowledge } from '../base/acknowledgements.ts';
import { removalPolicy } from '../base/removal-policy.ts';
import { pspSecretName, signingSecretName } from '../base/secret-name.ts';
import type { Environment } from '../environments.ts';
import type { FunctionNeeds } from '../function-needs.ts';

export type NamedSecret = { readonly name: string; readonly arn: string };
/** The secret of each PSP account may be one for all, and the signing keys' too. */
export type Secrets = {
  readonly signing: NamedSecret;
  readonly psp: Readonly<Record<string, NamedSecret>>;
};

/** Values never pass through a template: `npm run tokens` fills in the signing keys, a person the PSPs' (`docs/deploy.md`). */
export const secrets = (stack: Stack, environment: Environment, key: IKey | undefined): Secrets => {
  const made = new Map<string, NamedSecret>();
  const secret = (id: string, name: string, description: string): NamedSecret => {
    const before = made.get(name);
    if (before) return before;
    const resource = new CfnSecret(stack, id, { name, description, ...(key && { kmsKeyId: key.keyArn }) });
    resource.applyRemovalPolicy(removalPolicy(environment));
    acknowledge(resource, 'secretsRotatedByPeople');
    if (!key) acknowledge(resource, 'secretUnderKeyOfAws');
    const named = { name, arn: resource.ref };
    made.set(name, named);
    return named;
  };
  const one = environment.secrets === 'one';
  const each = environment.psp_secrets === 'each';
  const psp = 'Credentials and webhook secrets of PSP accounts';
  const signing = `Signing keys, by staging label${one && !each ? `. ${psp}` : ''}`;
  return {
    signing: secret(one ? 'secret' : 'signing-secret', signingSecretName(environment), signing),
    psp: Object.fromEntries(
      Object.keys(environment.accounts).map((account) => [
        account,
        secret(each ? `psp-secret-${account}` : 'psp-secret', pspSecretName(environment, account), psp),
      ]),
    ),
  };
};

/** Versions of secrets that a function may read, by the staging labels that it must ask for. */
export type ReadableVersions = {
  readonly sid: string;
  readonly arns: readonly string[];
  readonly labels: readonly string[];
};

export const readableBy = ({ signing, psp }: Secrets, needs: FunctionNeeds): readonly ReadableVersions[] => [
  ...(needs.keys?.length ? [{ sid: 'SigningKeys', arns: [signing.arn], labels: needs.keys }] : []),
  ...(needs.psps === 'credentials'
    ? [
        {
          sid: 'PspKeys',
          arns: [...new Set(Object.values(psp).map(({ arn }) => arn))],
          labels: ['AWSCURRENT'],
        },
      ]
    : []),
];
