import { relative } from 'node:path';
import { chunksOf, openProgress, type Range } from './progress.ts';
import { type ManyResult, runMany } from './run-many.ts';
import { addTally, createTally } from './tally.ts';

export type RangeOptions = {
  readonly range: Range;
  /** Every `of`th chunk from the `part`th on is run here, the others by other processes. */
  readonly part: number;
  readonly of: number;
  readonly payments: number;
  readonly threads: number;
};

type RangeResult = ManyResult & { readonly missing: number; readonly is_other_code: boolean };

/**
 * Many seeds in chunks that are kept when they are done. Resolves to what all that is done of the range has come to, and how many chunks are not. Each
 * chunk loads the code anew: once that has changed, no chunk counts and none begins.
 */
export const runRange = async ({
  range,
  part,
  of,
  payments,
  threads,
}: RangeOptions): Promise<RangeResult> => {
  const progress = await openProgress();
  const chunks = chunksOf(range);
  const before = progress.done(chunks);
  const mine = chunks.filter(({ from }, index) => index % of === part - 1 && !before.has(from));
  console.log(
    `seeds ${range.from} to ${range.to}: ${before.size} of ${chunks.length} chunks are done (${relative('.', progress.file)})`,
  );
  for (const { from, to } of mine) {
    const result = await runMany({ first: from, seeds: to - from + 1, payments, threads });
    const is_other_code = !(await progress.isSameCode());
    if (is_other_code || result.failed)
      return { ...result, missing: chunks.length - progress.done(chunks).size, is_other_code };
    progress.add({ from, to }, { tally: result.tally, seconds: result.seconds });
    console.log(`seeds ${from} to ${to} done, ${progress.done(chunks).size} of ${chunks.length} chunks`);
  }
  const done = progress.done(chunks);
  const tally = createTally();
  for (const one of done.values()) addTally(tally, one.tally);
  const seconds = [...done.values()].reduce((total, one) => total + one.seconds, 0);
  return { tally, seconds, failed: undefined, missing: chunks.length - done.size, is_other_code: false };
};
