import { type HeldEvent, mostHeldAtOnce, mostHeldPerHour } from '../../lib/types/held-event.ts';

const hour_ms = 3_600_000;

/** The held events of `PaymentStore` in memory. `now` in Unix milliseconds, for the limit of an hour. */
export const createMemoryHeldEvents = (now: () => number) => {
  const events = new Map<string, HeldEvent>();
  const counts = new Map<string, number>();
  const keyOf = ({ psp, event }: HeldEvent): string => `${psp} ${event.id}`;
  return {
    events,
    hold: (held: HeldEvent): boolean => {
      if (events.has(keyOf(held))) return true;
      const hour = `${held.psp} ${Math.floor(now() / hour_ms)}`;
      const count = counts.get(hour) ?? 0;
      if (count >= mostHeldPerHour) return false;
      counts.set(hour, count + 1);
      events.set(keyOf(held), held);
      return true;
    },
    due: (at: number): readonly HeldEvent[] =>
      [...events.values()]
        .filter(({ due_at = Number.POSITIVE_INFINITY }) => due_at <= at)
        .toSorted((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0))
        .slice(0, mostHeldAtOnce),
    replace: (held: HeldEvent): void => {
      events.set(keyOf(held), held);
    },
  };
};
