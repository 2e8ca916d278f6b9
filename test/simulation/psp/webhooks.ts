import type { PspEvent } from '../../../lib/types/psp.ts';
import type { World } from '../world.ts';

/** Hands a delivery to the service; `done` is called with whether it answered 2xx, or never where it died. */
export type Deliver = (psp: string, event: PspEvent, done: (accepted: boolean) => void) => void;

export type Webhooks = {
  readonly send: (psp: string, event: PspEvent) => void;
  /** The faults are over: what was lost is sent again soon. */
  readonly heal: () => void;
  readonly undelivered: () => number;
};

/** With the faults over: PSPs give up in the end, and what nobody has taken after three days is not sent any more. */
const mostTries = 12;
const hour_ms = 3_600_000;

/** Every PSP's sender: late, twice, out of order, lost for a while, again until it is taken, and again long after that. */
export const createWebhooks = (world: World, deliver: Deliver): Webhooks => {
  const { time, random, faults, horizon_ms } = world;
  let healing = false;
  let undelivered = 0;
  const dispatch = (psp: string, event: PspEvent, tries: number, delay: number): void => {
    let ended = false;
    const again = (): void => {
      if (ended) return;
      ended = true;
      if (!healing) dispatch(psp, event, 1, random.between(5, 300) * 1000);
      else if (tries < mostTries) dispatch(psp, event, tries + 1, 60_000 * 2 ** tries);
      else undelivered -= 1;
    };
    time.after(delay, () => {
      if (faults.hits('webhook_lost')) return again();
      deliver(psp, event, (accepted) => {
        if (!accepted) return again();
        if (ended) return;
        ended = true;
        undelivered -= 1;
      });
      // A delivery whose receiver died has no answer.
      time.after(35_000, again);
    });
  };
  return {
    heal: () => {
      healing = true;
    },
    undelivered: () => undelivered,
    send: (psp, event) => {
      const copies = faults.hits('webhook_twice') ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        undelivered += 1;
        const late = faults.hits('webhook_late') ? random.between(1, 600) * 1000 : 0;
        dispatch(psp, event, 1, random.between(50, 3_000) + late);
      }
      if (faults.hits('webhook_again'))
        time.after(random.pick([60_000, hour_ms, 24 * hour_ms, horizon_ms]), () =>
          deliver(psp, event, () => undefined),
        );
    },
  };
};
