/** Timers of one simulator, which all end with it. */
export type Timers = { readonly after: (ms: number, run: () => void) => void; readonly clear: () => void };

export const createTimers = (): Timers => {
  const running = new Set<NodeJS.Timeout>();
  let ended = false;
  return {
    after: (ms, run) => {
      // Work that was awaited when the simulator ended must not keep the process alive.
      if (ended) return;
      const timer = setTimeout(() => {
        running.delete(timer);
        run();
      }, ms);
      running.add(timer);
    },
    clear: () => {
      ended = true;
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
};
