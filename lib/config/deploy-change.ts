import type { Published } from '../types/publication.ts';
import type { Idempotency } from '../types/result.ts';
import type { Rollout, RolloutChange } from '../types/rollout.ts';
import type { PublishedRule } from '../types/routing.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { abandoned_ms, deployRule } from './deploy-rule.ts';
import type { DeployingPorts } from './publisher-ports.ts';
import type { Base } from './read-base.ts';
import { rolloutEntry } from './rollout-entry.ts';

export type RolledOut = RuleVersion & { readonly rollout: Rollout };

export const isRolledOut = (version: RuleVersion | undefined): version is RolledOut =>
  version?.rollout !== undefined;

/** Whether whoever began a change may still be making it. `now`: Unix milliseconds. */
export const isUnderWay = (change: RolloutChange | undefined, now: number): boolean =>
  change !== undefined && now - change.at < abandoned_ms;

/** Makes a change to a rollout live. If it cannot start, a caller's request is dropped, but a due step stays due. */
export const deployChange = (
  ports: DeployingPorts,
  base: Base,
  current: PublishedRule,
  found: RolledOut,
  change: RolloutChange,
  idempotency?: Idempotency,
): Promise<Published> => {
  const { answers, ...others } = found;
  // A change that is carried out late must still complete the stored response of its call. One that is replaced drops it, and its key, also if the
  // replacement cannot start: under a key that is forgotten no response can be stored.
  const isSame = found.rollout.change === change;
  const kept = isSame ? found : others;
  const version = { ...kept, rev: found.rev + 1, rollout: { ...found.rollout, change } };
  return deployRule(ports, base, {
    version,
    entry: rolloutEntry(current, version, change.to),
    previous: current,
    expects: found.rev,
    withdrawal:
      change.cause === 'asked' ? [{ put: { ...kept, rev: version.rev + 1 }, expects: version.rev }] : [],
    idempotency,
    ...(!isSame && answers !== undefined && { removes_response: answers }),
  });
};
