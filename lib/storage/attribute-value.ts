import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type AttributeMap = Record<string, AttributeValue>;

/**
 * A record as DynamoDB's typed attributes: null, booleans, finite numbers, strings, lists and maps; undefined properties are left out.
 * Own code instead of the SDK's document client: that one throws on a map key `constructor` and drops `__proto__`, and merchants
 * choose the keys of metadata.
 */
export const toAttributes = (record: object): AttributeMap => {
  const map: AttributeMap = {};
  for (const [key, value] of Object.entries(record)) {
    if (value !== undefined) define(map, key, toAttribute(value));
  }
  return map;
};

export const toAttribute = (value: unknown): AttributeValue => {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be stored`);
      return { N: String(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      if (value === null) return { NULL: true };
      if (Array.isArray(value)) return { L: value.map(toAttribute) };
      return { M: toAttributes(value) };
    default:
      throw new TypeError(`A value of type ${typeof value} cannot be stored`);
  }
};

/** The record these attributes were made from. The caller names its type: the store holds only what this service wrote. */
export const fromAttributes = (attributes: AttributeMap): Record<string, unknown> => {
  const record: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(attributes)) define(record, key, fromAttribute(value));
  return record;
};

const fromAttribute = (value: AttributeValue): unknown => {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.M !== undefined) return fromAttributes(value.M);
  if (value.L !== undefined) return value.L.map(fromAttribute);
  if (value.BOOL !== undefined) return value.BOOL;
  if (value.NULL !== undefined) return null;
  throw new TypeError(`An attribute of type ${Object.keys(value)} was not written by this service`);
};

/** Plain assignment to `__proto__` would set the prototype and lose the entry. */
const define = <Value>(target: Record<string, Value>, key: string, value: Value): void => {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
};
