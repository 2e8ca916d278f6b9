import { DatabaseSync } from 'node:sqlite';
import { withErrorPrefix } from './read-stored.ts';

/** SQLite's result code for a file that another process has locked. */
const sqliteBusy = 5;

/**
 * Locks a file, and returns the release; undefined if the file is locked. The lock is the operating system's, through SQLite: it ends with the process,
 * even by `kill -9`, so it cannot be stale.
 */
export const tryLock = (file: string): (() => void) | undefined => {
  const database = withErrorPrefix(file, () => new DatabaseSync(file));
  try {
    database.exec('BEGIN EXCLUSIVE');
    return () => database.close();
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    return withErrorPrefix(file, () => {
      throw error;
    });
  }
};

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
