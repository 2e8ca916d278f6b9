export type TableId = 'sessions' | 'charges' | 'api_keys' | 'limits' | 'orders' | 'rules';

/** One table as CDK and the local server create it: on demand, key and index types in DynamoDB's notation (`S`, `N`). */
export type TableDescription = {
  readonly id: TableId;
  /** The environment variable with this table's name. */
  readonly variable: `TABLE_${Uppercase<TableId>}`;
  readonly partition_key: TableKey;
  readonly sort_key?: TableKey;
  /** Attribute (Unix seconds) after which DynamoDB deletes the item. */
  readonly ttl?: string;
  readonly indexes: readonly IndexDescription[];
};

export type TableKey = { readonly name: string; readonly type: 'S' | 'N' };

/** Holds only items that carry both keys. */
export type IndexDescription = {
  readonly name: string;
  readonly partition_key: TableKey;
  readonly sort_key: TableKey;
  readonly projection: 'KEYS_ONLY';
};

/** Charges with something open, earliest look first. Sharded, since one key value takes at most 1,000 writes a second. */
export const recoveryIndex = {
  name: 'recovery',
  partition_key: { name: 'recover_shard', type: 'N' },
  sort_key: { name: 'recover_at', type: 'N' },
  projection: 'KEYS_ONLY',
} as const satisfies IndexDescription;

/** Versions of rules whose deployment may still come to nothing. */
export const openRulesIndex = {
  name: 'open',
  partition_key: { name: 'open_shard', type: 'N' },
  sort_key: { name: 'open_since', type: 'N' },
  projection: 'KEYS_ONLY',
} as const satisfies IndexDescription;

export const tables: readonly TableDescription[] = [
  {
    id: 'sessions',
    variable: 'TABLE_SESSIONS',
    partition_key: { name: 'id', type: 'S' },
    ttl: 'ttl',
    indexes: [],
  },
  {
    id: 'charges',
    variable: 'TABLE_CHARGES',
    partition_key: { name: 'id', type: 'S' },
    indexes: [recoveryIndex],
  },
  { id: 'api_keys', variable: 'TABLE_API_KEYS', partition_key: { name: 'hash', type: 'S' }, indexes: [] },
  {
    id: 'limits',
    variable: 'TABLE_LIMITS',
    partition_key: { name: 'id', type: 'S' },
    ttl: 'ttl',
    indexes: [],
  },
  { id: 'orders', variable: 'TABLE_ORDERS', partition_key: { name: 'id', type: 'S' }, indexes: [] },
  {
    id: 'rules',
    variable: 'TABLE_RULES',
    partition_key: { name: 'rule', type: 'S' },
    sort_key: { name: 'version', type: 'N' },
    indexes: [openRulesIndex],
  },
];

/** A table's name in an environment: `payments-dev-api-keys`. */
export const tableName = (environment: string, id: TableId): string =>
  `payments-${environment}-${id.replaceAll('_', '-')}`;
