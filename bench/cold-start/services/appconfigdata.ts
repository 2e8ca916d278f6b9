import {
  AppConfigDataClient,
  GetLatestConfigurationCommand,
  StartConfigurationSessionCommand,
} from '@aws-sdk/client-appconfigdata';

const client = new AppConfigDataClient({});
let token: string | undefined;

/** `POST …` opens a session, `GET …` reads with its token. */
export const call = async (operation: string): Promise<void> => {
  if (operation.startsWith('GET'))
    await client.send(new GetLatestConfigurationCommand({ ConfigurationToken: token }));
  else
    ({ InitialConfigurationToken: token } = await client.send(
      new StartConfigurationSessionCommand({
        ApplicationIdentifier: process.env.APPCONFIG_APPLICATION,
        EnvironmentIdentifier: process.env.APPCONFIG_ENVIRONMENT,
        ConfigurationProfileIdentifier: process.env.APPCONFIG_PROFILE,
      }),
    ));
};
