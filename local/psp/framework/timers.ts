/** Timers of one simulator, which all end with it. */
export type Timers = { readonly after: (ms: number, run: () => void) => void; readonly clear: () => void };

export const createTimers = (): Timers => {
  const running = new Set<NodeJS.Timeout>();
  return {
    after: (ms, run) => {
      const timer = setTimeout(() => {
        running.delete(timer);
        run();
      }, ms);
      running.add(timer);
    },
    clear: () => {
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
};
