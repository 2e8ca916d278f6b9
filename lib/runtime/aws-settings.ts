/** The services that we call, by their names in `AWS_ENDPOINT_URL_…`. */
type Service = 'DYNAMODB' | 'APPCONFIGDATA';

/**
 * Settings that the SDK would otherwise look for in ten variables and two files that no function has, throwing and catching an error for each in
 * every cold start. The endpoint is AWS's, or `AWS_ENDPOINT_URL_<service>`; the SDK would work it out from a table of rules, again for each table.
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
 * Strips a client of work that the SDK repeats for each request although nothing uses the result. No client here has a logger, but the SDK still
 * copies each request and answer for it, field by field. Its user agent lists runtime and features, escaped part by part; ours is one name.
 */
export const lean = <Client extends WithMiddleware>(client: Client): Client => {
  client.middlewareStack.remove('loggerMiddleware');
  client.middlewareStack.remove('getUserAgentMiddleware');
  client.middlewareStack.add(named as never, { step: 'build', name: 'userAgent' });
  return client;
};

type Sent = { readonly request: { readonly headers: Record<string, string> } };

const named =
  <Answer>(next: (args: Sent) => Answer) =>
  (args: Sent): Answer => {
    args.request.headers['user-agent'] = 'payment-routing';
    return next(args);
  };
