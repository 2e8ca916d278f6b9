/**
 * Replaces the SDK's endpoint discovery in the bundles (`infra/lambda/bundling.ts`). DynamoDB's clients include it, with a cache of a thousand
 * addresses, but no call of this service uses it.
 */
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {};

export const resolveEndpointDiscoveryConfig = <Config extends object>(config: Config): Config => config;
