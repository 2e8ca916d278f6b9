import type { Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { acknowledge } from '../base/acknowledgements.ts';
import { removalPolicy } from '../base/removal-policy.ts';
import type { NamedSecret } from '../data/secrets.ts';
import type { Vault } from '../vaults.ts';

/** `own` signs receipts and keys fingerprints. `psp`: credentials of accounts whose access token the vault gets itself, if any. */
export type VaultSecrets = { readonly own: NamedSecret; readonly psp: NamedSecret | undefined };

/** PSPs whose key is not in the request (`lib/vault/allowed-calls.ts`). */
const held: readonly string[] = ['paypal'];

/** Values never pass through a template: `npm run tokens -- vault` makes the first, a person stores the second (`docs/vault.md`). */
export const vaultSecrets = (stack: Stack, vault: Vault, key: IKey): VaultSecrets => {
  const secret = (id: string, description: string): NamedSecret => {
    const name = `payments/${vault.name}/${id}`;
    const resource = new CfnSecret(stack, `${id}-secret`, { name, description, kmsKeyId: key.keyArn });
    resource.applyRemovalPolicy(removalPolicy(vault));
    acknowledge(resource, 'secretsRotatedByPeople');
    return { name, arn: resource.ref };
  };
  return {
    own: secret('own', 'Signing keys of receipts, and the fingerprint secret'),
    psp: Object.values(vault.accounts).some(({ psp }) => held.includes(psp))
      ? secret('psp', 'Credentials of PSP accounts whose access token the vault gets itself')
      : undefined,
  };
};
