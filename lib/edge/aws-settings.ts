/** The services we call, as the SDK names them in `AWS_ENDPOINT_URL_…`. */
type Service = 'DYNAMODB' | 'SECRETS_MANAGER' | 'APPCONFIG' | 'APPCONFIGDATA';

/**
 * What the SDK would otherwise look for in ten variables and two files that no function has, throwing and catching an error for each of them in every
 * cold start. The endpoint is AWS's, or `AWS_ENDPOINT_URL_<service>`.
 */
export const awsSettings = (service: Service) => {
  const endpoint = process.env[`AWS_ENDPOINT_URL_${service}`] ?? process.env.AWS_ENDPOINT_URL;
  return {
    ...(endpoint ? { endpoint } : { ignoreConfiguredEndpointUrls: true }),
    authSchemePreference: [],
    disableClockSkewCorrection: false,
    retryMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: () => Promise.resolve(undefined),
  };
};

type WithMiddleware = { readonly middlewareStack: { readonly remove: (name: string) => boolean } };

/** The SDK's log is for a logger, which no client here has. Even so it copies each request and answer, field by field. */
export const withoutLog = <Client extends WithMiddleware>(client: Client): Client => {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
};
