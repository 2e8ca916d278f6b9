import {
  AppConfigClient,
  CreateHostedConfigurationVersionCommand,
  DeleteHostedConfigurationVersionCommand,
  GetDeploymentCommand,
  GetHostedConfigurationVersionCommand,
  ListDeploymentsCommand,
  ListHostedConfigurationVersionsCommand,
  StartDeploymentCommand,
  StopDeploymentCommand,
} from '@aws-sdk/client-appconfig';
import {
  AppConfigDataClient,
  GetLatestConfigurationCommand,
  StartConfigurationSessionCommand,
} from '@aws-sdk/client-appconfigdata';
import { type AppConfigOptions, startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { appConfigIds as ids } from '../../../local/aws/appconfig/state.ts';

/** Closes what a test opened, newest first. */
export const closers: (() => unknown)[] = [];
export const closeAll = async (): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close();
};

export const settings = (endpoint: string) => ({
  endpoint,
  region: 'local',
  maxAttempts: 1,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** The service, seeded, behind the official clients. */
export const startWithClients = async (options: AppConfigOptions = {}) => {
  const service = await startAppConfig({ seed: '{"seed":true}', ...options });
  const control = new AppConfigClient(settings(service.url));
  const data = new AppConfigDataClient(settings(service.url));
  closers.push(
    service.close,
    () => control.destroy(),
    () => data.destroy(),
  );

  const profile = { ApplicationId: ids.application, ConfigurationProfileId: ids.profile };
  const environment = { ApplicationId: ids.application, EnvironmentId: ids.environment };
  return {
    service,
    create: (content: string, more: object = {}) =>
      control.send(
        new CreateHostedConfigurationVersionCommand({
          ...profile,
          Content: Buffer.from(content),
          ContentType: 'application/json',
          ...more,
        }),
      ),
    get: (VersionNumber: number) =>
      control.send(new GetHostedConfigurationVersionCommand({ ...profile, VersionNumber })),
    list: (more: object = {}) =>
      control.send(new ListHostedConfigurationVersionsCommand({ ...profile, ...more })),
    remove: (VersionNumber: number) =>
      control.send(new DeleteHostedConfigurationVersionCommand({ ...profile, VersionNumber })),
    deploy: (version: number | string, more: object = {}) =>
      control.send(
        new StartDeploymentCommand({
          ...environment,
          ConfigurationProfileId: ids.profile,
          DeploymentStrategyId: ids.strategy,
          ConfigurationVersion: String(version),
          ...more,
        }),
      ),
    deployment: (DeploymentNumber: number) =>
      control.send(new GetDeploymentCommand({ ...environment, DeploymentNumber })),
    deployments: (more: object = {}) => control.send(new ListDeploymentsCommand({ ...environment, ...more })),
    stop: (DeploymentNumber: number, AllowRevert?: boolean) =>
      control.send(new StopDeploymentCommand({ ...environment, DeploymentNumber, AllowRevert })),
    session: async (more: object = {}) => {
      const answer = await data.send(
        new StartConfigurationSessionCommand({
          ApplicationIdentifier: ids.application,
          EnvironmentIdentifier: ids.environment,
          ConfigurationProfileIdentifier: ids.profile,
          RequiredMinimumPollIntervalInSeconds: 15,
          ...more,
        }),
      );
      return answer.InitialConfigurationToken;
    },
    poll: async (ConfigurationToken: string | undefined) => {
      const answer = await data.send(new GetLatestConfigurationCommand({ ConfigurationToken }));
      return {
        token: answer.NextPollConfigurationToken,
        seconds: answer.NextPollIntervalInSeconds,
        content: Buffer.from(answer.Configuration ?? []).toString(),
        type: answer.ContentType,
        label: answer.VersionLabel,
      };
    },
  };
};
