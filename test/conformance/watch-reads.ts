import type { Recording } from './exchanges-of.ts';
import type { Exchange } from './scripted-transport.ts';

/** What was looked at of a JSON document: its fields, whether they were there or not, and what was looked at of any item of a list. */
type Reads = { readonly fields: Map<string, Reads>; item?: Reads };

export type ReadExchange = Exchange & {
  /** A document that has exactly the fields that were looked at; what was looked at no further is null. */
  readonly read: unknown;
};

/** Runs calls and tells which fields of each answer they looked at. One at a time: it stands in for `JSON.parse`. */
export const watchReads = async (run: () => Promise<Recording>): Promise<readonly ReadExchange[]> => {
  const readings = new Map<string, Reads>();
  const { parse } = JSON;
  JSON.parse = (text, ...rest) => {
    const reads = readings.get(text) ?? { fields: new Map() };
    readings.set(text, reads);
    return watched(parse(text, ...rest), reads);
  };
  try {
    const { exchanges } = await run();
    return exchanges.map((exchange) => ({
      ...exchange,
      read: exchange.answer.kind === 'answered' ? sampleOf(readings.get(exchange.answer.body)) : null,
    }));
  } finally {
    JSON.parse = parse;
  }
};

const watched = (value: unknown, reads: Reads): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const readsOf = (key: string | symbol): Reads | undefined => {
    if (typeof key === 'symbol') return undefined;
    if (Array.isArray(value)) {
      if (!/^\d+$/.test(key)) return undefined;
      reads.item ??= { fields: new Map() };
      return reads.item;
    }
    const known = reads.fields.get(key) ?? { fields: new Map() };
    reads.fields.set(key, known);
    return known;
  };
  return new Proxy(value, {
    getOwnPropertyDescriptor: (target, key) => {
      readsOf(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key);
      const inner = Object.hasOwn(target, key) ? readsOf(key) : undefined;
      return inner === undefined ? found : watched(found, inner);
    },
  });
};

const sampleOf = (reads: Reads | undefined): unknown => {
  if (reads?.item) return [sampleOf(reads.item)];
  if (reads === undefined || reads.fields.size === 0) return null;
  return Object.fromEntries([...reads.fields].map(([name, inner]) => [name, sampleOf(inner)]));
};
