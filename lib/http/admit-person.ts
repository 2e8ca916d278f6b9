import { ApiError } from '../types/api-error.ts';
import { isMasked, scopesOfRole } from '../types/role.ts';
import { isOngoing } from '../types/sign-in.ts';
import type { Call, EndpointEnvironment } from './call.ts';
import type { ConsoleRoute } from './console-routes.ts';
import { type ConsoleToken, verifyConsoleToken } from './console-token.ts';
import { isCustomerFilter } from './mask-customer.ts';
import type { Route } from './routes.ts';

/**
 * Admits the person named by a token. Every call must carry the header of the console's page; a change must also come from its origin and as JSON.
 * Another site cannot set these. A change also reads the sign-in, which may just have been ended.
 */
export const admitPerson = async (
  { clock, console, signIns }: Pick<EndpointEnvironment, 'clock' | 'console' | 'signIns'>,
  route: Route | ConsoleRoute,
  call: Call,
  token: string | undefined,
): Promise<void> => {
  if (token === undefined)
    throw new ApiError('token_missing', 'Nobody is signed in. Sign in at the console.');
  const { url = '', keys = [] } = console() ?? {};
  refuseOtherPages(route, call, url);
  const person = verifyConsoleToken(token, keys);
  if (person === undefined)
    throw new ApiError('token_invalid', 'This is no sign-in of this console. Sign in again.');
  const now = Math.floor(clock.now() / 1000);
  if (route.token !== 'person' && now >= person.ends)
    throw new ApiError(
      'token_invalid',
      'The token of this sign-in has ended. POST /v1/console/refresh for a new one.',
    );
  if (route.changes) {
    const { sign_ins } = await signIns(person.id);
    if (!sign_ins.some((each) => each.id === person.sign_in && isOngoing(each, now)))
      throw new ApiError('token_invalid', 'This sign-in has ended. Sign in again.');
  }
  refuseBeyondRole(route, call, person);
  admit(call, person);
};

const refuseOtherPages = ({ changes }: Route | ConsoleRoute, { headers }: Call, url: string): void => {
  if (headers['x-requested-by'] !== 'console')
    throw new ApiError(
      'token_missing',
      'x-requested-by: expected console. A sign-in counts only for calls of the console’s own page.',
    );
  if (!changes) return;
  if (headers.origin !== url)
    throw new ApiError(
      'token_missing',
      `origin: expected ${url}. A sign-in changes nothing for other pages.`,
    );
  const type = headers['content-type'];
  if (type !== undefined && !/^application\/json\b/i.test(type))
    throw new ApiError(
      'token_missing',
      'content-type: expected application/json. A sign-in changes nothing for forms.',
    );
};

const refuseBeyondRole = (route: Route | ConsoleRoute, { query }: Call, { role }: ConsoleToken): void => {
  if (route.only_payers)
    throw new ApiError(
      'scope_missing',
      'People at the console pay nothing: send the session’s client_secret.',
    );
  if (route.scope && !scopesOfRole[role].includes(route.scope))
    throw new ApiError('scope_missing', `Your role ${role} lacks the scope ${route.scope}.`);
  const filter = isMasked(role) ? Object.keys(query).find(isCustomerFilter) : undefined;
  if (filter !== undefined)
    throw new ApiError(
      'scope_missing',
      `${filter}: your role ${role} sees customers’ data masked, and cannot search for it.`,
      { param: filter },
    );
};

const admit = (call: Call, { id, name, role, sign_in }: ConsoleToken): void => {
  const scopes = scopesOfRole[role];
  call.caller = { ...call.caller, token: 'person', sign_in };
  call.by = id;
  call.person = { id, name, role, scopes, sign_in };
  call.view = 'full';
  call.masked = isMasked(role);
  call.may = (scope) => scopes.includes(scope);
};
