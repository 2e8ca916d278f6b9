import { globSync } from 'node:fs';
import * as registry from '../../../lib/psp/registry.ts';
import { root } from '../root.ts';

const psps = Object.keys(registry).map((psp) => psp.replaceAll('_', '-'));

/** The simulator counts as a suite whose tests are seeds. */
export const simulator = 'test/simulation/run-seed.ts';

/**
 * What judges a mutant: the suites of the mutated folders, the hard cases, the PSPs' conformance, the simulator. Not the distribution of plans: it is
 * statistics over hundreds of thousands of sessions, for each mutant again.
 */
export const judgingSuites = (): readonly string[] => [
  ...globSync(
    [
      'test/unit/{charge,payments,routing,psp}/*.test.ts',
      'test/hard-cases/*.test.ts',
      `test/conformance/{${psps.join()},failover-of-codes}.test.ts`,
    ],
    { cwd: root, exclude: ['test/unit/routing/plan-distribution.test.ts'] },
  ).sort(),
  simulator,
];
