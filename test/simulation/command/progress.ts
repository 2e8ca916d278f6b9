import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Tally } from './tally.ts';

/** Seeds by number, both ends included. */
export type Range = { readonly from: number; readonly to: number };

export type Done = { readonly tally: Tally; readonly seconds: number };

export type Progress = {
  readonly file: string;
  /** What those of these chunks came to that have been run, by their first seed. */
  readonly done: (chunks: readonly Range[]) => ReadonlyMap<number, Done>;
  readonly add: (chunk: Range, done: Done) => void;
  /** Whether the code is the one that the file is named after: each chunk loads it anew. */
  readonly isSameCode: () => Promise<boolean>;
};

/** Seeds that are run, and written down, at a time. */
const chunk = 500;

export const chunksOf = ({ from, to }: Range): readonly Range[] =>
  Array.from({ length: Math.ceil((to - from + 1) / chunk) }, (_, index) => ({
    from: from + index * chunk,
    to: Math.min(to, from + (index + 1) * chunk - 1),
  }));

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * What is done, in a file of one line a chunk: a run can be stopped and taken up again, a longer one counts what a shorter one did, and several
 * processes can add to it. What other code has done does not count: the file is named after the code.
 */
export const openProgress = async (
  folder = join(root, '.data/simulation'),
  entry = 'test/simulation/run-seed.ts',
): Promise<Progress> => {
  mkdirSync(folder, { recursive: true });
  const code = await fingerprintOf(entry);
  const file = join(folder, `${code}.jsonl`);
  return {
    file,
    done: (chunks) => {
      const lastOf = new Map(chunks.map(({ from, to }) => [from, to]));
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
      const all = lines.map((line) => JSON.parse(line) as [Range, Done]);
      return new Map(
        all.filter(([ran]) => lastOf.get(ran.from) === ran.to).map(([ran, done]) => [ran.from, done]),
      );
    },
    add: (range, done) => appendFileSync(file, `${JSON.stringify([range, done])}\n`),
    isSameCode: async () => (await fingerprintOf(entry)) === code,
  };
};

/** Of the code that `entry` runs, with its packages, and not of comments, types and files beside it. */
export const fingerprintOf = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    legalComments: 'none',
    minify: true,
    write: false,
  });
  return createHash('sha256')
    .update(outputFiles[0]?.contents ?? '')
    .digest('hex')
    .slice(0, 12);
};
