import type {
  GetDeploymentCommandOutput,
  ListDeploymentsCommandOutput,
  ListHostedConfigurationVersionsCommandOutput,
  StartDeploymentCommandInput,
  StartDeploymentCommandOutput,
} from '@aws-sdk/client-appconfig';
import { defined } from '../types/defined.ts';
import type { HttpResponse } from '../types/transport.ts';
import { deploymentState, listDeployments, listVersions } from './appconfig-lists.ts';
import { type Answered, type AskAppConfig, requireSuccess } from './ask-app-config.ts';
import type { ConfigurationIds } from './configuration-source.ts';
import type { ControlPlane, DeploymentStart } from './control-plane.ts';
import { publishingError, statusOf } from './publishing-errors.ts';

export type PublishingIds = ConfigurationIds & {
  /** The id of a deployment strategy. */
  readonly strategy: string;
};

/** AppConfig's control plane, through its REST API. Loading the official client took longer than these eight requests do. */
export const createControlPlane = (ask: AskAppConfig, ids: PublishingIds): ControlPlane => {
  const application = `/applications/${ids.application}`;
  const versions = `${application}/configurationprofiles/${ids.profile}/hostedconfigurationversions`;
  const deployments = `${application}/environments/${ids.environment}/deployments`;
  const get = <Output>(path: string, next_token?: string): Promise<Output> => {
    const query = defined({ next_token });
    return asked(ask({ method: 'GET', path, query }), ({ body }) => JSON.parse(body));
  };
  return {
    deployments: () =>
      listDeployments(
        {
          page: (token) => get<ListDeploymentsCommandOutput>(deployments, token),
          profileOf: async (number) =>
            (await get<GetDeploymentCommandOutput>(`${deployments}/${number}`)).ConfigurationProfileId,
        },
        ids.profile,
      ),
    versions: () =>
      listVersions((token) => get<ListHostedConfigurationVersionsCommandOutput>(versions, token)),
    content: (version) => asked(ask({ method: 'GET', path: `${versions}/${version}` }), ({ body }) => body),
    create: (content, latest, published_ms) => createVersion(ask, versions, content, latest, published_ms),
    deploy: (version, latest) =>
      startDeployment(ask, version, deployments, {
        ConfigurationProfileId: ids.profile,
        DeploymentStrategyId: ids.strategy,
        ConfigurationVersion: String(version),
        LatestDeploymentNumber: latest,
      }),
    remove: (version) => removeVersion(ask, `${versions}/${version}`),
    stop: (deployment) => stopDeployment(ask, `${deployments}/${deployment}`),
  };
};

const asked = async <Output>(
  response: Promise<HttpResponse>,
  read: (response: Answered) => Output,
): Promise<Output> => {
  try {
    return read(requireSuccess(await response));
  } catch (error) {
    throw publishingError(error);
  }
};

const createVersion = async (
  ask: AskAppConfig,
  path: string,
  content: string,
  latest: number | undefined,
  published_ms: number,
): Promise<number | 'conflict'> => {
  const headers = {
    'content-type': 'application/json',
    description: `published ${published_ms}`,
    ...(latest !== undefined && { 'latest-version-number': String(latest) }),
  };
  try {
    const response = await ask({ method: 'POST', path, headers, body: content });
    return Number(requireSuccess(response).headers['version-number'] ?? 0);
  } catch (error) {
    if (statusOf(error) === 409) return 'conflict';
    throw publishingError(error);
  }
};

/** One that is gone is removed: the client's retry finds that if the first response was lost. */
const removeVersion = async (ask: AskAppConfig, path: string): Promise<void> => {
  try {
    requireSuccess(await ask({ method: 'DELETE', path }));
  } catch (error) {
    if (statusOf(error) !== 404) throw publishingError(error);
  }
};

const startDeployment = async (
  ask: AskAppConfig,
  version: number,
  path: string,
  deployment: Omit<StartDeploymentCommandInput, 'ApplicationId' | 'EnvironmentId'>,
): Promise<DeploymentStart> => {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await ask({ method: 'POST', path, headers, body: JSON.stringify(deployment) });
    const started: StartDeploymentCommandOutput = JSON.parse(requireSuccess(response).body);
    const state = deploymentState(started.State);
    return { outcome: 'started', deployment: { number: started.DeploymentNumber ?? 0, version, state } };
  } catch (cause) {
    const status = statusOf(cause) ?? 500;
    if (status === 409) return { outcome: 'conflict' };
    return { outcome: status < 500 ? 'refused' : 'unknown', cause };
  }
};

/** Without the header, AppConfig's reference allows this only before the watch, and not once it has just ended. */
const stopDeployment = (ask: AskAppConfig, path: string): Promise<void> =>
  asked(ask({ method: 'DELETE', path, headers: { 'allow-revert': 'true' } }), () => undefined);
