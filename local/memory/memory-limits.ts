import type { Decline } from '../../lib/types/outcome.ts';
import type { CardWrite, Exceeded, LimitWrite } from '../../lib/types/ports.ts';

type Counter = { readonly n: number; readonly ones: ReadonlySet<string>; readonly until: number };

type CardTries = {
  readonly tries: Map<string, Set<string>>;
  blocked?: { readonly at: number; readonly until: number };
  wait?: { readonly until: number; readonly after: Decline };
};

const day = 86_400;
type CounterWrite = Exclude<LimitWrite, CardWrite>;

const isCounter = (write: LimitWrite): write is CounterWrite =>
  write.limit === 'take' || write.limit === 'take_one' || write.limit === 'put_back';

const counted = ({ n, ones }: Counter, write: CounterWrite): Partial<Counter> => {
  if (write.limit === 'take') return { n: n + 1 };
  const others = [...ones].filter((one) => one !== write.one);
  return { ones: new Set(write.limit === 'take_one' ? [...others, write.one] : others) };
};

const timeOf = (id: string): number => Number(id.split('.')[0]);

/** The counters of `PaymentStore.commit` in memory: who would refuse, and counting once nobody does. `now` in Unix milliseconds. */
export const createMemoryLimits = (now: () => number) => {
  const counters = new Map<string, Counter>();
  const cards = new Map<string, CardTries>();
  const now_s = () => Math.floor(now() / 1000);

  const running = (id: string): Counter | undefined => {
    const counter = counters.get(id);
    return counter && counter.until > now_s() ? counter : undefined;
  };

  const cardOf = (id: string): CardTries => {
    const card = cards.get(id) ?? { tries: new Map() };
    cards.set(id, card);
    return card;
  };

  const cardRefuses = (write: Extract<CardWrite, { limit: 'try' }>): Exceeded | undefined => {
    const { tries, blocked, wait } = cardOf(write.id);
    const series = [...(tries.get(write.try.series) ?? [])].map(timeOf);
    const all = [...tries.values()].flatMap((ids) => [...ids]).map(timeOf);
    const place = (times: readonly number[], max: number, within_s: number): number =>
      times.length < max ? 0 : (times.toSorted((a, b) => b - a)[max - 1] ?? 0) + within_s;
    const until = Math.max(
      blocked ? Math.min(blocked.until, blocked.at + write.bound_s) : 0,
      place(all, 100, 30 * day),
      ...write.caps.map(({ max, within_s }) => place(series, max, within_s)),
    );
    if (until > now_s()) return { id: write.id, until };
    return write.waits && wait && wait.until > now_s()
      ? { id: write.id, until: wait.until, advised_after: wait.after }
      : undefined;
  };

  const refusal = (write: LimitWrite): Exceeded | undefined => {
    if (write.limit === 'try') return cardRefuses(write);
    if (write.limit !== 'take' && write.limit !== 'take_one') return undefined;
    const counter = running(write.id);
    const taken = write.limit === 'take' ? counter?.n : counter?.ones.size;
    return counter && Number(taken) >= write.max ? { id: write.id, until: counter.until } : undefined;
  };

  const count = (write: LimitWrite): void => {
    const { id } = write;
    if (isCounter(write)) {
      const counter = running(id) ?? { n: 0, ones: new Set(), until: now_s() + write.window_s };
      counters.set(id, { ...counter, ...counted(counter, write) });
      return;
    }
    const card = cardOf(id);
    switch (write.limit) {
      case 'try':
        card.tries.set(write.try.series, (card.tries.get(write.try.series) ?? new Set()).add(write.try.id));
        return;
      case 'give_back':
        card.tries.get(write.try.series)?.delete(write.try.id);
        if (write.approved) delete card.blocked;
        return;
      case 'block':
        card.blocked = { at: now_s(), until: now_s() + write.kept_s };
        return;
      default:
        card.wait = { until: write.until, after: write.outcome };
    }
  };

  return {
    exceeded: (writes: readonly LimitWrite[]) => writes.flatMap((write) => refusal(write) ?? []),
    count: (writes: readonly LimitWrite[]): void => writes.forEach(count),
  };
};
