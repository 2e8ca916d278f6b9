import type { Stack } from 'aws-cdk-lib';
import {
  AccountRootPrincipal,
  AnyPrincipal,
  type IPrincipal,
  PolicyDocument,
  PolicyStatement,
} from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import { encryptionKey } from '../base/encryption-key.ts';
import { removalPolicy } from '../base/removal-policy.ts';
import type { Vault } from '../vaults.ts';

/** Encrypts tables, secrets, logs and alarm messages at rest. No role needs access: it works for the services that its policy names. */
export const storageKey = (stack: Stack, vault: Vault): IKey => {
  const key = encryptionKey(stack, { ...vault, own_key: true });
  if (!key) throw new Error('a vault has a key of its own');
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'ThroughStoresOfThisAccount',
      principals: [new AnyPrincipal()],
      actions: ['kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: {
        StringEquals: {
          'kms:CallerAccount': stack.account,
          'kms:ViaService': ['dynamodb', 'secretsmanager'].map(
            (service) => `${service}.${stack.region}.amazonaws.com`,
          ),
        },
      },
    }),
  );
  return key;
};

/**
 * Wraps the data key of each card. The account's administrators may manage it, and cannot use it: whoever of them may put a policy on it could let
 * himself in (`docs/vault.md`).
 */
export const cardKey = (stack: Stack, vault: Vault): Key =>
  new Key(stack, 'card-key', {
    description: `Vault (${vault.name}): wraps the data keys of cards`,
    enableKeyRotation: true,
    removalPolicy: removalPolicy(vault),
    policy: new PolicyDocument({
      statements: [
        new PolicyStatement({
          sid: 'Administer',
          principals: [new AccountRootPrincipal()],
          actions: [
            'kms:CancelKeyDeletion',
            'kms:DescribeKey',
            'kms:DisableKey',
            'kms:EnableKey',
            'kms:EnableKeyRotation',
            'kms:GetKeyPolicy',
            'kms:GetKeyRotationStatus',
            'kms:ListResourceTags',
            'kms:PutKeyPolicy',
            'kms:ScheduleKeyDeletion',
            'kms:TagResource',
            'kms:UntagResource',
            'kms:UpdateKeyDescription',
          ],
          resources: ['*'],
        }),
      ],
    }),
  });

type CardKeyAction = 'kms:GenerateDataKey' | 'kms:Decrypt';

/** Allows a role this one action, for cards of this merchant and mode. */
export const useCardKey = (sid: string, action: CardKeyAction, vault: Vault, key: IKey): PolicyStatement =>
  new PolicyStatement({
    sid,
    actions: [action],
    resources: [key.keyArn],
    conditions: ofThisVault(vault),
  });

/** Allows it in the key's policy, without which a role's permission is worth nothing. */
export const grantCardKey = (
  key: Key,
  vault: Vault,
  { makes, unwraps }: { readonly makes: IPrincipal; readonly unwraps: IPrincipal },
): void => {
  const grant = (sid: string, action: CardKeyAction, to: IPrincipal): void => {
    key.addToResourcePolicy(
      new PolicyStatement({
        sid,
        principals: [to],
        actions: [action],
        resources: ['*'],
        conditions: ofThisVault(vault),
      }),
    );
  };
  grant('MakeDataKeys', 'kms:GenerateDataKey', makes);
  grant('UnwrapDataKeys', 'kms:Decrypt', unwraps);
};

/** The encryption context that `lib/runtime/key-service.ts` sends. */
const ofThisVault = ({ merchant, mode }: Vault) => ({
  StringEquals: { 'kms:EncryptionContext:merchant': merchant, 'kms:EncryptionContext:mode': mode },
});
