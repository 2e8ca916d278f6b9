import type { DeploymentState } from '@aws-sdk/client-appconfig';
import type { Deployment } from './control-plane.ts';

/** What AppConfig's states mean for the next publish. An unknown one counts as a deployment under way. */
export const deploymentState = (state: DeploymentState | undefined): Deployment['state'] => {
  switch (state) {
    case 'COMPLETE':
      return 'active';
    case 'ROLLING_BACK':
      return 'rolling_back';
    case 'ROLLED_BACK':
    case 'REVERTED':
      return 'rolled_back';
    case 'BAKING':
    case 'DEPLOYING':
    case 'VALIDATING':
    case undefined:
      return 'deploying';
    default:
      state satisfies never;
      return 'deploying';
  }
};
