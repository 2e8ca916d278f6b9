import { existsSync, readFileSync } from 'node:fs';

/** What a JSON file of a data folder holds; undefined if there is none. Throws an error that names the file if it cannot be read. */
export const readStored = <Stored>(file: string): Stored | undefined =>
  existsSync(file)
    ? withErrorPrefix(file, () => JSON.parse(readFileSync(file, 'utf8')) as Stored)
    : undefined;

/** Runs `read`; its error names what is read: a file, or a variable. */
export const withErrorPrefix = <Result>(what: string, read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};
