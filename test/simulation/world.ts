import type { Checker } from './checker/checker.ts';
import type { Faults } from './faults.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What every part of a simulated world shares. */
export type World = {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: Faults;
  readonly checker: Checker;
  /** How long after it something may still happen to a payment at its PSP. */
  readonly horizon_ms: number;
  /** Adds to the replay hash, and to the trace where one is kept. */
  readonly note: (what: string) => void;
};
