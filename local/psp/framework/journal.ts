import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { withErrorPrefix } from '../../support/read-stored.ts';

/** Records of one kind by id, in order of first insertion; a second key can find them too. */
export type Collection<T> = {
  readonly get: (id: string) => T | undefined;
  readonly put: (id: string, value: T) => void;
  readonly remove: (id: string) => void;
  readonly values: () => IterableIterator<T>;
  readonly by: (key: string) => readonly T[];
  readonly size: () => number;
};

export type Journal = {
  readonly collection: <T>(name: string, keyOf?: (value: T) => string | undefined) => Collection<T>;
  /** Writes all changes since the last flush as one line: after a crash, the line is either complete or missing. */
  readonly flush: () => void;
  readonly close: () => void;
};

type Change = readonly [collection: string, id: string, value: unknown];

/**
 * The memory of a PSP. With a file, every flush is appended to it and replayed at the next start, so that money survives a `kill -9` of the process
 * (the data is in the page cache then; there is no fsync against a power cut). Without a file, it is in memory only.
 */
export const openJournal = (file?: string): Journal => {
  const stored =
    file === undefined ? new Map<string, Map<string, unknown>>() : withErrorPrefix(file, () => replay(file));
  let log = file === undefined ? undefined : compact(file, stored);
  let changes: Change[] = [];
  const note = (change: Change) => {
    if (log !== undefined) changes.push(change);
  };
  return {
    collection: <T>(name: string, keyOf?: (value: T) => string | undefined) => {
      const records = stored.get(name) ?? new Map<string, unknown>();
      stored.set(name, records);
      return createCollection(name, records as Map<string, T>, keyOf, note);
    },
    flush: () => {
      if (log === undefined || changes.length === 0) return;
      const line = Buffer.from(`${JSON.stringify(changes)}\n`);
      changes = [];
      for (let written = 0; written < line.length; ) written += writeSync(log, line, written);
    },
    // Whatever is still running when the PSP stops, such as a webhook on its way, no longer changes anything.
    close: () => {
      if (log !== undefined) closeSync(log);
      log = undefined;
    },
  };
};

const createCollection = <T>(
  name: string,
  records: Map<string, T>,
  keyOf: ((value: T) => string | undefined) | undefined,
  note: (change: Change) => void,
): Collection<T> => {
  const index = new Map<string, Set<string>>();
  const unlink = (id: string) => {
    const old = records.get(id);
    const key = old === undefined ? undefined : keyOf?.(old);
    if (key !== undefined) index.get(key)?.delete(id);
  };
  const link = (id: string, value: T) => {
    const key = keyOf?.(value);
    if (key === undefined) return;
    const ids = index.get(key) ?? new Set<string>();
    index.set(key, ids.add(id));
  };
  for (const [id, value] of records) link(id, value);
  return {
    get: (id) => records.get(id),
    put: (id, value) => {
      unlink(id);
      records.set(id, value);
      link(id, value);
      note([name, id, value]);
    },
    remove: (id) => {
      unlink(id);
      records.delete(id);
      note([name, id, null]);
    },
    values: () => records.values(),
    by: (key) => [...(index.get(key) ?? [])].flatMap((id) => records.get(id) ?? []),
    size: () => records.size,
  };
};

const replay = (file: string): Map<string, Map<string, unknown>> => {
  const stored = new Map<string, Map<string, unknown>>();
  if (!existsSync(file)) return stored;
  const text = readFileSync(file, 'utf8');
  // Anything after the last newline was being written when the process died: its request was never answered.
  for (const line of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    if (line === '') continue;
    for (const [name, id, value] of JSON.parse(line) as readonly Change[]) {
      const records = stored.get(name) ?? new Map<string, unknown>();
      stored.set(name, records);
      if (value === null) records.delete(id);
      else records.set(id, value);
    }
  }
  return stored;
};

/** Rewrites the file as one snapshot, which also drops a torn last line, and opens it for appending. */
const compact = (file: string, stored: Map<string, Map<string, unknown>>): number => {
  mkdirSync(dirname(file), { recursive: true });
  const next = `${file}.next`;
  const log = openSync(next, 'w', 0o600);
  // `writeSync` would write only what a full disk has room for, and not throw.
  for (const [name, records] of stored)
    for (const [id, value] of records) writeFileSync(log, `${JSON.stringify([[name, id, value]])}\n`);
  renameSync(next, file);
  return log;
};
