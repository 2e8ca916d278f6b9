/**
 * One invocation of a function. `leave` lets a call go out and `resume` lets its answer in, unless the process was killed; a frozen one does so
 * later, possibly long after its deadline.
 */
export type Process = {
  readonly id: string;
  readonly kind: string;
  /** Its own clock, Unix milliseconds: wrong by up to five minutes where clocks are skewed. */
  readonly now: () => number;
  readonly deadline: number;
  readonly leave: (go: () => void) => void;
  readonly resume: (go_on: () => void) => void;
  readonly isAlive: () => boolean;
  /** It dies now. */
  readonly kill: (why: string) => void;
};
