import type { Report } from '../types/ports.ts';
import type { ControlPlane, Deployment, HostedVersion } from './control-plane.ts';

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
