import { base32 } from '../../lib/types/base32.ts';
import type { NewId } from '../../lib/types/ports.ts';
import { seededRandom } from '../psp/framework/seeded-random.ts';

/** What is drawn from one seed. */
export type Chance = {
  /** In [0, 1). */
  readonly random: () => number;
  readonly hits: (share: number) => boolean;
  /** An integer, both ends included. */
  readonly between: (from: number, to: number) => number;
  readonly pick: <T>(from: readonly [T, ...T[]]) => T;
  /** By weight. */
  readonly draw: <T>(from: readonly (readonly [T, number])[]) => T;
  readonly newId: NewId;
};

export const createChance = (seed: number): Chance => {
  const random = seededRandom(seed);
  const between = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  return {
    random,
    hits: (share) => random() < share,
    between,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    draw: <T>(from: readonly (readonly [T, number])[]): T => {
      let left = random() * from.reduce((sum, [, weight]) => sum + weight, 0);
      const found = from.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return (found ?? (from[0] as readonly [T, number]))[0];
    },
    newId: (prefix) => `${prefix}_${base32(Uint8Array.from({ length: 16 }, () => between(0, 255)))}`,
  };
};
