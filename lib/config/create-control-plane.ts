import {
  type AppConfigClient,
  CreateHostedConfigurationVersionCommand,
  type CreateHostedConfigurationVersionCommandInput,
  DeleteHostedConfigurationVersionCommand,
  type DeploymentState,
  type DeploymentSummary,
  GetHostedConfigurationVersionCommand,
  type HostedConfigurationVersionSummary,
  ListDeploymentsCommand,
  ListHostedConfigurationVersionsCommand,
  StartDeploymentCommand,
  type StartDeploymentCommandInput,
} from '@aws-sdk/client-appconfig';
import type { ConfigurationIds } from './configuration-source.ts';
import type {
  ControlPlane,
  Deployment,
  DeploymentStart,
  Deployments,
  HostedVersion,
} from './control-plane.ts';
import { httpStatusOf, publishingError } from './publishing-error.ts';

export type PublishingIds = ConfigurationIds & {
  /** Of the deployment strategy. */
  readonly strategy: string;
};

type Client = Pick<AppConfigClient, 'send'>;

/** AppConfig's control plane through its official client. */
export const createControlPlane = (client: Client, ids: PublishingIds): ControlPlane => {
  const ofProfile = { ApplicationId: ids.application, ConfigurationProfileId: ids.profile };
  const ofEnvironment = { ApplicationId: ids.application, EnvironmentId: ids.environment };
  return {
    deployments: () =>
      listDeployments(
        (NextToken) => asked(client.send(new ListDeploymentsCommand({ ...ofEnvironment, NextToken }))),
        ids.profile,
      ),
    versions: () =>
      listVersions((NextToken) =>
        asked(client.send(new ListHostedConfigurationVersionsCommand({ ...ofProfile, NextToken }))),
      ),
    content: async (VersionNumber) => {
      const { Content } = await asked(
        client.send(new GetHostedConfigurationVersionCommand({ ...ofProfile, VersionNumber })),
      );
      return new TextDecoder().decode(Content);
    },
    create: (content, latest, published_ms) =>
      createVersion(client, {
        ...ofProfile,
        Content: new TextEncoder().encode(content),
        ContentType: 'application/json',
        Description: `published ${published_ms}`,
        LatestVersionNumber: latest,
      }),
    deploy: (version, latest) =>
      startDeployment(client, version, {
        ...ofEnvironment,
        ConfigurationProfileId: ids.profile,
        DeploymentStrategyId: ids.strategy,
        ConfigurationVersion: String(version),
        LatestDeploymentNumber: latest,
      }),
    remove: async (VersionNumber) => {
      await asked(client.send(new DeleteHostedConfigurationVersionCommand({ ...ofProfile, VersionNumber })));
    },
  };
};

const createVersion = async (
  client: Client,
  request: CreateHostedConfigurationVersionCommandInput,
): Promise<number | 'conflict'> => {
  try {
    const { VersionNumber } = await client.send(new CreateHostedConfigurationVersionCommand(request));
    return VersionNumber ?? 0;
  } catch (error) {
    if (httpStatusOf(error) === 409) return 'conflict';
    throw publishingError(error);
  }
};

const startDeployment = async (
  client: Client,
  version: number,
  request: StartDeploymentCommandInput,
): Promise<DeploymentStart> => {
  try {
    const started = await client.send(new StartDeploymentCommand(request));
    const state = stateOf(started.State);
    return { outcome: 'started', deployment: { number: started.DeploymentNumber ?? 0, version, state } };
  } catch (cause) {
    const status = httpStatusOf(cause) ?? 500;
    if (status === 409) return { outcome: 'conflict' };
    return { outcome: status < 500 ? 'refused' : 'unknown', cause };
  }
};

type Page<T> = { readonly Items?: T[] | undefined; readonly NextToken?: string | undefined };

const listDeployments = async (
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
          state: stateOf(State),
        });
    token = NextToken;
  } while (token !== undefined && !ofRules.some(({ state }) => state === 'active' || state === 'deploying'));
  return { latest, ofRules };
};

const listVersions = async (
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

const stateOf = (state: DeploymentState | undefined): Deployment['state'] => {
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

const asked = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw publishingError(error);
  }
};
