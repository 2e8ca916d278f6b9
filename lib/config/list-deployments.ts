import type { DeploymentSummary } from '@aws-sdk/client-appconfig';
import type { Deployment, Deployments } from './control-plane.ts';
import { deploymentState } from './deployment-state.ts';
import type { Page } from './page.ts';

export type DeploymentPages = {
  readonly page: (token: string | undefined) => Promise<Page<DeploymentSummary>>;
  /** The profile of one deployment, from a call for that deployment. */
  readonly profileOf: (deployment: number) => Promise<string | undefined>;
};

/**
 * Pages through the environment's deployments, newest first, until one of this profile was not rolled back or there are no more. Not every control plane
 * and SDK names the profile in the list: if it is missing, the deployment itself is asked for.
 */
export const listDeployments = async (
  { page, profileOf }: DeploymentPages,
  profile: string,
): Promise<Deployments> => {
  const ofRules: Deployment[] = [];
  let latest: number | undefined;
  let token: string | undefined;
  do {
    const { Items = [], NextToken } = await page(token);
    latest ??= Items[0]?.DeploymentNumber;
    for (const { ConfigurationProfileId, ConfigurationVersion, DeploymentNumber = 0, State } of Items) {
      const isOfRules = (ConfigurationProfileId ?? (await profileOf(DeploymentNumber))) === profile;
      if (!isOfRules) continue;
      const deployment = {
        number: DeploymentNumber,
        version: Number(ConfigurationVersion),
        state: deploymentState(State),
      };
      ofRules.push(deployment);
      // Older ones are fetched only if they may be needed.
      if (ConfigurationProfileId === undefined && stands(deployment)) return { latest, ofRules };
    }
    token = NextToken;
  } while (token !== undefined && !ofRules.some(stands));
  return { latest, ofRules };
};

const stands = ({ state }: Deployment): boolean => state === 'active' || state === 'deploying';
