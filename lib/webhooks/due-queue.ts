import type { DeliveryPorts } from './webhook-ports.ts';

const page = 50;
/** The second try comes five seconds after the first: the worker waits for it itself, since the timer would be too late. */
const patience_ms = 10_000;
/** How long the index may still show settled deliveries. */
const lag_ms = 2_000;

export type Queue = {
  /** Deliveries that are due and were not settled just now, earliest first. */
  readonly due: () => Promise<readonly string[]>;
  /** A delivery was tried: it is due again at `next_at` (Unix milliseconds), or never. */
  readonly settle: (id: string, next_at: number | undefined) => void;
  /** This worker does not touch it again. */
  readonly leave: (id: string) => void;
  /** Whether a delivery that was tried is due again so soon that the worker should wait for it. */
  readonly soon: () => boolean;
};

/** The next work of an endpoint's worker. The index lags, so the worker remembers what it has done. */
export const createQueue = (
  { store, clock }: Pick<DeliveryPorts, 'store' | 'clock'>,
  endpoint: string,
): Queue => {
  const notBefore = new Map<string, number>();
  const again = new Map<string, number>();
  return {
    due: async () => {
      const now = clock.now();
      for (let limit = page; ; limit += page) {
        const due = await store.due(endpoint, now, limit);
        const open = due.filter((id) => (notBefore.get(id) ?? 0) <= now);
        if (open.length > 0 || due.length < limit) return open;
      }
    },
    settle: (id, next_at) => {
      notBefore.set(id, next_at ?? clock.now() + lag_ms);
      if (next_at === undefined) again.delete(id);
      else again.set(id, next_at);
    },
    leave: (id) => {
      notBefore.set(id, Number.POSITIVE_INFINITY);
      again.delete(id);
    },
    soon: () => {
      const limit = clock.now() + patience_ms;
      return [...again.values()].some((at) => at <= limit);
    },
  };
};
