import type { LimitWrite } from '../../lib/types/ports.ts';

type Counter = { readonly n: number; readonly until: number; readonly blocked: boolean };

/** The counters of `PaymentStore.commit` in memory: who would refuse, and counting once nobody does. `now` in Unix milliseconds. */
export const createMemoryLimits = (now: () => number) => {
  const counters = new Map<string, Counter>();
  const now_s = () => Math.floor(now() / 1000);
  const running = (id: string): Counter | undefined => {
    const counter = counters.get(id);
    return counter && counter.until > now_s() ? counter : undefined;
  };
  const refuses = (write: LimitWrite): boolean => {
    const counter = running(write.id);
    return write.limit === 'take' && counter !== undefined && (counter.blocked || counter.n >= write.max);
  };
  return {
    exceeded: (writes: readonly LimitWrite[]) =>
      writes.filter(refuses).map(({ id }) => ({ id, until: counters.get(id)?.until ?? 0 })),
    count: (writes: readonly LimitWrite[]): void => {
      for (const { id, limit, window_s } of writes) {
        const counter = (limit === 'take' ? running(id) : counters.get(id)) ?? {
          n: 0,
          until: now_s() + window_s,
          blocked: false,
        };
        const by = limit === 'take' ? 1 : limit === 'give_back' ? -1 : 0;
        const until = limit === 'block' ? now_s() + window_s : counter.until;
        counters.set(id, { n: counter.n + by, until, blocked: counter.blocked || limit === 'block' });
      }
    },
  };
};
