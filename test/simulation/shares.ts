import type { Session } from '../../lib/types/session.ts';
import type { Accounts } from './accounts.ts';

/** How often a rule's first target came first in a plan, how often it should have, and the variance of that. To be added up. */
export type Shares = { readonly observed: number; readonly expected: number; readonly variance: number };

/** Only sessions whose rule applied as it stands: no override, nobody passed over, nobody shifted away from. */
export const sharesOf = (sessions: Iterable<Session>, accounts: Accounts): Shares => {
  let [observed, expected, variance] = [0, 0, 0];
  for (const { routing } of sessions) {
    const rule = accounts.rule(routing.version);
    const first = rule?.targets[0];
    if (!rule || !first || routing.override !== null || routing.skipped.length > 0) continue;
    if (routing.health && routing.health.adjusted.length > 0) continue;
    const share = first.weight / rule.targets.reduce((total, { weight }) => total + weight, 0);
    if (routing.plan[0] === first.psp) observed += 1;
    expected += share;
    variance += share * (1 - share);
  }
  return { observed, expected, variance };
};

/** Standard deviations between what was drawn and what the weights say. */
export const deviation = ({ observed, expected, variance }: Shares): number =>
  variance === 0 ? 0 : (observed - expected) / Math.sqrt(variance);
