import { expect, jest, test } from '@jest/globals';
import { exploreAll } from './command/explore-all.ts';
import type { Report } from './command/order.ts';
import { problemsOf } from './command/verdict.ts';
import { readCounts } from './counts.ts';
import { jobNamed, nameOf, smallJobs } from './jobs.ts';

const job = jobNamed('repeats/bare');
const report = (reported: Partial<Report['exploration']>): Report => ({
  job,
  seconds: 1,
  exploration: {
    states: 1,
    steps: 1,
    executions: 1,
    depth: 1,
    ends: 1,
    complete: true,
    share: 1,
    violations: [],
    ...reported,
  },
});

test.each([
  ['nothing is wrong', [report({})], true, []],
  [
    'something is broken',
    [report({ violations: [{ what: '6', path: [1] }] })],
    false,
    ['repeats/bare is broken'],
  ],
  ['something was left out', [report({ complete: false })], true, ['repeats/bare is not complete']],
  ['something was left out, and may be', [report({ complete: false })], false, []],
  ['a thread has ended early', [], false, ['repeats/bare has no report']],
] as const)('the verdict if %s', (_, reports, whole, problems) => {
  expect(problemsOf([job], reports, { whole })).toEqual(problems);
});

test('the command fails if its time is over before a scope is complete, and tells how far it is', async () => {
  const lines: string[] = [];
  const log = jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  const run = (seconds: number) => exploreAll([job], { threads: 1, seconds, whole: true });
  expect([await run(0), await run(60)]).toEqual([false, true]);
  log.mockRestore();
  expect(lines.filter((line) => line.endsWith('(1 of 1)'))).toHaveLength(2);
  expect(lines).toContain('repeats/bare is not complete');
});

test('the counts that are published are of every small scope', () => {
  const { commit, states } = readCounts();
  expect(Object.keys(states)).toEqual(smallJobs.map(nameOf));
  expect(Math.min(...Object.values(states))).toBeGreaterThan(100);
  expect(commit).toMatch(/^[0-9a-f]{7}$/);
});
