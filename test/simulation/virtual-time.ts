import { createEventHeap } from './event-heap.ts';

/** The time of a simulated world and what is to happen in it. Unix milliseconds. */
export type VirtualTime = {
  readonly now: () => number;
  readonly after: (delay_ms: number, run: () => void) => void;
  readonly nextAt: () => number | undefined;
  /** Lets events happen up to a time, or until told to stop. Between two of them everything that can run has run. */
  readonly runUntil: (end: number, stopped: () => boolean) => Promise<void>;
  readonly events: () => number;
};

export const createVirtualTime = (start: number): VirtualTime => {
  const heap = createEventHeap();
  let now = start;
  let events = 0;
  return {
    now: () => now,
    after: (delay_ms, run) => heap.add(now + Math.max(0, delay_ms), run),
    nextAt: () => heap.next()?.time,
    events: () => events,
    runUntil: (end, stopped) =>
      new Promise((resolve) => {
        const step = (): void => {
          const next = heap.next();
          if (next === undefined || next.time > end || stopped()) {
            if (!stopped()) now = Math.max(now, end);
            resolve();
            return;
          }
          heap.take();
          now = next.time;
          events += 1;
          next.run();
          process.nextTick(turn);
        };
        // A tick queued from a microtask runs when no microtask is left: by then every continuation of the event has come to its next wait.
        const turn = (): void => queueMicrotask(step);
        // What was called just before comes to its first wait before time passes.
        queueMicrotask(() => process.nextTick(turn));
      }),
  };
};
