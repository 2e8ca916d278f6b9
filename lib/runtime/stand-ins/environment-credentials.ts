import { requireVariable } from '../environment.ts';

/**
 * Replaces the SDK's default chain in the bundles (`infra/lambda/bundling.ts`). A Lambda's credentials are in its environment for all its life; the
 * rest of the chain (SSO, profiles, instance metadata, STS) adds 135 kB to each bundle and never runs there.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: requireVariable('AWS_ACCESS_KEY_ID'),
  secretAccessKey: requireVariable('AWS_SECRET_ACCESS_KEY'),
  ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
});
