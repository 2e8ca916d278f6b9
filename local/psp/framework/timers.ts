import { realTime, type SimulatedTime } from './simulated-time.ts';

/** Timers of one simulator, which all end with it. */
export type Timers = {
  readonly after: (ms: number, run: () => unknown) => void;
  /** As `after`, but no later than the next `release`. */
  readonly hold: (ms: number, run: () => void) => void;
  readonly release: () => void;
  readonly clear: () => void;
};

export const createTimers = (time: Pick<SimulatedTime, 'after'> = realTime): Timers => {
  const running = new Set<() => void>();
  const held = new Set<() => void>();
  let ended = false;
  const after = (ms: number, run: () => unknown): void => {
    // Work that was awaited when the simulator ended must not keep the process alive.
    if (ended) return;
    const callOff = time.after(ms, () => {
      running.delete(callOff);
      return run();
    });
    running.add(callOff);
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
      for (const callOff of running) callOff();
      running.clear();
    },
  };
};
