import { ApiError } from '../types/api-error.ts';
import type { Clock, Report } from '../types/ports.ts';
import type { PublishedRule, RoutingRule, RulesDocument } from '../types/routing.ts';
import type { ControlPlane, Deployment, HostedVersion } from './control-plane.ts';
import { publishInProgress, publishingError } from './publishing-errors.ts';
import { documentContent } from './rules-document.ts';

export type NextVersion = RulesDocument & {
  readonly rule: RoutingRule;
  /** Unix seconds. */
  readonly created: number;
  /** The version that must still be the latest; undefined if there is none. */
  readonly latest: number | undefined;
};

/**
 * Stores the document with the rule in it. The rule carries the number of its version, which AppConfig assigns only afterwards: we expect one more
 * than the latest, and if another number comes back (versions after the latest were deleted), that version is deleted and a second one made.
 */
export const createVersion = async (
  { control, clock }: { readonly control: ControlPlane; readonly clock: Pick<Clock, 'now'> },
  next: NextVersion,
): Promise<PublishedRule> => {
  let foreseen = (next.latest ?? 0) + 1;
  for (let round = 0; round < 2; round++) {
    const rule = { ...next.rule, version: foreseen, created: next.created };
    const number = await control.create(documentContent(next.rules, rule), next.latest, clock.now());
    if (number === 'conflict') throw publishInProgress();
    if (number === foreseen) return rule;
    await control.remove(number);
    foreseen = number + 1;
  }
  throw new ApiError(
    'internal',
    'The routing rules cannot be published: AppConfig gives unexpected version numbers.',
  );
};

/**
 * Starts the deployment of a version. If it cannot start, the version is deleted, so that the next publish does not find it in its way; if nobody
 * knows whether it started, the version stays and counts as an orphan after a while.
 */
export const deployVersion = async (
  control: ControlPlane,
  version: number,
  latest: number | undefined,
): Promise<Deployment> => {
  const start = await control.deploy(version, latest);
  if (start.outcome === 'started') return start.deployment;
  // A call whose answer was lost, and its retry by the client, fail on their own effect.
  const own = (await control.deployments()).ofRules.find((deployment) => deployment.version === version);
  if (own !== undefined) return own;
  switch (start.outcome) {
    case 'conflict':
      await control.remove(version);
      throw publishInProgress();
    case 'refused':
      await control.remove(version);
      throw publishingError(start.cause);
    case 'unknown':
      throw new ApiError(
        'routing_unavailable',
        'It is not known whether the rule was published. Try again.',
        {
          retry_after: 2,
          cause: start.cause,
        },
      );
    default:
      return start satisfies never;
  }
};

/** Half of the 100 hosted versions that we assume a configuration profile can hold. */
const kept = 50;
/** Per publish. Each publish adds one version, so a store that is too full empties over time. */
const at_once = 5;

/** Deletes the oldest hosted versions before the quota is reached, but none to which a listed deployment could be rolled back. */
export const pruneVersions = async (
  { control, report }: { readonly control: ControlPlane; readonly report: Report },
  versions: readonly HostedVersion[],
  deployments: readonly Deployment[],
): Promise<void> => {
  const standing = deployments.find(({ state }) => state === 'active' || state === 'deploying');
  const old = versions
    .slice(kept)
    .filter(({ number }) => number !== standing?.version)
    .slice(-at_once);
  const results = await Promise.allSettled(old.map(({ number }) => control.remove(number)));
  const failed = results.filter(({ status }) => status === 'rejected').length;
  // Housekeeping: its failure does not fail a publish, and the next one tries again.
  if (failed > 0) report({ event: 'routing_prune_failed', versions: failed });
};
