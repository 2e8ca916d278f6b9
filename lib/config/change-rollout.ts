import { ApiError } from '../types/api-error.ts';
import type { Published } from '../types/publication.ts';
import type { Idempotency } from '../types/result.ts';
import type { RolloutChange } from '../types/rollout.ts';
import { deployChange, isRolledOut } from './deploy-change.ts';
import { checkVersion } from './deploy-rule.ts';
import { keepResponse } from './keep-response.ts';
import type { DeployingPorts } from './publisher-ports.ts';
import { publishInProgress } from './publishing-errors.ts';
import { readBase } from './read-base.ts';
import { publicationOf, recordInForce } from './record-in-force.ts';
import { respondOnce } from './respond-once.ts';
import { unknownRule } from './unknown-rule.ts';

export type ChangeRolloutCommand = {
  readonly name: string;
  /** Percent of the sessions; 0 takes the candidate back, 100 replaces the rule with it. */
  readonly to: number;
  /** The version of the rule that must be in force beside the candidate. */
  readonly if_match?: number | undefined;
  /** The version that the caller saw being rolled out, if it matters. */
  readonly candidate?: number | undefined;
  /** The id of the caller's API key. */
  readonly by: string;
  readonly request_id: string;
  readonly idempotency?: Idempotency | undefined;
};

/**
 * Changes the share of sessions that the candidate of a rule has. Returns the rule as it will be in the document; a share that it already has changes
 * nothing. Throws `resource_missing` if there is no such rule or rollout, `version_conflict`, and whatever `deployRule` throws.
 */
export const changeRollout = (
  ports: DeployingPorts,
  { name, to, if_match, candidate: expected, by, request_id, idempotency }: ChangeRolloutCommand,
): Promise<Published> =>
  respondOnce(ports, idempotency, async () => {
    const base = await readBase(ports.control, ports.log);
    const current = base.rules[name];
    checkVersion(name, current, if_match, 'if-match');
    const candidate = current?.candidate;
    if (!current) throw unknownRule(name, base);
    if (!candidate)
      throw new ApiError('resource_missing', `No version of rule ${name} is being rolled out.`, {
        param: 'name',
      });
    if (expected !== undefined && expected !== candidate.rule.version)
      throw new ApiError(
        'version_conflict',
        `candidate: expected version ${expected} of rule ${name}, but version ${candidate.rule.version} is being rolled out.`,
        { param: 'candidate' },
      );
    if (candidate.percent === to) {
      const publication = { ...publicationOf(current, base.deployment), changed: false, previous: current };
      return keepResponse(ports, idempotency, publication, []);
    }
    const found = await recordInForce(ports, candidate.rule, {
      inForce: current,
      deployment: base.deployment,
      arrivals: true,
    });
    if (!isRolledOut(found))
      throw new ApiError('internal', `Version ${candidate.rule.version} of rule ${name} is not stored.`);
    // Stopping a rollout does not wait for another change.
    if (found.rollout.change !== undefined && to !== 0) throw publishInProgress();
    const change: RolloutChange = { to, cause: 'asked', by, request_id, at: ports.clock.now() };
    return deployChange(ports, base, current, found, change, idempotency);
  });
