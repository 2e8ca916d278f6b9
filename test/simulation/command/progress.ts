import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tally } from './tally.ts';

/** Seeds by number, both ends included. */
export type Range = { readonly from: number; readonly to: number };

export type Done = { readonly tally: Tally; readonly seconds: number };

export type Progress = {
  readonly file: string;
  /** What each finished chunk came to, by its first seed. */
  readonly done: () => ReadonlyMap<number, Done>;
  readonly add: (chunk: Range, done: Done) => void;
};

/** Seeds that are run, and written down, at a time. */
const chunk = 500;

export const chunksOf = ({ from, to }: Range): readonly Range[] =>
  Array.from({ length: Math.ceil((to - from + 1) / chunk) }, (_, index) => ({
    from: from + index * chunk,
    to: Math.min(to, from + (index + 1) * chunk - 1),
  }));

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ran = ['lib', 'test/simulation', 'test/memory'];

/**
 * What is done of a range, in a file of one line a chunk: a run can be stopped and taken up again, and several processes can add to it. What other
 * code has done does not count: the file is named after the code.
 */
export const openProgress = (range: Range): Progress => {
  const folder = join(root, '.data/simulation');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${fingerprint()}-seeds-${range.from}..${range.to}.jsonl`);
  return {
    file,
    done: () => {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      return new Map(lines.filter(Boolean).map((line) => JSON.parse(line) as [number, Done]));
    },
    add: ({ from }, done) => appendFileSync(file, `${JSON.stringify([from, done])}\n`),
  };
};

const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const folder of ran)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(root, folder, name)));
  return hash.digest('hex').slice(0, 12);
};
