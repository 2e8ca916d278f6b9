import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type { Edit, Mutant } from './mutant.ts';

const lib = new URL('../../../lib/', import.meta.url);

/** How often its text is in its file. */
export const timesFound = ({ file, find }: Edit): number =>
  readFileSync(new URL(file, lib), 'utf8').split(find).length - 1;

/** Plants a mistake in every module this thread loads from now on. Throws where a text of it is not found exactly once. */
export const plant = ({ name, also = [], ...first }: Mutant): void => {
  const edits = new Map<string, Edit[]>();
  for (const edit of [first, ...also]) {
    if (timesFound(edit) !== 1)
      throw new Error(`planted mistake "${name}": its text is not in lib/${edit.file} exactly once`);
    const target = new URL(edit.file, lib).href;
    edits.set(target, [...(edits.get(target) ?? []), edit]);
  }
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      // A function, so that no `$` in a replacement is read as a pattern.
      const change = (source: string, { find, replace }: Edit) => source.replace(find, () => replace);
      const planted = edits.get(url);
      return planted ? { ...loaded, source: planted.reduce(change, String(loaded.source)) } : loaded;
    },
  });
};
