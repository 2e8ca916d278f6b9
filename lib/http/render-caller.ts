import type { KnownKey } from '../types/ports.ts';

/** Who calls, by the token: an API key, or a session's own token, which has no name and no scope. */
export const renderCaller = (
  key: KnownKey | undefined,
  { livemode, environment }: { readonly livemode: boolean; readonly environment: string },
) => ({
  object: 'caller',
  kind: key === undefined ? 'session' : 'api_key',
  name: key?.name || null,
  role: null,
  scopes: key?.scopes ?? [],
  livemode,
  environment,
});
