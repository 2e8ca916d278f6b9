import { statSync } from 'node:fs';

type Test = { readonly path: string };

/** The costlier, the later. */
const costly = ['/integration/service/', '/integration/local/', '/infra/'];

/**
 * A Jest sequencer. What synthesises stacks or starts the service takes long and has short files: a run that begins it last waits for it alone at
 * the end. The others by size, as Jest does in a clone that has measured nothing.
 */
export default class LongestFirst {
  sort(tests: readonly Test[]): readonly Test[] {
    const ranked = tests.map((test) => ({
      test,
      cost: costly.findIndex((folder) => test.path.includes(folder)),
      bytes: statSync(test.path).size,
    }));
    return ranked.toSorted((a, b) => b.cost - a.cost || b.bytes - a.bytes).map(({ test }) => test);
  }

  allFailedTests(tests: readonly Test[]): readonly Test[] {
    return tests;
  }

  cacheResults(): void {
    // The order needs no times.
  }
}
