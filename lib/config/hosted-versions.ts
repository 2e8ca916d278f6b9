import { ApiError } from '../types/api-error.ts';
import type { Log } from '../types/ports.ts';
import type { ControlPlane, Deployment, HostedVersion } from './control-plane.ts';
import { endWatch } from './end-watch.ts';
import type { DeployingPorts } from './publisher-ports.ts';
import { onlyStopped, publishInProgress, publishingError } from './publishing-errors.ts';

type Start = {
  /** The hosted version. */
  readonly version: number;
  /** The environment's latest deployment. */
  readonly latest: number | undefined;
  /** The deployment that AppConfig watches, which is ended first. */
  readonly watched: Deployment | undefined;
  readonly withdraw: () => Promise<unknown>;
};

/**
 * Starts the deployment of a hosted version. If it cannot start, deletes the version, so that it does not block the next publish, and calls
 * `withdraw`. If it may have started, the version stays and counts as an orphan after a while.
 */
export const deployVersion = async (
  { control, clock }: Pick<DeployingPorts, 'control' | 'clock'>,
  { version, latest, watched, withdraw }: Start,
): Promise<Deployment> => {
  const removed = async (): Promise<void> => {
    await control.remove(version);
    await withdraw();
  };
  if (watched)
    try {
      await endWatch({ control, clock }, watched);
    } catch (error) {
      await removed();
      throw error;
    }
  const start = await control.deploy(version, latest);
  if (start.outcome === 'started') return start.deployment;
  // If the response to a call was lost, the client's retry fails because the first one took effect.
  const own = (await control.deployments()).ofRules.find((deployment) => deployment.version === version);
  if (own !== undefined) return own;
  switch (start.outcome) {
    case 'conflict':
      await removed();
      throw watched ? onlyStopped() : publishInProgress();
    case 'refused':
      await removed();
      throw publishingError(start.cause);
    case 'unknown':
      throw new ApiError('routing_unavailable', 'We do not know whether the rule was published. Try again.', {
        retry_after: 2,
        cause: start.cause,
      });
    default:
      return start satisfies never;
  }
};

/** Half of the 100 hosted versions that a configuration profile is assumed to hold. */
const kept = 50;
/** Per publish. Each publish adds one version, so a store that is too full shrinks over time. */
const at_once = 5;

/** Deletes the oldest hosted versions before the quota is reached, but none that a listed deployment could be rolled back to. */
export const pruneVersions = async (
  { control, log }: { readonly control: ControlPlane; readonly log: Log },
  versions: readonly HostedVersion[],
  deployments: readonly Deployment[],
): Promise<void> => {
  const current = deployments.find(({ state }) => state === 'active' || state === 'deploying');
  const old = versions
    .slice(kept)
    .filter(({ number }) => number !== current?.version)
    .slice(-at_once);
  const results = await Promise.allSettled(old.map(({ number }) => control.remove(number)));
  const failed = results.filter(({ status }) => status === 'rejected').length;
  // A failure does not fail the publish: the next publish tries again.
  if (failed > 0) log({ event: 'routing_prune_failed', versions: failed });
};
