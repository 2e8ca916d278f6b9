import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Left } from './score.ts';

/** Why a mutant that nobody caught is none the worse: what it changes can show nowhere. */
export type Explanation = Pick<Left, 'file' | 'at' | 'original' | 'replacement'> & { readonly why: string };

/** Written by hand, in explanations.json. */
export const explanations: readonly Explanation[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'explanations.json'), 'utf8'),
);
