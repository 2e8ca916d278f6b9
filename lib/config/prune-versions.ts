import type { Report } from '../types/ports.ts';
import type { ControlPlane, Deployment, HostedVersion } from './control-plane.ts';

/** Half of the 100 hosted versions that a configuration profile is taken to hold. */
const kept = 50;
/** In one publish. Each publish adds one version, so a store that is too full empties over time. */
const at_once = 5;

/** Deletes the oldest hosted versions before the quota is reached, but none that a listed deployment could be rolled back to. */
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
  // Housekeeping: a publish does not fail over it, and the next one tries again.
  if (failed > 0) report({ event: 'routing_prune_failed', versions: failed });
};
