import { type HourCount, latencyLimits_ms, type MoneyCount } from '../types/hour-count.ts';
import { intervalOf } from '../types/interval-of.ts';
import { holdsMoney } from '../types/outcome.ts';
import {
  type AttemptFact,
  attemptFacts,
  type MoneySum,
  type StatsDimension,
  type StatsQuery,
  type StatsRow,
} from '../types/stats.ts';
import { type Period, statsPeriods } from './stats-periods.ts';

type Counts = Readonly<Record<string, number>>;

/** The counts of one period for one PSP account and currency, if the query splits by them. */
type Group = Pick<StatsRow, 'from' | 'to' | 'psp' | 'currency'> & { readonly counts: Map<string, number> };

/** The statistics of a query, by period, then by what it is split by. A part without a count has no row. Pure. */
export const sumStats = (hours: readonly HourCount[], query: StatsQuery): readonly StatsRow[] => {
  const { by } = query;
  const fact = attemptFacts.find((dimension) => by.includes(dimension));
  const groups = groupsOf(hours, statsPeriods(query), by);
  return groups.flatMap(({ counts, ...about }) => {
    const sums = Object.fromEntries(counts);
    return fact === undefined
      ? [{ ...about, ...wholeOf(sums, by.includes('currency')) }]
      : partsOf(sums, fact).map(({ value, ...attempts }) => ({
          ...about,
          [fact]: value,
          ...shareOf(attempts),
          ...notByFact,
        }));
  });
};

const groupsOf = (
  hours: readonly HourCount[],
  periods: readonly Period[],
  by: readonly StatsDimension[],
): readonly Group[] => {
  const groups = new Map<string, Group>();
  for (const { hour, psp, currency, counts } of hours) {
    const period = periods.find(({ from, to }) => from <= hour && hour < to);
    if (!period) continue;
    const split = {
      ...(by.includes('psp') && { psp }),
      ...(by.includes('currency') && { currency }),
    };
    const key = JSON.stringify([String(period.from).padStart(13, '0'), split]);
    const group = groups.get(key) ?? {
      from: period.from / 1000,
      to: period.to / 1000,
      ...split,
      counts: new Map<string, number>(),
    };
    groups.set(key, group);
    for (const [what, n] of Object.entries(counts)) group.counts.set(what, (group.counts.get(what) ?? 0) + n);
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
};

type Attempts = { readonly attempts: number; readonly approved: number };

const shareOf = ({ attempts, approved }: Attempts) => ({
  attempts,
  approved,
  approval_interval:
    attempts === 0 ? null : shares(intervalOf({ ok: approved, failed: attempts - approved })),
});

/** With four digits. */
const shares = ([low, high]: readonly [number, number]): [number, number] => [
  Math.round(low * 10_000) / 10_000,
  Math.round(high * 10_000) / 10_000,
];

const notByFact = {
  recovered: null,
  lost_answers: null,
  latency_p50_ms: null,
  latency_p95_ms: null,
  captured: null,
  refunded: null,
  disputed: null,
} as const;

const wholeOf = (counts: Counts, one_currency: boolean): Omit<StatsRow, 'from' | 'to'> => {
  const outcomes = partsOf(counts, 'outcome');
  const money = (what: MoneyCount): MoneySum => ({
    count: counts[`${what}.n`] ?? 0,
    amount: one_currency ? (counts[`${what}.a`] ?? 0) : null,
  });
  return {
    ...shareOf({
      attempts: outcomes.reduce((sum, { attempts }) => sum + attempts, 0),
      approved: outcomes.reduce((sum, { approved }) => sum + approved, 0),
    }),
    recovered: counts.r ?? 0,
    lost_answers: { count: counts.x ?? 0, captured: money('xc') },
    latency_p50_ms: latencyAt(counts, 0.5),
    latency_p95_ms: latencyAt(counts, 0.95),
    captured: money('m'),
    refunded: money('f'),
    disputed: money('d'),
  };
};

/** Attempts by brand or country, the most frequent first. If it is not recorded, it is null. */
const partsOf = (
  counts: Counts,
  fact: AttemptFact,
): readonly (Attempts & { readonly value: string | null })[] => {
  const parts = new Map<string, Attempts>();
  for (const [what, n] of Object.entries(counts)) {
    const [name, value = '', end] = what.split('.');
    if (name !== letters[fact]) continue;
    const { attempts, approved } = parts.get(value) ?? { attempts: 0, approved: 0 };
    const good = fact === 'outcome' ? holdsMoney(value) : end === 'y';
    parts.set(value, { attempts: attempts + n, approved: approved + (good ? n : 0) });
  }
  return [...parts]
    .map(([value, attempts]) => ({ ...attempts, value: value || null }))
    .toSorted((one, other) => other.attempts - one.attempts || compare(one.value ?? '', other.value ?? ''));
};

const letters = { outcome: 'a', brand: 'b', country: 'c' } as const;

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Accurate to a fifth, but never more than the last limit. Null if nothing was timed. */
const latencyAt = (counts: Counts, share: number): number | null => {
  const limits = [...latencyLimits_ms.map(String), ''];
  const total = limits.reduce((sum, limit) => sum + (counts[`l.${limit}`] ?? 0), 0);
  if (total === 0) return null;
  let seen = 0;
  const found = limits.find((limit) => {
    seen += counts[`l.${limit}`] ?? 0;
    return seen >= share * total;
  });
  return found ? Math.round(Number(found) / 2 ** 0.25) : (latencyLimits_ms.at(-1) ?? null);
};
