export type TableId =
  | 'sessions'
  | 'charges'
  | 'api_keys'
  | 'limits'
  | 'orders'
  | 'events'
  | 'rules'
  | 'configuration';

/** One table as CDK and the local server create it: on demand, key and index types in DynamoDB's notation (`S`, `N`). */
export type TableDescription = {
  readonly id: TableId;
  /** The environment variable with this table's name. */
  readonly variable: `TABLE_${Uppercase<TableId>}`;
  readonly partition_key: TableKey;
  readonly sort_key?: TableKey;
  /** Attribute (Unix seconds) after which DynamoDB deletes the item. */
  readonly ttl?: string;
  /** Each change of an item is kept for a day with both images, for `record-events`. */
  readonly stream?: true;
  /** Only writes of items with this attribute are delivered, and their deletions are not. It is a map with a `target`. */
  readonly stream_of?: string;
  /** Its stream is delivered in windows of this many seconds, with counts written at the end of each. */
  readonly window_s?: number;
  readonly indexes: readonly IndexDescription[];
};

export type TableKey = { readonly name: string; readonly type: 'S' | 'N' };

/** Contains only items that have both keys. */
export type IndexDescription = {
  readonly name: string;
  readonly partition_key: TableKey;
  readonly sort_key: TableKey;
  /** Attributes besides the keys. They never change, so later writes of the item do not write to the index. */
  readonly projection: 'KEYS_ONLY' | readonly string[];
};

/** Charges with something open, earliest check first. Sharded, since one key value takes at most 1,000 writes a second. */
export const recoveryIndex = {
  name: 'recovery',
  partition_key: { name: 'recover_shard', type: 'N' },
  sort_key: { name: 'recover_at', type: 'N' },
  projection: 'KEYS_ONLY',
} as const satisfies IndexDescription;

/**
 * Rows of one kind, newest first: `list_shard` is `<kind>#<0…3>`, `list_key` is `<Unix milliseconds, 13 digits>#<id>`. Has only attributes that never
 * change, so that a change of a row writes nothing here.
 */
export const timeIndex = {
  name: 'by_time',
  partition_key: { name: 'list_shard', type: 'S' },
  sort_key: { name: 'list_key', type: 'S' },
  projection: [
    'type',
    'object',
    'actor',
    'amount',
    'currency',
    'psp',
    'psp_reference',
    'charge',
    'session',
    'reference',
    'last4',
    'livemode',
  ],
} as const satisfies IndexDescription;

/** Work that is due at a time, earliest first: `due_shard` is `<kind>#<shard>`, `due_at` Unix milliseconds. */
export const dueIndex = {
  name: 'due',
  partition_key: { name: 'due_shard', type: 'S' },
  sort_key: { name: 'due_at', type: 'N' },
  projection: 'KEYS_ONLY',
} as const satisfies IndexDescription;

/** Unpaid sessions whose expiry is not recorded yet, the first to expire first. */
export const expiryIndex = {
  name: 'expiry',
  partition_key: { name: 'expire_shard', type: 'S' },
  sort_key: { name: 'expires_at', type: 'N' },
  projection: 'KEYS_ONLY',
} as const satisfies IndexDescription;

const listKey = { name: 'list_key', type: 'S' } as const;

/** A list read by time, or all items that share a value: newest last, by `list_key`. */
const listIndex = <const Name extends string, const Key extends string>(
  name: Name,
  partition: Key,
  projection: readonly string[],
) =>
  ({
    name,
    partition_key: { name: partition, type: 'S' },
    sort_key: listKey,
    projection,
  }) as const satisfies IndexDescription;

export const sessionsByTime = listIndex('by_time', 'list_shard', ['amount', 'currency']);
/**
 * Items in the order of a value, case-insensitive, newest first among equals: `<name>_shard` and `<name>_key`. Sharded by value, so that neither one
 * value nor one prefix is a partition of its own.
 */
const valueIndex = <const Name extends string>(name: Name, projection: readonly string[]) =>
  ({
    name: `sorted_by_${name}`,
    partition_key: { name: `${name}_shard`, type: 'S' },
    sort_key: { name: `${name}_key`, type: 'S' },
    projection: ['list_key', ...projection],
  }) as const satisfies IndexDescription;

export const sessionsByReference = valueIndex('reference', ['amount', 'currency', 'reference']);
export const sessionsByEmail = valueIndex('email', ['amount', 'currency']);
export const chargesByTime = listIndex('by_time', 'list_shard', ['amount', 'currency', 'psp']);
export const chargesByPspReference = listIndex('by_psp_reference', 'reference_at_psp', [
  'amount',
  'currency',
  'psp',
]);
export const chargesByLast4 = listIndex('by_last4', 'last4', ['amount', 'currency', 'psp']);

/** Versions of rules whose deployment may still fail. */
export const openRulesIndex = {
  name: 'open',
  partition_key: { name: 'open_shard', type: 'N' },
  sort_key: { name: 'open_since', type: 'N' },
  projection: 'KEYS_ONLY',
} as const satisfies IndexDescription;

/** Who requested the write that created an item of the table of events, as `RecordedAct`. */
export const actAttribute = 'act';

export const tables: readonly TableDescription[] = [
  {
    id: 'sessions',
    variable: 'TABLE_SESSIONS',
    partition_key: { name: 'id', type: 'S' },
    ttl: 'ttl',
    stream: true,
    indexes: [expiryIndex, sessionsByTime, sessionsByReference, sessionsByEmail],
  },
  {
    id: 'charges',
    variable: 'TABLE_CHARGES',
    partition_key: { name: 'id', type: 'S' },
    stream: true,
    window_s: 5,
    indexes: [recoveryIndex, chargesByTime, chargesByPspReference, chargesByLast4],
  },
  {
    id: 'api_keys',
    variable: 'TABLE_API_KEYS',
    partition_key: { name: 'hash', type: 'S' },
    stream: true,
    indexes: [],
  },
  {
    id: 'limits',
    variable: 'TABLE_LIMITS',
    partition_key: { name: 'id', type: 'S' },
    ttl: 'ttl',
    indexes: [],
  },
  { id: 'orders', variable: 'TABLE_ORDERS', partition_key: { name: 'id', type: 'S' }, indexes: [] },
  {
    id: 'events',
    variable: 'TABLE_EVENTS',
    partition_key: { name: 'id', type: 'S' },
    ttl: 'ttl',
    stream: true,
    stream_of: actAttribute,
    indexes: [timeIndex, dueIndex],
  },
  {
    id: 'rules',
    variable: 'TABLE_RULES',
    partition_key: { name: 'rule', type: 'S' },
    sort_key: { name: 'version', type: 'N' },
    stream: true,
    indexes: [openRulesIndex],
  },
  // One AppConfig session, shared by the functions that route, and the rules that it last returned.
  {
    id: 'configuration',
    variable: 'TABLE_CONFIGURATION',
    partition_key: { name: 'id', type: 'S' },
    indexes: [],
  },
];

/** A table's name in an environment: `payments-dev-api-keys`. */
export const tableName = (environment: string, id: TableId): string =>
  `payments-${environment}-${id.replaceAll('_', '-')}`;

/** How its stream is delivered. */
export const deliveryOf = (id: TableId): Pick<TableDescription, 'window_s' | 'stream_of'> =>
  tables.find((table) => table.id === id) ?? {};
