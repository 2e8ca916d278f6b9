import type { Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  type ITableV2,
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
} from '../../lib/storage/tables.ts';
import { defined } from '../../lib/types/defined.ts';
import { removalPolicy } from '../base/removal-policy.ts';
import type { Environment, RestoredTable } from '../environments.ts';

/** A table that functions may be granted. */
export type PaymentTable = Pick<ITableV2, 'tableArn' | 'tableStreamArn'>;

/** The tables of `lib/storage/tables.ts`, or what has been restored in their places: on demand, encrypted with `key` or with DynamoDB's own, restorable to any second of the last 35 days. */
export const paymentTables = (
  stack: Stack,
  environment: Environment,
  key: IKey | undefined,
): Readonly<Record<TableId, PaymentTable>> => {
  const table = (id: TableId): PaymentTable => {
    const own = createTable(stack, environment, key, describedAs(id));
    const instead = environment.restored?.[id];
    const { tableArn, tableStreamArn } = instead ? restoredTable(stack, describedAs(id), instead) : own;
    return { tableArn, ...defined({ tableStreamArn }) };
  };
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

/** A table that the stack uses and does not own: whoever restored it has set what a restore leaves out. */
const restoredTable = (
  stack: Stack,
  { id, stream }: TableDescription,
  { name, stream_arn }: RestoredTable,
): PaymentTable => {
  if (stream && stream_arn === undefined)
    throw new Error(
      `restored.${id} in infra/environments.ts needs stream_arn: enable its stream first (docs/operate.md).`,
    );
  return TableV2.fromTableAttributes(stack, `restored-${id}-table`, {
    tableName: name,
    ...defined({ tableStreamArn: stream_arn }),
  });
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
