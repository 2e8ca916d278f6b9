import type { Left } from './score.ts';

/** Why a mutant that nobody caught is none the worse: what it changes can show nowhere. */
export type Explanation = Pick<Left, 'file' | 'at' | 'original' | 'replacement'> & { readonly why: string };

export const explanations: readonly Explanation[] = [];
