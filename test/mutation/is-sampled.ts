import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/** One mutant in so many is judged unless all are asked for. */
export const sampled = 8;

/** By what it does, so that a change elsewhere in the file leaves the sample as it is. */
export const isSampled = ({ file, at, original, replacement }: Mutant): boolean => {
  const digest = createHash('sha256').update([file, at, original, replacement].join('\n')).digest();
  return digest.readUInt32BE() % sampled === 0;
};
