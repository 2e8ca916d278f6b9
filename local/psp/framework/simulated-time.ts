/** The time that a simulator lives in. `after` returns a function that calls it off. */
export type SimulatedTime = {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly after: (ms: number, run: () => unknown) => () => void;
};

export const realTime: SimulatedTime = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
