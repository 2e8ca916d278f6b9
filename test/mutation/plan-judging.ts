import type { Mutant } from './mutant.ts';
import type { JudgeName, Rehearsal } from './thread/order.ts';

/** Who judges a mutant. */
export type Judging = {
  readonly mutant: Mutant;
  /** Tests that come through it. */
  readonly tests: () => readonly JudgeName[];
  /** Suites to be loaded anew, because it also runs while something loads. */
  readonly suites: () => readonly string[];
  /** Those who have caught others in its file are asked first from now on. */
  readonly caughtBy: (judge: JudgeName) => void;
};

export const planJudging = (mutants: readonly Mutant[], rehearsal: Rehearsal): readonly Judging[] => {
  const { judges, atLoad, always, reach } = rehearsal;
  const covering = new Map<string, typeof judges>();
  const quickFirst = judges.filter(({ problem }) => problem === undefined).sort((a, b) => a.ms - b.ms);
  for (const judge of quickFirst)
    for (const id of judge.covers) {
      const list = (covering.get(id) ?? []) as (typeof judge)[];
      list.push(judge);
      covering.set(id, list);
    }
  const suiteTimes = new Map<string, number>();
  for (const { suite, ms } of judges) suiteTimes.set(suite, (suiteTimes.get(suite) ?? 0) + ms);
  const quickSuites = [...reach.keys()].sort((a, b) => (suiteTimes.get(a) ?? 0) - (suiteTimes.get(b) ?? 0));
  const evaluated = new Set(always);
  const loading = new Map([...atLoad].map(([suite, ids]) => [suite, new Set(ids)]));
  const catches = new Map<string, number>();
  const caughtIn = (file: string, { suite, name }: Partial<JudgeName>): number =>
    catches.get(`${file} ${suite} ${name ?? ''}`) ?? 0;
  return mutants.map((mutant) => ({
    mutant,
    tests: () =>
      [...(covering.get(mutant.id) ?? [])]
        .sort((a, b) => caughtIn(mutant.file, b) - caughtIn(mutant.file, a))
        .map(({ suite, name }) => ({ suite, name })),
    suites: () =>
      quickSuites
        .filter((suite) =>
          evaluated.has(mutant.id)
            ? reach.get(suite)?.includes(mutant.file)
            : loading.get(suite)?.has(mutant.id),
        )
        .sort((a, b) => caughtIn(mutant.file, { suite: b }) - caughtIn(mutant.file, { suite: a })),
    caughtBy: ({ suite, name }) => {
      for (const who of [`${mutant.file} ${suite} ${name}`, `${mutant.file} ${suite} `])
        catches.set(who, (catches.get(who) ?? 0) + 1);
    },
  }));
};
