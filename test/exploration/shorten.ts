import { exploreScope, type Violation } from './explore-scope.ts';
import type { Scope } from './scope.ts';

/** As long as a shorter schedule is looked for. */
const patience_ms = 30_000;

/** The shortest schedule that is found in that time instead of a longer one. */
export const shorten = async (
  scope: Scope,
  violations: readonly Violation[],
): Promise<readonly Violation[]> => {
  const until = Date.now() + patience_ms;
  let shortest = violations;
  for (;;) {
    const length = shortest[0]?.path.length ?? 0;
    if (length < 2) return shortest;
    const found = await exploreScope(scope, { until, deepest: length - 1 });
    if (found.violations.length === 0) return shortest;
    shortest = found.violations;
  }
};
