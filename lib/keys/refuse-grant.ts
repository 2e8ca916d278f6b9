import { ApiError } from '../types/api-error.ts';
import { actorOf } from '../types/audit-entry.ts';
import type { Scope } from '../types/scope.ts';
import type { Grantor } from './key-ports.ts';

/** Scopes that only people may grant: to make keys, to state where money is, and to approve what another has written. */
export const onlyFromPeople: readonly Scope[] = ['keys:write', 'charges:decide', 'routing:approve'];

/** The rights that a secret would give its holder. `expires_at`: Unix seconds; if absent, it never ends. */
export type Grant = {
  /** The key that gets the rights. */
  readonly id: string;
  readonly scopes: readonly Scope[];
  readonly expires_at?: number | undefined;
};

/** The names of the fields with the scopes and the end, for the error. */
export type GrantParams = { readonly scopes: string; readonly end: string };

/**
 * Throws `grant_refused` for rights that the caller may not grant: a scope or an end beyond its own; `routing:write` if it may approve rules; and, if
 * it is a key, a scope that only people grant. The last two do not apply to the caller's own key, which already has them.
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
