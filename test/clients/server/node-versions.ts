import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Node versions the library promises. */
export const promised = ['20', '22', '24'] as const;

/** A program for each promised version that is at hand: this one, those on the PATH, and those that `NODE_PROGRAMS` lists (separated as PATH is). */
export const findNodes = (): ReadonlyMap<string, string> => {
  const listed = (process.env.NODE_PROGRAMS ?? '').split(delimiter).filter(Boolean);
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const found = new Map<string, string>();
  for (const program of [process.execPath, ...listed, ...onPath]) {
    if (!existsSync(program)) continue;
    const [, major = ''] = /^v(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
    if (!found.has(major)) found.set(major, program);
  }
  return found;
};
