import { sumOf, sumOfTrials } from '../../lib/routing/health/count-window.ts';
import { sumOfResponses } from '../../lib/routing/health/failure-runs.ts';
import type { HealthPart, HealthRecord, HealthStore, HealthVerdict } from '../../lib/types/health.ts';

/** The store, and what it holds, for whoever checks it. */
export type MemoryHealthStore = HealthStore & {
  readonly parts: readonly HealthPart[];
  readonly verdicts: ReadonlyMap<number, HealthVerdict>;
};

/** `HealthStore` in memory; it passes the suite the DynamoDB store passes. */
export const createMemoryHealthStore = (): MemoryHealthStore => {
  let record: HealthRecord | undefined;
  const verdicts = new Map<number, HealthVerdict>();
  const parts: HealthPart[] = [];
  const lasts = new Map<string, bigint>();
  return {
    parts,
    verdicts,
    addPart: async (shard, part) => {
      const place = `${part.at} ${shard}`;
      if ((lasts.get(place) ?? -1n) >= BigInt(part.first)) return;
      lasts.set(place, BigInt(part.last));
      parts.push(part);
    },
    windows: async (ends) =>
      ends.map((at) => {
        const own = parts.filter((part) => part.at === at);
        const trials = sumOfTrials(own.flatMap((part) => part.trials ?? []));
        const answers = sumOfResponses(own.flatMap((part) => part.answers ?? []));
        return {
          at,
          counts: sumOf(own.flatMap(({ counts }) => counts)).toSorted((a, b) =>
            `${a.psp} ${a.currency}` < `${b.psp} ${b.currency}` ? -1 : 1,
          ),
          ...(trials.length > 0 && {
            trials: trials.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
          }),
          ...(answers.length > 0 && {
            answers: answers.toSorted((a, b) => (a.psp < b.psp ? -1 : 1)),
          }),
        };
      }),
    record: async () => record,
    replace: async (next, added) => {
      if ((record?.rev ?? 0) !== next.rev - 1 || added.some(({ version }) => verdicts.has(version)))
        return false;
      record = next;
      for (const verdict of added) verdicts.set(verdict.version, verdict);
      return true;
    },
    verdict: async (version) => verdicts.get(version ?? Math.max(0, ...verdicts.keys())),
  };
};
