import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a file in one step, so that a crash cannot leave it half written. Only the owner may read it. */
export const writeDurably = (path: string, content: string): void => {
  const next = `${path}.next`;
  const file = openSync(next, 'w', 0o600);
  writeSync(file, content);
  fsyncSync(file);
  closeSync(file);
  renameSync(next, path);
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
};
