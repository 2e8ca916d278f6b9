import type { PspEvent } from '../../../lib/types/psp.ts';
import type { VirtualTime } from '../virtual-time.ts';

/** Tries to deliver an event; `ended` is called once, with whether it was taken. */
export type TryOnce = (event: PspEvent, ended: (accepted: boolean) => void) => void;

export type RetryQueue = {
  /** Delivers an event that is new, or queues it behind those that wait. */
  readonly deliver: (event: PspEvent) => void;
};

const minute_ms = 60_000;
/** From one try to the next, the last of them again and again. */
const pauses_ms = [5_000, 30_000, ...[2, 5, 10, 15, 30, 60, 120, 240, 480].map((many) => many * minute_ms)];
const longest_ms = 30 * 86_400_000;

type Waiting = { readonly event: PspEvent; readonly nth: number; readonly since: number };

/** One endpoint's failed deliveries: the earliest is tried again, for thirty days, and the next follows only after a success. */
export const createRetryQueue = (time: VirtualTime, tryOnce: TryOnce): RetryQueue => {
  let made = 0;
  let waiting: readonly Waiting[] = [];
  const wait = (one: Waiting): void => {
    if (waiting.length === 0) retry(0);
    waiting = [...waiting, one].sort((a, b) => a.nth - b.nth);
  };
  const retry = (tries: number): void =>
    time.after(pauses_ms[Math.min(tries, pauses_ms.length - 1)] ?? 0, () => {
      const [first] = waiting;
      if (first)
        tryOnce(first.event, (accepted) => {
          const over = accepted || time.now() - first.since > longest_ms;
          if (over) waiting = waiting.filter((one) => one !== first);
          if (waiting.length > 0) retry(over ? 0 : tries + 1);
        });
    });
  return {
    deliver: (event) => {
      const one = { event, nth: made++, since: time.now() };
      if (waiting.length > 0) wait(one);
      else tryOnce(event, (accepted) => accepted || wait(one));
    },
  };
};
