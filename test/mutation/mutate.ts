import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { instrument } from './instrument.ts';
import { isSampled } from './is-sampled.ts';
import { judgeAll } from './judge-all.ts';
import { startThread } from './judging-thread.ts';
import { planJudging } from './plan-judging.ts';
import { refusedByCompiler } from './refused-by-compiler.ts';
import { openResults } from './results.ts';
import { root } from './root.ts';
import { printScore, scoreOf, writeScore } from './score.ts';
import { targetFiles } from './target-files.ts';
import { judgingSuites } from './thread/suites.ts';

/**
 * `npm run mutate` (after `npm run extras`): every small change to the engine, the routing and the outcome tables has to make a test fail.
 *
 *   THREADS=2
 *   -- --all                    every mutant: hours; one in eight is the sample whose score is published
 *   -- --file decide-charge     only in files with this in their path
 */
const { values } = parseArgs({
  options: { file: { type: 'string', default: '' }, all: { type: 'boolean', default: false } },
});
const threads = Number(process.env.THREADS ?? 2);

const targets = targetFiles();
const mutated = await instrument(targets);
const chosen = mutated.mutants.filter(
  (mutant) => mutant.file.includes(values.file) && (values.all || isSampled(mutant)),
);
const results = openResults();
const known = chosen.filter(({ id }) => results.known(id) !== undefined).length;
console.log(`${chosen.length} mutants, ${known} of them judged before: ${relative(root, results.file)}`);

const rehearsing = startThread({
  sources: mutated.sources,
  targets,
  patience_ms: 300_000,
  hashes: new Map(),
  failing: new Set(),
});
const rehearsal = await rehearsing.rehearse(judgingSuites());
await rehearsing.stop();
const failing = rehearsal.judges.filter(({ problem }) => problem !== undefined);
for (const { suite, name, problem } of failing)
  console.log(`fails without a mutant, and judges nothing: ${suite}: ${name}: ${problem}`);
console.log(`${rehearsal.judges.length - failing.length} tests and seeds pass without a mutant`);

const plan = planJudging(chosen, rehearsal).filter(({ mutant }) => results.known(mutant.id) === undefined);
const started = performance.now();
let [said, judged, caught] = [0, 0, 0];
await judgeAll(mutated, plan, rehearsal, threads, (result) => {
  results.add(result);
  judged += 1;
  if (result.end === 'caught') caught += 1;
  const seconds = (performance.now() - started) / 1000;
  if (seconds - said < 5) return;
  said = seconds;
  const rate = judged / seconds;
  const left = Math.round((plan.length - judged) / rate);
  console.log(`${judged} of ${plan.length}, ${caught} caught, ${rate.toFixed(1)} a second, ${left} s left`);
});

const left = chosen.flatMap((mutant) => {
  const result = results.known(mutant.id);
  const asked = !result || result.end === 'caught' || result.end === 'refused' || results.compiles(mutant.id);
  return asked ? [] : [{ mutant, result }];
});
const refused = await refusedByCompiler(left.map(({ mutant }) => mutant));
for (const { mutant, result } of left)
  results.add(refused.has(mutant.id) ? { mutant: mutant.id, end: 'refused' } : { ...result, compiles: true });
const score = scoreOf(mutated.mutants.length, chosen, results.known);
printScore(score);
if (!values.all && values.file === '') {
  writeScore(score);
  console.log('written; `npm run docs` shows it in test/mutation/README.md');
}
