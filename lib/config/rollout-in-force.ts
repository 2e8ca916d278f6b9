import type { Rollout, RolloutChange } from '../types/rollout.ts';
import type { RuleInForce } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { closeVersion } from './close-version.ts';
import { percentOf } from './rollout-entry.ts';

/**
 * A version with its rollout as it is in the live document; undefined if that is already stored. `final`: AppConfig no longer reverts the document. A
 * reverted step is not retried automatically. A stop is made until the document has it, also one that was reverted, unless a caller has asked for
 * another share since. `now`: Unix milliseconds.
 */
export const rolloutInForce = (
  found: RuleVersion,
  { change, ...rollout }: Rollout,
  inForce: RuleInForce,
  final: boolean,
  now: number,
): RuleVersion | undefined => {
  const percent = percentOf(inForce, found.version);
  const isOver = percent === 0 || percent === 100;
  const closes = final && isOver;
  if (change?.to !== percent && percent === rollout.percent)
    return change === undefined && closes && found.open_since !== undefined
      ? { ...closeVersion(found), rev: found.rev + 1 }
      : undefined;
  const stop = change?.to === percent ? undefined : (stopOf(change) ?? stopOf(rollout.changed));
  const changed: RolloutChange =
    change?.to === percent ? change : { to: percent, cause: causeOf(found, inForce), by: null, at: now };
  return {
    ...(closes ? closeVersion(found) : { ...found, open_since: found.open_since ?? now }),
    rev: found.rev + 1,
    state: percent === 0 ? 'rolled_back' : 'published',
    rollout: {
      ...rollout,
      percent,
      since: now,
      steps:
        changed.cause === 'reverted' ? [] : rollout.steps.filter((step) => percent > 0 && step > percent),
      changed,
      ...(stop && !isOver && { change: stop }),
    },
  };
};

const stopOf = (change: RolloutChange | undefined): RolloutChange | undefined =>
  change?.to === 0 ? change : undefined;

/** No caller requested the change: another version replaced the rule, or AppConfig reverted the document. */
const causeOf = ({ replaces }: RuleVersion, inForce: RuleInForce): RolloutChange['cause'] =>
  inForce.version === replaces || inForce.candidate !== undefined ? 'reverted' : 'rollback';
