import { globSync } from 'node:fs';
import { root } from '../root.ts';

/** The simulator counts as a suite whose tests are seeds. */
export const simulator = 'test/simulation/run-seed.ts';

/**
 * What judges a mutant: the suites of the mutated rooms, the hard cases, the PSPs' conformance, the simulator. Not the distribution of plans: it is
 * statistics over hundreds of thousands of sessions, for each mutant again.
 */
export const judgingSuites = (): readonly string[] => [
  ...globSync(
    [
      'test/unit/{payments,routing,psp}/*.test.ts',
      'test/hard-cases/*.test.ts',
      'test/conformance/{adyen,checkout-com,paypal,square,stripe,failover-of-codes}.test.ts',
    ],
    { cwd: root, exclude: ['test/unit/routing/plan-distribution.test.ts'] },
  ).sort(),
  simulator,
];
