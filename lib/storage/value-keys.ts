import type { CreatedRange } from '../types/list.ts';
import { listTime } from './list-keys.ts';

/** The number of partitions per list. A value's rows share one. Fixed: rows do not move. */
const shards = 4;
/** DynamoDB's keys have at most 1,024 bytes; beyond this length, values sort by time. */
const compared_bytes = 480;
/** How much of an id distinguishes items with the same value and millisecond. */
const id_characters = 8;
const latest_ms = 9_999_999_999_999;

/** The attributes that put an item into the list of those with a value, in case-insensitive order of the values. */
export type ValueAttributes<Name extends string> = {
  readonly [key in `${Name}_shard` | `${Name}_key`]: string;
};

/** `at`: Unix milliseconds. Among equal values the newest item comes first. */
export const valueAttributes = <const Name extends string>(
  name: Name,
  value: string,
  { id, at }: { readonly id: string; readonly at: number },
): ValueAttributes<Name> =>
  ({
    [`${name}_shard`]: shardOf(value),
    [`${name}_key`]: `${folded(value)}\0${listTime(latest_ms - at)}#${id.slice(-id_characters)}`,
  }) as ValueAttributes<Name>;

/** What to read: partitions, and both bounds of the keys, inclusive. */
export type ValueRange = {
  readonly partitions: readonly string[];
  readonly low: string;
  readonly high: string;
};

/** The items with this value, case-insensitive, that were created in this range. */
export const rangeOfValue = (
  value: string,
  { 'created[gte]': gte = 0, 'created[lte]': lte = Math.floor(latest_ms / 1000) }: CreatedRange,
): ValueRange => {
  const key = (milliseconds: number): string =>
    `${folded(value)}\0${listTime(Math.max(0, latest_ms - milliseconds))}`;
  return { partitions: [shardOf(value)], low: key(lte * 1000 + 999), high: `${key(gte * 1000)}~` };
};

/** The items whose value begins with `prefix`, case-insensitive. */
export const rangeOfPrefix = (prefix: string): ValueRange => ({
  partitions: Array.from({ length: shards }, (_, shard) => String(shard)),
  low: folded(prefix),
  high: `${folded(prefix)}\u00ff`,
});

/** Whether a value begins with `prefix`, case-insensitive. */
export const beginsWith = (value: string | undefined, prefix: string): boolean =>
  value !== undefined && folded(value).startsWith(folded(prefix));

/**
 * Upper case does not depend on neighbouring characters, unlike lower case in Greek. One character for each byte of UTF-8: then JavaScript sorts as
 * DynamoDB does.
 */
const folded = (value: string): string =>
  Buffer.from(value.toUpperCase()).subarray(0, compared_bytes).toString('latin1');

const shardOf = (value: string): string => {
  let sum = 0;
  for (const byte of Buffer.from(folded(value))) sum += byte;
  return String(sum % shards);
};
