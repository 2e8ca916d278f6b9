import { ApiError } from '../types/api-error.ts';
import { type Role, roles } from '../types/role.ts';
import type { Person } from '../types/sign-in.ts';
import type { Claims } from './people-ports.ts';

export type RolesOfGroups = Readonly<Record<string, Role>>;

/**
 * The person whom a provider names, with the highest role of their groups. Throws `scope_missing` for a person in none of these groups, and for a
 * name that records cannot hold.
 */
export const personOf = (claims: Claims, rolesOfGroups: RolesOfGroups): Person => {
  const role = highest(groupsIn(claims).flatMap((group) => roleOf(group, rolesOfGroups)));
  if (role === undefined)
    throw new ApiError(
      'scope_missing',
      'Your account is in no group that may use this console. Ask whoever runs it to add you to one.',
    );
  const id = idOf(claims);
  if (!/^[^\s"\\,<>@]{1,128}@[a-z0-9.-]{1,125}$/.test(id))
    throw new ApiError('scope_missing', 'Your account has neither an e-mail address nor a usable subject.');
  return { id, name: nameIn(claims) ?? id, role };
};

/** Anybody may claim an e-mail address that the provider did not verify. */
const idOf = ({ email, email_verified, iss, sub }: Claims): string =>
  typeof email === 'string' && email_verified === true
    ? inLowerCase(email)
    : `${sub}@${new URL(iss).hostname}`;

/** Only pairs of letters: `toLowerCase` also makes a k of the Kelvin sign, and two people would be one. */
const inLowerCase = (email: string): string =>
  email.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.toUpperCase() === letter ? lower : letter;
  });

const nameIn = ({ name }: Claims): string | undefined =>
  typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 100) : undefined;

/** Cognito uses another name for them. */
const groupsIn = ({ groups, 'cognito:groups': cognito }: Claims): readonly unknown[] =>
  [groups, cognito].flatMap((list) => (Array.isArray(list) ? list : []));

/** Own properties only: a group may be called `constructor`. */
const roleOf = (group: unknown, rolesOfGroups: RolesOfGroups): readonly Role[] =>
  Object.entries(rolesOfGroups).flatMap(([name, role]) => (name === group ? [role] : []));

const highest = (held: readonly Role[]): Role | undefined => roles.findLast((role) => held.includes(role));
