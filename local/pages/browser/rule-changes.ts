import { pspName } from '../../../clients/console/src/psp-name.ts';
import { sentence } from '../../../clients/console/src/sentence.ts';
import type { RoutingRule } from '../../../lib/types/routing.ts';

/** The differences between two rules, one line each, in words. */
export const changesBetween = (before: RoutingRule, after: RoutingRule): readonly string[] => [
  ...weightChanges(before, after),
  ...failoverChanges(before.failover, after.failover),
  ...healthChanges(before.health, after.health),
  ...changed('Wallets pay at', walletWords(before), walletWords(after)),
  ...overrideChanges(before.overrides, after.overrides),
];

const weightChanges = ({ targets: before }: RoutingRule, { targets: after }: RoutingRule) => {
  const weightIn = (targets: RoutingRule['targets'], psp: string): string => {
    const weight = targets.find((target) => target.psp === psp)?.weight;
    if (weight === undefined) return 'not used';
    return weight === 0 ? 'failover only' : `weight ${weight}`;
  };
  return [...new Set([...before, ...after].map(({ psp }) => psp))].flatMap((psp) =>
    changed(pspName(psp), weightIn(before, psp), weightIn(after, psp)),
  );
};

const failoverChanges = (before: RoutingRule['failover'], after: RoutingRule['failover']) => [
  ...after.on
    .filter((outcome) => !before.on.includes(outcome))
    .map((outcome) => `Tries the next PSP after: ${sentence(outcome)}`),
  ...before.on
    .filter((outcome) => !after.on.includes(outcome))
    .map((outcome) => `No longer tries the next PSP after: ${sentence(outcome)}`),
  ...changed('Maximum attempts', before.max_attempts, after.max_attempts),
  ...changed('Time per attempt', `${before.attempt_timeout_ms} ms`, `${after.attempt_timeout_ms} ms`),
];

const healthChanges = (before: RoutingRule['health'], after: RoutingRule['health']) => [
  ...changed('Health', before.mode, after.mode),
  ...changed('Maximum shift, points', before.max_shift, after.max_shift),
  ...changed('Minimum share, points', before.min_share, after.min_share),
];

const walletWords = ({ wallets = 'any' }: RoutingRule): string =>
  ({ any: 'any PSP that takes them', first: 'the first PSP, if it takes them' })[wallets];

/** Their order matters, so they are compared position by position. */
const overrideChanges = (before: RoutingRule['overrides'], after: RoutingRule['overrides']) =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [old, now] = [before[index], after[index]].map((one) => one && JSON.stringify(one));
    const name = `Override ${index + 1}`;
    if (old === now) return [];
    if (old === undefined) return [`${name} added: ${now}`];
    return now === undefined ? [`${name} removed: ${old}`] : [`${name}: ${old} → ${now}`];
  }).flat();

const changed = (name: string, before: string | number, after: string | number): readonly string[] =>
  before === after ? [] : [`${name}: ${before} → ${after}`];
