import type { Stats, StatsRow } from '../../server/src/generated/api-types.ts';

type Sum = { readonly count: number; readonly amount: number };

/** The numbers of one PSP and currency, and of one further fact, over the whole time. */
export type StatsGroup = {
  readonly psp: string;
  readonly currency: string;
  /** The brand, country or outcome. Undefined unless split by one; null if unknown. */
  readonly fact: string | null | undefined;
  readonly attempts: number;
  readonly approved: number;
  readonly recovered: number;
  readonly lost: number;
  readonly lostCaptured: Sum;
  readonly captured: Sum;
  readonly refunded: Sum;
  readonly disputed: Sum;
  /** The highest of any interval, since percentiles do not add up. */
  readonly latency_p95_ms: number | null;
};

/** Adds the rows of all times. Most attempts first. */
export const groupStats = ({ rows }: Stats): readonly StatsGroup[] =>
  [...Map.groupBy(rows, keyOf).values()].map(sumOf).toSorted((a, b) => b.attempts - a.attempts);

const factOf = ({ brand, country, outcome }: StatsRow): string | null | undefined =>
  [brand, country, outcome].find((fact) => fact !== undefined);

const keyOf = (row: StatsRow): string => JSON.stringify([row.psp, row.currency, factOf(row) ?? null]);

const sumOf = (rows: readonly StatsRow[]): StatsGroup => {
  const [first] = rows;
  const total = (pick: (row: StatsRow) => number | null | undefined): number =>
    rows.reduce((sum, row) => sum + (pick(row) ?? 0), 0);
  const money = (
    pick: (row: StatsRow) => { readonly count: number; readonly amount: number | null } | null | undefined,
  ) => ({
    count: total((row) => pick(row)?.count),
    amount: total((row) => pick(row)?.amount),
  });
  const latencies = rows.flatMap((row) => row.latency_p95_ms ?? []);
  return {
    psp: first?.psp ?? '',
    currency: first?.currency ?? '',
    fact: first && factOf(first),
    attempts: total((row) => row.attempts),
    approved: total((row) => row.approved),
    recovered: total((row) => row.recovered),
    lost: total((row) => row.lost_answers?.count),
    lostCaptured: money((row) => row.lost_answers?.captured),
    captured: money((row) => row.captured),
    refunded: money((row) => row.refunded),
    disputed: money((row) => row.disputed),
    latency_p95_ms: latencies.length === 0 ? null : Math.max(...latencies),
  };
};
