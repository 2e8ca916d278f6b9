import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change } from './change.ts';

/** Writes the whole change, or nothing if a file already exists or has no place for its line. */
export const writeChange = (root: string, { created, changed }: Change): void => {
  const taken = Object.keys(created).find((path) => existsSync(join(root, path)));
  if (taken !== undefined) throw new Error(`${taken} is there already.`);
  const texts = Object.entries(changed).map(([path, edit]) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [path, editedIn(path, () => edit(text))] as const;
  });
  for (const [path, text] of [...Object.entries(created), ...texts]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

const editedIn = (path: string, edit: () => string): string => {
  try {
    return edit();
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
};
