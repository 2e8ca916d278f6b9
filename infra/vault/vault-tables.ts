import { RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { AttributeType, Billing, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type CardTableId, cardTables } from '../../lib/storage/card-tables.ts';
import { acknowledge } from '../base/acknowledgements.ts';
import { removalPolicy } from '../base/removal-policy.ts';
import type { Vault } from '../vaults.ts';

/** Cards can be restored to any second of the last 35 days. Security codes and counts are never copied, and are deleted with the stack. */
export const vaultTables = (
  stack: Stack,
  vault: Vault,
  key: IKey,
): Readonly<Record<CardTableId, TableV2>> => {
  const table = (id: CardTableId): TableV2 => {
    const keeps = id === 'cards';
    const created = new TableV2(stack, `${id}-table`, {
      tableName: cardTableName(vault, id),
      partitionKey: { name: 'id', type: AttributeType.STRING },
      timeToLiveAttribute: ttlOf(id),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.customerManagedKey(key),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: keeps },
      deletionProtection: keeps && vault.established,
      removalPolicy: keeps ? removalPolicy(vault) : RemovalPolicy.DESTROY,
    });
    if (!keeps) acknowledge(created, 'neverCopied');
    return created;
  };
  return { cards: table('cards'), cvcs: table('cvcs'), counts: table('counts') };
};

export const cardTableName = ({ name }: Vault, id: CardTableId): string => `payments-${name}-${id}`;

const ttlOf = (id: CardTableId): string => {
  const ttl = cardTables.find((table) => table.id === id)?.ttl;
  if (ttl === undefined) throw new Error(`the items of ${id} have no end`);
  return ttl;
};
