/** The services called through an SDK client, by their names in `AWS_ENDPOINT_URL_…`. */
type Service = 'DYNAMODB' | 'APPCONFIGDATA';

/**
 * The SDK would look for these settings in ten variables and two files that no function has, throwing and catching an error for each in every cold
 * start. The endpoint is AWS's, or `AWS_ENDPOINT_URL_<service>`; the SDK would derive it from a table of rules, again for each table.
 */
export const awsSettings = (service: Service) => {
  const endpoint = process.env[`AWS_ENDPOINT_URL_${service}`] ?? process.env.AWS_ENDPOINT_URL;
  return {
    ignoreConfiguredEndpointUrls: true,
    endpointProvider: ({ Region }: { readonly Region?: string | undefined }) => ({
      url: new URL(endpoint ?? `https://${service.toLowerCase()}.${Region}.amazonaws.com`),
    }),
    authSchemePreference: [],
    disableClockSkewCorrection: false,
    retryMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: () => Promise.resolve(undefined),
  };
};

type WithMiddleware = {
  readonly middlewareStack: {
    readonly remove: (name: string) => boolean;
    /** `never`, since each client types its middleware differently. */
    readonly add: (middleware: never, options: { readonly step: 'build'; readonly name: string }) => void;
  };
};

/**
 * Removes work that the SDK repeats for each request although nothing uses the result. It copies each request and response, field by field, for a
 * logger that no client here has. Its user agent lists runtime and features, each escaped; ours is one name.
 */
export const trimClient = <Client extends WithMiddleware>(client: Client): Client => {
  client.middlewareStack.remove('loggerMiddleware');
  client.middlewareStack.remove('getUserAgentMiddleware');
  client.middlewareStack.add(named as never, { step: 'build', name: 'userAgent' });
  return client;
};

type Sent = { readonly request: { readonly headers: Record<string, string> } };

const named =
  <Result>(next: (args: Sent) => Result) =>
  (args: Sent): Result => {
    args.request.headers['user-agent'] = 'payment-routing';
    return next(args);
  };
