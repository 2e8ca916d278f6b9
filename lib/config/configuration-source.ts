import {
  type AppConfigDataClient,
  GetLatestConfigurationCommand,
  StartConfigurationSessionCommand,
} from '@aws-sdk/client-appconfigdata';

/**
 * Where the rules in force come from. A token is good for one `poll`, even a failed one. Both methods reject if AppConfig refuses or does not
 * respond; neither retries.
 */
export type ConfigurationSource = {
  /** Begins a configuration session; its first poll returns the whole document. */
  readonly open: () => Promise<string>;
  readonly poll: (token: string) => Promise<Configuration>;
};

export type Configuration = {
  readonly next_token: string;
  /** How long the server asks us to wait before the next poll. */
  readonly poll_after_ms: number;
  /** Undefined if nothing changed since the session's last poll. */
  readonly content: string | undefined;
  /** How long ago AppConfig returned it; absent if just now. */
  readonly age_ms?: number;
};

/** AppConfig's ids or names. */
export type ConfigurationIds = {
  readonly application: string;
  readonly environment: string;
  readonly profile: string;
};

/** The shortest interval AppConfig allows. */
export const poll_seconds = 15;

/** AppConfig's data plane through its official client, which should be set to one attempt per call. */
export const createConfigurationSource = (
  client: Pick<AppConfigDataClient, 'send'>,
  { application, environment, profile }: ConfigurationIds,
): ConfigurationSource => ({
  open: async () => {
    const { InitialConfigurationToken } = await client.send(
      new StartConfigurationSessionCommand({
        ApplicationIdentifier: application,
        EnvironmentIdentifier: environment,
        ConfigurationProfileIdentifier: profile,
        RequiredMinimumPollIntervalInSeconds: poll_seconds,
      }),
    );
    return tokenOf(InitialConfigurationToken);
  },
  poll: async (token) => {
    const answer = await client.send(new GetLatestConfigurationCommand({ ConfigurationToken: token }));
    return {
      next_token: tokenOf(answer.NextPollConfigurationToken),
      poll_after_ms: (answer.NextPollIntervalInSeconds ?? poll_seconds) * 1000,
      // If unchanged, the body is empty, which the client returns as null or as no bytes.
      content: answer.Configuration?.length ? new TextDecoder().decode(answer.Configuration) : undefined,
    };
  },
});

const tokenOf = (token: string | undefined): string => {
  if (token === undefined) throw new Error('AppConfig answered without a configuration token');
  return token;
};
