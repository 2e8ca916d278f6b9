import type { MemoryPaymentStore } from '../../local/memory/memory-payment-store.ts';
import type { Service } from './service.ts';
import type { World } from './world.ts';

export type Healing = {
  readonly store: MemoryPaymentStore;
  readonly service: Service;
  readonly poisoned: ReadonlySet<string>;
  readonly stopped: () => boolean;
  /** Looks at what is due, before each run. */
  readonly watch: () => void;
  /** The person who decides, if there is one. */
  readonly review: () => void;
};

/** Longer than the recovery schedule, a person's patience and every PSP's own deadlines, beside what may still happen at the PSPs. */
const longest_ms = 20 * 86_400_000;
const day_ms = 86_400_000;

/** Nobody asks, nothing fails, recovery runs every minute: in the end nothing is open. Minutes in which nothing is due are skipped. */
export const heal = async (
  { time, horizon_ms }: World,
  { store, service, poisoned, stopped, watch, review }: Healing,
): Promise<void> => {
  const end = time.now() + horizon_ms + longest_ms;
  while (time.now() < end && !stopped()) {
    review();
    const next = Math.min(nextDue(store, poisoned), time.nextAt() ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    const step = Math.min(Math.max(time.now() + 60_000, next), time.now() + day_ms, end);
    await time.runUntil(step, stopped);
    watch();
    if (nextDue(store, poisoned) <= time.now()) service.recover();
  }
};

const nextDue = ({ charges, held }: MemoryPaymentStore, poisoned: ReadonlySet<string>): number => {
  let first = Math.min(...[...held.values()].map(({ due_at = Number.POSITIVE_INFINITY }) => due_at));
  for (const { recover_at, session } of charges.values())
    if (recover_at !== undefined && recover_at < first && !poisoned.has(session)) first = recover_at;
  return first;
};
