import { realTime, type SimulatedTime } from '../psp/framework/simulated-time.ts';

/** Time that is moved to the past, passes as fast as things happen there, and is the real one before and after. */
export type MovedTime = SimulatedTime & {
  readonly sleep: (ms: number) => Promise<void>;
  /** Something takes this long. */
  readonly spend: (ms: number) => void;
  readonly moveTo: (at: number) => void;
  /** Lets what was to happen by `end` happen, each once what came before it has ended. `between` is called after each. */
  readonly passUntil: (end: number, between: () => void) => Promise<void>;
  /** The real time from now on: what is still to happen then happens in it. */
  readonly release: () => void;
};

type Due = { readonly at: number; readonly run: () => unknown };

export const createMovedTime = (): MovedTime => {
  let moved: number | undefined;
  const waiting: Due[] = [];
  const now = (): number => moved ?? realTime.now();
  const add = (due: Due): void => {
    const place = waiting.findLastIndex(({ at }) => at <= due.at) + 1;
    waiting.splice(place, 0, due);
  };
  const remove = (due: Due): void => {
    const place = waiting.indexOf(due);
    if (place >= 0) waiting.splice(place, 1);
  };
  const spend = (ms: number): void => {
    if (moved !== undefined) moved += ms;
  };
  return {
    now,
    after: (ms, run) => {
      if (moved === undefined) return realTime.after(ms, run);
      let callOff: (() => void) | undefined;
      const due: Due = {
        at: moved + Math.max(0, ms),
        run: () => {
          if (moved !== undefined) return run();
          callOff = realTime.after(Math.max(0, due.at - realTime.now()), run);
          return undefined;
        },
      };
      add(due);
      return () => {
        remove(due);
        callOff?.();
      };
    },
    sleep: async (ms) => spend(ms),
    spend,
    moveTo: (at) => {
      moved = at;
    },
    passUntil: async (end, between) => {
      for (let next = waiting[0]; next !== undefined && next.at <= end; next = waiting[0]) {
        waiting.shift();
        moved = Math.max(now(), next.at);
        await next.run();
        between();
      }
      moved = Math.max(now(), end);
    },
    release: () => {
      moved = undefined;
      for (const due of waiting.splice(0)) due.run();
    },
  };
};
