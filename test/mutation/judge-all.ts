import type { Mutated } from './instrument.ts';
import { type JudgingThread, startThread } from './judging-thread.ts';
import type { Judging } from './plan-judging.ts';
import type { Result } from './results.ts';
import { type Rehearsal, textOf, type Verdict } from './thread/order.ts';

/** Every mutant before its judges, quick ones first: those that tests come through, then those that everything has to be loaded anew for. */
export const judgeAll = async (
  mutated: Mutated,
  plan: readonly Judging[],
  rehearsal: Rehearsal,
  threads: number,
  settle: (result: Result) => void,
): Promise<void> => {
  const hashes = new Map(
    rehearsal.judges.flatMap(({ name, hash }) => (hash === undefined ? [] : [[name, hash]])),
  );
  const failing = rehearsal.judges.filter(({ problem }) => problem !== undefined);
  const order = {
    sources: withoutCounting(mutated.sources),
    targets: [...mutated.sources.keys()],
    patience_ms: 12_000,
    hashes,
    failing: new Set(failing.map(textOf)),
  };
  const anew: Judging[] = [];
  const end = (judging: Judging, verdict: Verdict): void => {
    const { id: mutant } = judging.mutant;
    const { caught, differs = false } = verdict;
    if (caught) judging.caughtBy(caught.by);
    settle(
      caught
        ? { mutant, end: 'caught', by: textOf(caught.by), how: caught.how }
        : { mutant, end: 'survived', differs },
    );
  };
  const judge = async (thread: JudgingThread, judging: Judging): Promise<void> => {
    const { id: mutant } = judging.mutant;
    const judges = judging.tests();
    const isLoaded = judging.suites().length > 0;
    if (judges.length === 0 && !isLoaded) return settle({ mutant, end: 'not_covered' });
    const verdict = judges.length > 0 ? await thread.judge({ kind: 'judge', mutant, judges }) : undefined;
    if (isLoaded && !verdict?.caught) anew.push(judging);
    else if (verdict) end(judging, verdict);
  };
  const judgeAnew = async (thread: JudgingThread, judging: Judging): Promise<void> => {
    const { id: mutant } = judging.mutant;
    end(judging, await thread.judge({ kind: 'judge_anew', mutant, suites: judging.suites() }));
  };
  const inThreads = async (
    waiting: Judging[],
    work: (thread: JudgingThread, judging: Judging) => Promise<void>,
  ): Promise<void> => {
    const lane = async (): Promise<void> => {
      const thread = startThread(order);
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(thread, next);
      await thread.stop();
    };
    await Promise.all(Array.from({ length: threads }, lane));
  };
  await inThreads([...plan], judge);
  await inThreads(anew, judgeAnew);
};

/** Counting what is covered takes longer than the tests themselves. */
const withoutCounting = (sources: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(
    [...sources].map(([file, source]) => [
      file,
      source.replace('function stryCov_9fa48() {', 'function stryCov_9fa48() { return;'),
    ]),
  );
