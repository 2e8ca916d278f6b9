import { parentPort, workerData } from 'node:worker_threads';
import { defined } from '../../../lib/types/defined.ts';
import type { runSeed as RunSeed } from '../../simulation/run-seed.ts';
import { type GatheredTest, takeTests } from './gathering.ts';
import {
  type JudgeName,
  type Rehearsal,
  type Rehearsed,
  type ThreadOrder,
  type ThreadReport,
  type ThreadRequest,
  textOf,
  type Verdict,
} from './order.ts';
import { serveModules } from './serve-modules.ts';
import { simulator } from './suites.ts';

const seeds = 15;
const payments = 60;

const { sources, targets, patience_ms, hashes, failing } = workerData as ThreadOrder;
const modules = serveModules(sources);
Error.stackTraceLimit = 4;
const { configureGlobal } = await import('fast-check');
configureGlobal({ seed: 1 });

/** What the instrumenter's code reads and writes. */
type Switchboard = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage: { readonly static: Coverage; readonly perTest: Record<string, Coverage> };
};
type Coverage = Record<string, number>;
const switchboard: Switchboard = { mutantCoverage: { static: {}, perTest: {} } };
Object.assign(globalThis, { __stryker__: switchboard });

const say = (report: ThreadReport): void => parentPort?.postMessage(report);

/** What seeds have come to here. */
const seen = new Map<string, number>();
const differs = (): boolean => [...seen].some(([seed, hash]) => hashes.get(seed) !== hash);

const testsOf = async (suite: string): Promise<readonly GatheredTest[]> => {
  const loaded = await modules.load(suite);
  if (suite !== simulator) return takeTests();
  const runSeed = loaded.runSeed as typeof RunSeed;
  return Array.from({ length: seeds }, (_, index) => ({
    name: `seed ${index + 1}`,
    run: async () => {
      const { violation, hash } = await runSeed({ seed: index + 1, payments });
      seen.set(`seed ${index + 1}`, hash);
      if (violation) throw new Error(`invariant ${violation.invariant}: ${violation.what}`);
    },
  }));
};

/** Undefined where it passes. */
const problemOf = async (judge: JudgeName, run: () => unknown): Promise<string | undefined> => {
  say({ kind: 'running', judge });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('hangs')), patience_ms);
  });
  try {
    await Promise.race([run(), late]);
    return undefined;
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split('\n')[0] || 'throws';
  } finally {
    clearTimeout(timer);
  }
};

const rehearse = async (suites: readonly string[]): Promise<Rehearsal> => {
  const { mutantCoverage } = switchboard;
  const coveredBy = async <T>(
    id: string,
    work: () => Promise<T>,
  ): Promise<readonly [readonly string[], T]> => {
    switchboard.currentTestId = id;
    const result = await work();
    switchboard.currentTestId = undefined;
    return [Object.keys(mutantCoverage.perTest[id] ?? {}), result];
  };
  for (const target of targets) await modules.load(target);
  const judges: Rehearsed[] = [];
  const atLoad = new Map<string, readonly string[]>();
  for (const suite of suites) {
    const [covered, tests] = await coveredBy(`load ${suite}`, () => testsOf(suite));
    atLoad.set(suite, covered);
    for (const { name, run } of tests) {
      const judge = { suite, name };
      const started = performance.now();
      const [covers, problem] = await coveredBy(`${suite} ${name}`, () => problemOf(judge, run));
      const ms = performance.now() - started;
      const hash = suite === simulator ? seen.get(name) : undefined;
      judges.push({
        ...judge,
        ms,
        covers,
        ...defined({ problem, hash }),
      });
    }
  }
  const reach = new Map(suites.map((suite) => [suite, reachOf(suite)]));
  return { kind: 'rehearsed', judges, atLoad, always: Object.keys(mutantCoverage.static), reach };
};

const reachOf = (suite: string): readonly string[] => {
  const reached = new Set([suite]);
  for (const file of reached) for (const next of modules.imports.get(file) ?? []) reached.add(next);
  return [...reached];
};

const clean = new Map<string, ReadonlyMap<string, GatheredTest>>();
/** A suite loaded without a mutant. */
const cleanSuite = async (suite: string): Promise<ReadonlyMap<string, GatheredTest>> => {
  const known = clean.get(suite) ?? new Map((await testsOf(suite)).map((test) => [test.name, test]));
  clean.set(suite, known);
  return known;
};

const judge = async (mutant: string, judges: readonly JudgeName[]): Promise<Verdict> => {
  for (const { suite } of judges) await cleanSuite(suite);
  seen.clear();
  for (const by of judges) {
    const found = (await cleanSuite(by.suite)).get(by.name);
    if (!found) throw new Error(`no test ${by.suite} ${by.name}`);
    switchboard.activeMutant = mutant;
    const how = await problemOf(by, found.run);
    switchboard.activeMutant = undefined;
    if (how !== undefined) return { kind: 'verdict', caught: { by, how } };
  }
  return { kind: 'verdict', differs: differs() };
};

const judgeAnew = async (mutant: string, suites: readonly string[]): Promise<Verdict> => {
  modules.renew();
  clean.clear();
  seen.clear();
  switchboard.activeMutant = mutant;
  try {
    for (const suite of suites) {
      const loading = { suite, name: 'loads' };
      let tests: readonly GatheredTest[] = [];
      const broken = await problemOf(loading, async () => {
        tests = await testsOf(suite);
      });
      if (broken !== undefined) return { kind: 'verdict', caught: { by: loading, how: broken } };
      for (const { name, run } of tests) {
        const by = { suite, name };
        if (failing.has(textOf(by))) continue;
        const how = await problemOf(by, run);
        if (how !== undefined) return { kind: 'verdict', caught: { by, how } };
      }
    }
    return { kind: 'verdict', differs: differs() };
  } finally {
    switchboard.activeMutant = undefined;
    // What is loaded now has the mutant in its values.
    modules.renew();
    takeTests();
  }
};

const answer = (request: ThreadRequest): Promise<ThreadReport> => {
  switch (request.kind) {
    case 'rehearse':
      return rehearse(request.suites);
    case 'judge':
      return judge(request.mutant, request.judges);
    case 'judge_anew':
      return judgeAnew(request.mutant, request.suites);
  }
};

// Coverage is counted all the time; outside a rehearsal nobody reads it.
switchboard.currentTestId = 'nobody';
parentPort?.on('message', async (request: ThreadRequest) => {
  if (request.kind === 'rehearse') switchboard.currentTestId = undefined;
  say(await answer(request));
});
