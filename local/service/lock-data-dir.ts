import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from '../support/own-folder.ts';
import { tryLock } from '../support/try-lock.ts';

/** Makes this process the only one working on `dataDir`, and returns the release. */
export const lockDataDir = (dataDir: string): (() => void) => {
  ownFolder(dataDir, { secret: false });
  const release = tryLock(join(dataDir, 'lock'));
  if (!release) throw new Error(`${dataDir} is in use by another running service${holder(dataDir)}.`);
  writeFileSync(holderFile(dataDir), String(process.pid));
  return release;
};

const holder = (dataDir: string): string => {
  try {
    return ` (process ${readFileSync(holderFile(dataDir), 'utf8')})`;
  } catch {
    return '';
  }
};

/** For people; the lock does not depend on it. */
const holderFile = (dataDir: string) => join(dataDir, 'lock.pid');
