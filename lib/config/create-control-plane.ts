import {
  type AppConfigClient,
  CreateHostedConfigurationVersionCommand,
  type CreateHostedConfigurationVersionCommandInput,
  DeleteHostedConfigurationVersionCommand,
  GetDeploymentCommand,
  GetHostedConfigurationVersionCommand,
  ListDeploymentsCommand,
  ListHostedConfigurationVersionsCommand,
  StartDeploymentCommand,
  type StartDeploymentCommandInput,
} from '@aws-sdk/client-appconfig';
import { deploymentState, listDeployments, listVersions } from './appconfig-lists.ts';
import type { ConfigurationIds } from './configuration-source.ts';
import type { ControlPlane, DeploymentStart } from './control-plane.ts';
import { httpStatusOf, publishingError } from './publishing-errors.ts';

export type PublishingIds = ConfigurationIds & {
  /** The deployment strategy's id. */
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
        {
          page: (NextToken) =>
            asked(client.send(new ListDeploymentsCommand({ ...ofEnvironment, NextToken }))),
          profileOf: async (DeploymentNumber) => {
            const one = new GetDeploymentCommand({ ...ofEnvironment, DeploymentNumber });
            return (await asked(client.send(one))).ConfigurationProfileId;
          },
        },
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
    const state = deploymentState(started.State);
    return { outcome: 'started', deployment: { number: started.DeploymentNumber ?? 0, version, state } };
  } catch (cause) {
    const status = httpStatusOf(cause) ?? 500;
    if (status === 409) return { outcome: 'conflict' };
    return { outcome: status < 500 ? 'refused' : 'unknown', cause };
  }
};

const asked = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw publishingError(error);
  }
};
