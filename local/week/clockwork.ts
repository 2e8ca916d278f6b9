import type { Deliveries } from './deliveries.ts';
import type { Engine } from './engine.ts';
import type { MovedTime } from './moved-time.ts';
import { minute_ms } from './stories.ts';

export type Clockwork = {
  /** Plans the next look, once something may have come up. */
  readonly plan: () => void;
  readonly end: () => void;
};

/** What the product's own timer does every minute: here, in the minutes that have something to do. */
export const createClockwork = (time: MovedTime, engine: Engine, deliveries: Deliveries): Clockwork => {
  let planned: { readonly at: number; readonly callOff: () => void } | undefined;
  let ended = false;
  const tick = async (): Promise<void> => {
    planned = undefined;
    await engine.recover();
    await deliveries.wake();
  };
  return {
    plan: () => {
      const due = Math.min(engine.nextCheck() ?? Infinity, deliveries.nextTry() ?? Infinity);
      const at = Math.max(
        Math.ceil(due / minute_ms) * minute_ms,
        Math.floor(time.now() / minute_ms + 1) * minute_ms,
      );
      if (ended || planned?.at === at) return;
      planned?.callOff();
      planned = Number.isFinite(at) ? { at, callOff: time.after(at - time.now(), tick) } : undefined;
    },
    end: () => {
      ended = true;
      planned?.callOff();
    },
  };
};
