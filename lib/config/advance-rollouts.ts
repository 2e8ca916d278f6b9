import { ApiError } from '../types/api-error.ts';
import type { RuleVersion } from '../types/rule-version.ts';
import { deployChange, isRolledOut } from './deploy-change.ts';
import { dueChange } from './due-change.ts';
import type { DeployingPorts } from './publisher-ports.ts';
import { readBase } from './read-base.ts';

/**
 * Changes the rollouts that are due, those to be taken back first. What cannot begin, because something else is being published or AppConfig does not
 * answer, is reported and stays due.
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
      const base = await readBase(ports.control, ports.report);
      const current = base.rules[version.rule];
      if (current?.candidate?.rule.version === version.version)
        await deployChange(ports, base, current, version, change);
    } catch (error) {
      ports.report({
        event: 'rollout_not_changed',
        rule: version.rule,
        version: version.version,
        to: change.to,
        code: error instanceof ApiError ? error.code : 'internal',
      });
    }
};
