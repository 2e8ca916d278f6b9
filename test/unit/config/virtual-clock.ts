import type { Clock } from '../../../lib/types/ports.ts';

export type VirtualClock = Clock & {
  /** Lets time pass: sleepers wake in order, and what they set off runs. */
  readonly pass: (milliseconds: number) => Promise<void>;
};

export const virtualClock = (): VirtualClock => {
  let now = 1_763_630_000_000;
  let sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (milliseconds) =>
      new Promise((wake) => {
        sleepers.push({ until: now + milliseconds, wake });
      }),
    pass: async (milliseconds) => {
      now += milliseconds;
      const woken = sleepers.filter(({ until }) => until <= now).sort((a, b) => a.until - b.until);
      sleepers = sleepers.filter(({ until }) => until > now);
      for (const { wake } of woken) wake();
      await settled();
    },
  };
};

/** Resolves when everything that can go on without time passing has gone on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
