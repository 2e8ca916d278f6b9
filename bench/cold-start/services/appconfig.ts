import { AppConfigClient, ListDeploymentsCommand } from '@aws-sdk/client-appconfig';

const client = new AppConfigClient({});

/** Whatever the call was, one that only reads. */
export const call = (_operation: string): Promise<unknown> =>
  client.send(
    new ListDeploymentsCommand({
      ApplicationId: process.env.APPCONFIG_APPLICATION,
      EnvironmentId: process.env.APPCONFIG_ENVIRONMENT,
      MaxResults: 1,
    }),
  );
