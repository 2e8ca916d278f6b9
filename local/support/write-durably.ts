import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Replaces a file in one step, so that neither a crash nor a full disk leaves it half written: it throws, and the former content stays. Only the owner
 * may read it.
 */
export const writeDurably = (path: string, content: string): void => {
  const next = `${path}.next`;
  // Not `writeSync`: that writes only what there is room for, and does not throw.
  withFile(openSync(next, 'w', 0o600), (file) => writeFileSync(file, content));
  renameSync(next, path);
  // Windows cannot open folders.
  if (process.platform !== 'win32') withFile(openSync(dirname(path), 'r'), () => {});
};

const withFile = (file: number, write: (file: number) => void): void => {
  try {
    write(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
