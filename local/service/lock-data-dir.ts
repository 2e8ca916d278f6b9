import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownFolder } from '../support/own-folder.ts';
import { reading } from '../support/read-stored.ts';

/** SQLite's result code for a file that another process has locked. */
const sqliteBusy = 5;

/**
 * Makes this process the only one working on `dataDir`, and returns the release. The lock is the operating system's, on a file, through SQLite: it
 * ends with the process, even by `kill -9`, so it cannot be stale.
 */
export const lockDataDir = (dataDir: string): (() => void) => {
  ownFolder(dataDir, { secret: false });
  const file = join(dataDir, 'lock');
  const database = reading(file, () => new DatabaseSync(file));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    reading(file, () => {
      if (!isBusy(error)) throw error;
    });
    throw new Error(`${dataDir} is in use by another running service${holder(dataDir)}.`, { cause: error });
  }
  writeFileSync(holderFile(dataDir), String(process.pid));
  return () => database.close();
};

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;

const holder = (dataDir: string): string => {
  try {
    return ` (process ${readFileSync(holderFile(dataDir), 'utf8')})`;
  } catch {
    return '';
  }
};

/** For people; the lock does not depend on it. */
const holderFile = (dataDir: string) => join(dataDir, 'lock.pid');
