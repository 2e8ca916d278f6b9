import { ApiError } from '../types/api-error.ts';
import type { ControlPlane, Deployment } from './control-plane.ts';
import { publishInProgress } from './publish-in-progress.ts';
import { publishingError } from './publishing-error.ts';

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
