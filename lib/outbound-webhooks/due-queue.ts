import type { Due, Lane, OutgoingDelivery } from '../types/webhook.ts';
import { eventOf } from './new-delivery.ts';
import type { DeliveryPorts } from './webhook-ports.ts';

const page = 50;
/** The second try is due five seconds after the first. The worker waits for it, since the timer would be too late. */
const soon_ms = 10_000;
/** How long the index may still list settled deliveries. */
const lag_ms = 2_000;
/** How long the index is not read again after it had no more due deliveries. */
const seen_ms = 1_000;

export type Queue = {
  /**
   * At most this many deliveries to try now, earliest first. Excludes those just settled and those that the worker already has. `reread` reads the
   * index even if it had no more due deliveries a moment ago.
   */
  readonly take: (
    lanes: readonly number[],
    most: number,
    reread: boolean,
  ) => Promise<readonly OutgoingDelivery[]>;
  /** A delivery was tried: it is due again at `next_at` (Unix milliseconds), or never. */
  readonly settle: (id: string, next_at: number | undefined) => void;
  /** This worker does not try it again. */
  readonly leave: (id: string) => void;
  /** Whether a delivery that was tried is due again so soon that the worker should wait for it. */
  readonly soon: () => boolean;
};

/** The next deliveries for a worker. The index lags, so the queue remembers what the worker has done. */
export const createQueue = (ports: Pick<DeliveryPorts, 'store' | 'clock'>, endpoint: string): Queue => {
  const { clock } = ports;
  const memory: Memory = {
    notBefore: new Map(),
    again: new Map(),
    loaded: [],
    seenAll: Number.NEGATIVE_INFINITY,
  };
  const { notBefore, again } = memory;
  return {
    take: async (lanes, most, reread) => {
      const seen = !reread && clock.now() - memory.seenAll < seen_ms;
      if (memory.loaded.length === 0 && !seen) await load(ports, endpoint, memory, lanes);
      return memory.loaded.splice(0, most);
    },
    settle: (id, next_at) => {
      // Not until it is due: somebody may bring it forward.
      notBefore.set(id, clock.now() + lag_ms);
      if (next_at === undefined) again.delete(id);
      else again.set(id, next_at);
    },
    leave: (id) => {
      notBefore.set(id, Number.POSITIVE_INFINITY);
      again.delete(id);
    },
    soon: () => {
      const limit = clock.now() + soon_ms;
      return [...again.values()].some((at) => at <= limit);
    },
  };
};

/** Times are Unix milliseconds. */
type Memory = {
  /** By delivery: until when its entry in the index is ignored. */
  readonly notBefore: Map<string, number>;
  /** By delivery that was tried: when it is due again. */
  readonly again: Map<string, number>;
  /** Read, and not taken yet. */
  loaded: OutgoingDelivery[];
  /** When the index last had no more due deliveries. */
  seenAll: number;
};

const load = async (
  ports: Pick<DeliveryPorts, 'store' | 'clock'>,
  endpoint: string,
  memory: Memory,
  lanes: readonly number[],
): Promise<void> => {
  const { notBefore } = memory;
  const now = ports.clock.now();
  for (const [id, at] of notBefore) if (at <= now) notBefore.delete(id);
  const found = await Promise.all(lanes.map((lane) => openIn(ports, { endpoint, lane }, notBefore)));
  const open = found.flatMap((lane) => lane.open).sort((a, b) => a.at - b.at);
  if (open.length <= page && found.every(({ all }) => all)) memory.seenAll = now;
  const ids = open.slice(0, page).map(({ id }) => ({ id, event: eventOf(id) }));
  // From here on the worker has them.
  for (const { id } of ids) notBefore.set(id, Number.POSITIVE_INFINITY);
  memory.loaded = [...(await ports.store.outgoing(ids))];
};

const openIn = async (
  { store, clock }: Pick<DeliveryPorts, 'store' | 'clock'>,
  lane: Lane,
  notBefore: Memory['notBefore'],
): Promise<{ readonly open: readonly Due[]; readonly all: boolean }> => {
  const now = clock.now();
  for (let limit = page; ; limit += page) {
    const due = await store.due(lane, now, limit);
    const open = due.filter(({ id }) => (notBefore.get(id) ?? now) <= now);
    if (open.length > 0 || due.length < limit) return { open, all: due.length < limit };
  }
};
