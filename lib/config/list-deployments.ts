import type { DeploymentSummary } from '@aws-sdk/client-appconfig';
import type { Deployment, Deployments } from './control-plane.ts';
import { deploymentState } from './deployment-state.ts';
import type { Page } from './page.ts';

/** Pages through the environment's deployments, newest first, until one of this profile stands or there are no more. */
export const listDeployments = async (
  page: (token: string | undefined) => Promise<Page<DeploymentSummary>>,
  profile: string,
): Promise<Deployments> => {
  const ofRules: Deployment[] = [];
  let latest: number | undefined;
  let token: string | undefined;
  do {
    const { Items = [], NextToken } = await page(token);
    latest ??= Items[0]?.DeploymentNumber;
    for (const { ConfigurationProfileId, ConfigurationVersion, DeploymentNumber = 0, State } of Items)
      if (ConfigurationProfileId === profile)
        ofRules.push({
          number: DeploymentNumber,
          version: Number(ConfigurationVersion),
          state: deploymentState(State),
        });
    token = NextToken;
  } while (token !== undefined && !ofRules.some(({ state }) => state === 'active' || state === 'deploying'));
  return { latest, ofRules };
};
