/** Timers of one simulator, which all end with it. */
export type Timers = {
  readonly after: (ms: number, run: () => void) => void;
  /** As `after`, but no later than the next `release`. */
  readonly hold: (ms: number, run: () => void) => void;
  readonly release: () => void;
  readonly clear: () => void;
};

export const createTimers = (): Timers => {
  const running = new Set<NodeJS.Timeout>();
  const held = new Set<() => void>();
  let ended = false;
  const after = (ms: number, run: () => void): void => {
    // Work that was awaited when the simulator ended must not keep the process alive.
    if (ended) return;
    const timer = setTimeout(() => {
      running.delete(timer);
      run();
    }, ms);
    running.add(timer);
  };
  return {
    after,
    hold: (ms, run) => {
      const once = () => {
        if (held.delete(once)) run();
      };
      held.add(once);
      after(ms, once);
    },
    release: () => {
      for (const once of held) once();
    },
    clear: () => {
      ended = true;
      held.clear();
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
};
