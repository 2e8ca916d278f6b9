import type { Held } from '../types/webhook.ts';
import type { DeliveryPorts } from './webhook-ports.ts';

/** A worker that dies holds its lanes no longer than this. */
const lease_ms = 55_000;
/** Longer than a try and storing its result take. */
const renewBefore_ms = 40_000;

export type HeldLanes = {
  readonly all: () => readonly number[];
  /** False if another worker holds it; that worker is notified of new work. */
  readonly take: (lane: number) => Promise<boolean>;
  /** Renews every lease. False if one was lost. */
  readonly renew: () => Promise<boolean>;
  /** When the first of the leases ends. Unix milliseconds. */
  readonly until: () => number;
  /** Releases the lanes without new work, and resolves to whether none is held any more. */
  readonly release: () => Promise<boolean>;
  /** Releases every lane, even with work left: the next worker finds it. */
  readonly letGo: () => Promise<void>;
};

/** The lanes that only this worker serves, each under a lease. */
export const createHeldLanes = (
  { store, worker, clock }: Pick<DeliveryPorts, 'store' | 'worker' | 'clock'>,
  endpoint: string,
): HeldLanes => {
  const held = new Map<number, Held & { readonly until: number }>();
  const until = (): number => Math.min(...[...held.values()].map((lease) => lease.until));
  const releaseOne = async (lane: number, words: Held): Promise<void> => {
    const left = await store.releaseLease({ endpoint, lane }, worker, words);
    if (left === true) held.delete(lane);
    else held.set(lane, { until: until(), ...left });
  };
  const release = async (): Promise<boolean> => {
    await Promise.all([...held].map(([lane, words]) => releaseOne(lane, words)));
    return held.size === 0;
  };
  return {
    all: () => [...held.keys()],
    take: async (lane) => {
      const now = clock.now();
      const taken = await store.takeLease({ endpoint, lane }, { worker, now, until: now + lease_ms });
      if (taken) held.set(lane, { ...taken, until: now + lease_ms });
      return taken !== undefined;
    },
    renew: async () => {
      const now = clock.now();
      if (until() - now >= renewBefore_ms) return true;
      const lease = { worker, until: now + lease_ms };
      const kept = await Promise.all(
        [...held.keys()].map((lane) => store.renewLease({ endpoint, lane }, lease)),
      );
      for (const [lane, words] of held) held.set(lane, { ...words, until: lease.until });
      return kept.every(Boolean);
    },
    until,
    release,
    letGo: async () => {
      while (!(await release()));
    },
  };
};
