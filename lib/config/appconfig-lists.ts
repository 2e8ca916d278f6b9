import type {
  DeploymentState,
  DeploymentSummary,
  HostedConfigurationVersionSummary,
} from '@aws-sdk/client-appconfig';
import type { Deployment, Deployments, HostedVersion } from './control-plane.ts';

export type Page<T> = { readonly Items?: readonly T[] | undefined; readonly NextToken?: string | undefined };

export type DeploymentPages = {
  readonly page: (token: string | undefined) => Promise<Page<DeploymentSummary>>;
  /** The profile of one deployment, read with a call for that deployment. */
  readonly profileOf: (deployment: number) => Promise<string | undefined>;
};

/**
 * Pages through the environment's deployments, newest first, until one of this profile was not rolled back or there are no more. Some control planes
 * and SDKs leave the profile out of the list; then the deployment itself is read.
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
    for (const { ConfigurationProfileId, DeploymentNumber = 0, ...item } of Items) {
      const isOfRules = (ConfigurationProfileId ?? (await profileOf(DeploymentNumber))) === profile;
      if (!isOfRules) continue;
      const deployment = {
        number: DeploymentNumber,
        version: Number(item.ConfigurationVersion),
        state: deploymentState(item.State),
        ...(item.State === 'BAKING' && { watched_until: watchedUntil(item) }),
      };
      ofRules.push(deployment);
      // Older deployments are fetched only if they may be needed.
      if (ConfigurationProfileId === undefined && isInForce(deployment)) return { latest, ofRules };
    }
    token = NextToken;
  } while (token !== undefined && !ofRules.some(isInForce));
  return { latest, ofRules };
};

const isInForce = ({ state }: Deployment): boolean => state === 'active' || state === 'deploying';

/** `StartedAt` is a date in the client's types, and a text in AppConfig's response. */
const watchedUntil = ({
  StartedAt,
  DeploymentDurationInMinutes = 0,
  FinalBakeTimeInMinutes = 0,
}: DeploymentSummary): number => {
  // biome-ignore lint/style/noRestrictedGlobals: reading a written time asks no clock
  const started = Date.parse(String(StartedAt)) || 0;
  return started + (DeploymentDurationInMinutes + FinalBakeTimeInMinutes) * 60_000;
};

/** The meaning of AppConfig's states for the next publish. Any other state counts as a deployment in progress. */
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

/** Pages through all hosted versions of a profile; newest first. */
export const listVersions = async (
  page: (token: string | undefined) => Promise<Page<HostedConfigurationVersionSummary>>,
): Promise<readonly HostedVersion[]> => {
  const versions: HostedVersion[] = [];
  let token: string | undefined;
  do {
    const { Items = [], NextToken } = await page(token);
    for (const { VersionNumber = 0, Description } of Items) {
      const published = /^published (\d+)$/.exec(Description ?? '')?.[1];
      versions.push({
        number: VersionNumber,
        published_ms: published === undefined ? undefined : Number(published),
      });
    }
    token = NextToken;
  } while (token !== undefined);
  return versions.sort((a, b) => b.number - a.number);
};
