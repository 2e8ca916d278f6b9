import type { Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  type TableDescription,
  type TableId,
  type TableKey,
  tableName,
  tables,
} from '../lib/storage/tables.ts';
import type { Environment } from './environments.ts';
import { removalPolicy } from './removal-policy.ts';

/** The tables of `lib/storage/tables.ts`: on demand, encrypted with `key` or with DynamoDB's own, restorable to any second of the last 35 days. */
export const paymentTables = (
  stack: Stack,
  environment: Environment,
  key: IKey | undefined,
): Readonly<Record<TableId, TableV2>> => {
  const table = (id: TableId): TableV2 => createTable(stack, environment, key, describedAs(id));
  return {
    sessions: table('sessions'),
    charges: table('charges'),
    api_keys: table('api_keys'),
    limits: table('limits'),
    orders: table('orders'),
    events: table('events'),
    rules: table('rules'),
    configuration: table('configuration'),
  };
};

const createTable = (
  stack: Stack,
  environment: Environment,
  key: IKey | undefined,
  description: TableDescription,
): TableV2 =>
  new TableV2(stack, `${description.id}-table`, {
    tableName: tableName(environment.name, description.id),
    partitionKey: attribute(description.partition_key),
    ...(description.sort_key && { sortKey: attribute(description.sort_key) }),
    ...(description.ttl && { timeToLiveAttribute: description.ttl }),
    globalSecondaryIndexes: description.indexes.map((index) => ({
      indexName: index.name,
      partitionKey: attribute(index.partition_key),
      sortKey: attribute(index.sort_key),
      ...(index.projection === 'KEYS_ONLY'
        ? { projectionType: ProjectionType.KEYS_ONLY }
        : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...index.projection] }),
    })),
    ...(description.stream && { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES }),
    billing: Billing.onDemand(),
    encryption: key ? TableEncryptionV2.customerManagedKey(key) : TableEncryptionV2.dynamoOwnedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: environment.established,
    removalPolicy: removalPolicy(environment),
  });

const attribute = ({ name, type }: TableKey) => ({
  name,
  type: type === 'S' ? AttributeType.STRING : AttributeType.NUMBER,
});

const describedAs = (id: TableId): TableDescription => {
  const description = tables.find((candidate) => candidate.id === id);
  if (!description) throw new Error(`table ${id} is not described in lib/storage/tables.ts`);
  return description;
};
