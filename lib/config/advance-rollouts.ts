import { ApiError } from '../types/api-error.ts';
import type { Rollout, RolloutChange } from '../types/rollout.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { deployChange, isRolledOut, isUnderWay } from './deploy-change.ts';
import type { DeployingPorts } from './publisher-ports.ts';
import { readBase } from './read-base.ts';

/**
 * Changes the rollouts that are due; those to be taken back come first. If a change cannot start, because another publish is in progress or AppConfig
 * does not respond, it is reported and stays due.
 */
export const advanceRollouts = async (
  ports: DeployingPorts,
  open: readonly Pick<RuleVersion, 'rule' | 'version'>[],
): Promise<void> => {
  const found = await Promise.all(open.map(({ rule, version }) => ports.versions.find(rule, version)));
  const due = found.filter(isRolledOut).flatMap((version) => {
    const change = version.state === 'draft' ? undefined : dueChange(version.rollout, ports.clock.now());
    return change ? [{ version, change }] : [];
  });
  for (const { version, change } of due.toSorted((one, other) => one.change.to - other.change.to))
    try {
      const base = await readBase(ports.control, ports.log);
      const current = base.rules[version.rule];
      if (current?.candidate?.rule.version === version.version)
        await deployChange(ports, base, current, version, change);
    } catch (error) {
      ports.log({
        event: 'rollout_not_changed',
        rule: version.rule,
        version: version.version,
        to: change.to,
        code: error instanceof ApiError ? error.code : 'internal',
      });
    }
};

/**
 * The change that a rollout must make now (Unix milliseconds): one that was decided but never reached the document, or the next step once its time
 * has come. A change requested by a caller is left to that call while it may still be running.
 */
const dueChange = (
  { change, steps: [next], after_s, percent, since }: Rollout,
  now: number,
): RolloutChange | undefined => {
  if (change !== undefined) return change.cause === 'asked' && isUnderWay(change, now) ? undefined : change;
  const isRunning = percent > 0 && percent < 100;
  if (!isRunning || next === undefined || after_s === undefined) return undefined;
  if (now < since + after_s * 1000) return undefined;
  return { to: next, cause: 'step', by: null, at: now };
};
