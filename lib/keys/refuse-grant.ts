import { ApiError } from '../types/api-error.ts';
import { actorOf } from '../types/audit-entry.ts';
import type { Scope } from '../types/scope.ts';
import type { Grantor } from './key-ports.ts';

/** What only people give: to make keys, to say where money is, and to be the second pair of eyes. */
export const onlyFromPeople: readonly Scope[] = ['keys:write', 'charges:decide', 'routing:approve'];

/** What a secret would give to whoever gets it. `expires_at`: Unix seconds; if absent, it never ends. */
export type Grant = {
  /** The key that gets it. */
  readonly id: string;
  readonly scopes: readonly Scope[];
  readonly expires_at?: number | undefined;
};

/** The fields of a call that ask for the scopes and for the end. */
export type GrantParams = { readonly scopes: string; readonly end: string };

/**
 * Throws `grant_refused` for what the caller may not give: a scope or an end beyond its own, or a key's wish for a scope that only people give. To itself it may
 * give that too: it has it already, and stays the same key.
 */
export const refuseGrant = (caller: Grantor, { id, scopes, expires_at }: Grant, param: GrantParams): void => {
  const isPerson = actorOf(caller.id).type === 'user';
  const grantor = isPerson ? 'your role' : 'your API key';
  const beyond = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (beyond.length > 0)
    throw refused(
      param.scopes,
      `${grantor} lacks ${beyond.join(', ')}, and nobody gives a scope that they lack`,
    );
  const drafts = id !== caller.id && scopes.includes('routing:write');
  if (drafts && caller.scopes.includes('routing:approve'))
    throw refused(
      param.scopes,
      `${grantor} may approve routing rules, so it gives nobody routing:write: it could approve its own`,
    );
  const reserved =
    isPerson || id === caller.id ? [] : scopes.filter((scope) => onlyFromPeople.includes(scope));
  if (reserved.length > 0)
    throw refused(
      param.scopes,
      `only people give ${reserved.join(', ')}, at the console or the command line`,
    );
  if (caller.end !== undefined && (expires_at === undefined || expires_at > caller.end))
    throw refused(
      param.end,
      `your own API key ends at ${caller.end} (Unix seconds), and nobody gives an end beyond their own`,
    );
};

const refused = (param: string, why: string): ApiError =>
  new ApiError('grant_refused', `${param}: ${why}.`, { param });
