import type { PspEvent } from '../../../lib/types/psp.ts';
import type { World } from '../world.ts';
import { createRetryQueue, type RetryQueue, type TryOnce } from './retry-queue.ts';

/** Hands a delivery to the service; `done` is called with whether it answered 2xx, or never where it died. */
export type Deliver = (psp: string, event: PspEvent, done: (accepted: boolean) => void) => void;

export type Webhooks = {
  readonly send: (psp: string, event: PspEvent) => void;
  /** The faults are over: what was lost is sent again soon. */
  readonly heal: () => void;
};

/** With the faults over: PSPs give up in the end, and what nobody has taken after three days is not sent any more. */
const mostTries = 12;
const hour_ms = 3_600_000;

/**
 * Every PSP's sender: late, twice, out of order, lost for a while, again until it is taken, and again long after that. The accounts of `one_by_one` hold
 * back what follows until what has failed was taken.
 */
export const createWebhooks = (
  world: World,
  deliver: Deliver,
  one_by_one: readonly string[] = [],
): Webhooks => {
  const { time, random, faults, horizon_ms } = world;
  let healing = false;
  const tryAt =
    (psp: string): TryOnce =>
    (event, ended) => {
      let known = false;
      const end = (accepted: boolean): void => {
        if (!known) ended(accepted);
        known = true;
      };
      if (faults.hits('webhook_lost')) return end(false);
      deliver(psp, event, end);
      // A delivery whose receiver died has no answer.
      time.after(35_000, () => end(false));
    };
  const dispatch = (psp: string, event: PspEvent, tries: number, delay: number): void => {
    const again = (): void => {
      if (!healing) dispatch(psp, event, 1, random.between(5, 300) * 1000);
      else if (tries < mostTries) dispatch(psp, event, tries + 1, 60_000 * 2 ** tries);
    };
    time.after(delay, () => tryAt(psp)(event, (accepted) => accepted || again()));
  };
  const queues = new Map<string, RetryQueue>(
    one_by_one.map((psp) => [psp, createRetryQueue(time, tryAt(psp))]),
  );
  return {
    heal: () => {
      healing = true;
    },
    send: (psp, event) => {
      const queue = queues.get(psp);
      const copies = faults.hits('webhook_twice') ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        const late = faults.hits('webhook_late') ? random.between(1, 600) * 1000 : 0;
        const delay = random.between(50, 3_000) + late;
        if (queue) time.after(delay, () => queue.deliver(event));
        else dispatch(psp, event, 1, delay);
      }
      if (faults.hits('webhook_again'))
        time.after(random.pick([60_000, hour_ms, 24 * hour_ms, horizon_ms]), () =>
          deliver(psp, event, () => undefined),
        );
    },
  };
};
