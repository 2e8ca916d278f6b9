import { ApiError } from '../types/api-error.ts';
import type { Publication } from '../types/publication.ts';
import type { RuleInForce } from '../types/routing.ts';
import type { RuleVersion, RuleVersionWrite } from '../types/rule-version.ts';
import { closeVersion } from './close-version.ts';
import type { Deployment } from './control-plane.ts';
import type { DeployingPorts } from './publisher-ports.ts';
import { percentOf } from './rollout-entry.ts';
import { rolloutInForce } from './rollout-in-force.ts';

const rounds = 5;

type Find = DeployingPorts['versions']['find'];

type Seen = {
  readonly inForce: RuleInForce;
  readonly deployment: Deployment | undefined;
  /** Versions as read before AppConfig; these need no second read. */
  readonly known?: readonly RuleVersion[] | undefined;
  /** Record only versions that are being deployed: any other may already hold newer information. */
  readonly arrivals?: true;
};

/**
 * Records what the document says about a version: it is in force, for all or some sessions, or its rollout was taken back. Then updates the version
 * it replaced and completes the stored response of the call. Changes nothing if this is already recorded, or if a concurrent call, which may have
 * read newer state, changed a version that is not being deployed. Resolves to the version, or undefined for one from before versions were stored.
 */
export const recordInForce = async (
  { versions, render, clock }: Pick<DeployingPorts, 'versions' | 'render' | 'clock'>,
  { name, version }: Pick<RuleInForce, 'name' | 'version'>,
  { inForce, deployment, known = [], arrivals }: Seen,
): Promise<RuleVersion | undefined> => {
  const final = deployment?.state === 'active';
  for (let round = 0; round < rounds; round++) {
    const find: Find = async (rule, number) =>
      (round === 0 && known.find((one) => one.rule === rule && one.version === number)) ||
      (await versions.find(rule, number));
    const found = await find(name, version);
    if (found === undefined) return undefined;
    if ((arrivals || round > 0) && !isPending(found)) return found;
    const next = found.rollout
      ? rolloutInForce(found, found.rollout, inForce, final, clock.now())
      : wholeInForce(found, final);
    if (next === undefined) return found;
    const arrived = isPending(found) && !isPending(next);
    const { answers, ...answered } = next;
    const put = arrived ? answered : next;
    const written = await versions.write([
      { put, expects: found.rev },
      ...(await replaced(find, found, inForce)),
      ...(arrived && answers !== undefined
        ? [{ answer: render(publicationOf(inForce, deployment)), key: answers }]
        : []),
    ]);
    if (written) return put;
  }
  throw new ApiError('storage_unavailable', 'The rule is live, but its version is not stored. Try again.', {
    retry_after: 1,
  });
};

const wholeInForce = (found: RuleVersion, final: boolean): RuleVersion | undefined => {
  if (found.state === 'published' && (found.open_since === undefined || !final)) return undefined;
  return { ...(final ? closeVersion(found) : found), state: 'published', rev: found.rev + 1 };
};

/** It is being deployed; the response to its caller is not stored yet. */
const isPending = ({ state, rollout }: RuleVersion): boolean =>
  state === 'draft' || rollout?.change !== undefined;

export const publicationOf = (rule: RuleInForce, deployment: Deployment | undefined): Publication => ({
  rule,
  previous: undefined,
  changed: true,
  state: 'published',
  deployment: deployment && deploymentOf(deployment),
});

export const deploymentOf = ({ state, number }: Deployment) => ({
  state: state === 'active' ? ('active' as const) : ('deploying' as const),
  number,
});

/**
 * The previous version is marked as replaced once this one has all sessions. If AppConfig reverts that, it is restored, unless a third one is in force.
 * What was recorded of this one may be older than a revert, so it does not say whether the previous one is marked.
 */
const replaced = async (
  find: Find,
  { rule, version, replaces, rollback, state, rollout }: RuleVersion,
  inForce: RuleInForce,
): Promise<readonly RuleVersionWrite[]> => {
  const hasAll = percentOf(inForce, version) === 100;
  const hadAll = rollout ? rollout.percent === 100 : state === 'published';
  const isBack = hadAll && !hasAll && inForce.version === replaces;
  const before = replaces !== null && (hasAll || isBack) ? await find(rule, replaces) : undefined;
  if (before === undefined || before.state === 'draft') return [];
  const outOfForce = rollback ? 'rolled_back' : 'superseded';
  const next = hasAll ? outOfForce : 'published';
  return hasAll === (before.state === 'published')
    ? [{ put: { ...closeVersion(before), state: next, rev: before.rev + 1 }, expects: before.rev }]
    : [];
};
