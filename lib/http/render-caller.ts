import type { CallerObject } from '../contract/caller.ts';
import type { Call } from './call.ts';

/** The caller, by its token: an API key, a person at the console, or a session's own token, which has no name and no scope. */
export const renderCaller = (
  { api_key, person }: Pick<Call, 'api_key' | 'person'>,
  { livemode, environment }: { readonly livemode: boolean; readonly environment: string },
): CallerObject => ({
  object: 'caller',
  ...who(api_key, person),
  livemode,
  environment,
});

const who = (
  key: Call['api_key'],
  person: Call['person'],
): Pick<CallerObject, 'kind' | 'name' | 'role' | 'scopes'> => {
  if (person) return { kind: 'user', name: person.name, role: person.role, scopes: person.scopes };
  return key === undefined
    ? { kind: 'session', name: null, role: null, scopes: [] }
    : { kind: 'api_key', name: key.name || null, role: null, scopes: key.scopes };
};
