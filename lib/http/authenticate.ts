import { ApiError } from '../types/api-error.ts';
import { isLinkId } from '../types/payment-link.ts';
import type { UselessKey } from '../types/ports.ts';
import { admitPerson } from './admit-person.ts';
import type { Call, EndpointEnvironment } from './call.ts';
import { addressName } from './caller.ts';
import { cameFromConsole } from './came-from-console.ts';
import { clientAddress } from './client-address.ts';
import type { ConsoleRoute } from './console-routes.ts';
import { consoleTokenIn } from './console-token.ts';
import type { Middleware } from './middleware.ts';
import type { Route } from './routes.ts';
import { isSessionToken, verifySessionToken } from './session-token.ts';

/**
 * Identifies the caller: the token and, for calls that change data, the address. Checks the bearer token (behind the console's distribution, the
 * cookie of the signed-in person) against what the route accepts. A session token is checked by its MAC, without a read, and a payment link's id by
 * the read that finds it. On a route that does not accept them, both are rejected without an API key look-up.
 */
export const authenticate = (environment: EndpointEnvironment, route: Route | ConsoleRoute): Middleware => ({
  before: async (call, event) => {
    const isOfConsole = cameFromConsole(event.headers, environment.console());
    if (!isServedTo(route, isOfConsole)) throw otherFront();
    if (route.changes) locate(environment, call);
    if (route.token === 'none') return;
    if (route.token === 'person' || isOfConsole)
      return admitPerson(environment, route, call, consoleTokenIn(event.cookies));
    const token = bearer(event.headers.authorization);
    if (token.startsWith('cs_')) await admitSession(route, call, token);
    else if (token.startsWith('pl_')) admitLink(route, call, token);
    else await admitKey(environment, route, call, token);
  },
});

/** The console's distribution serves people only: any other caller would count against its limits. */
const isServedTo = (route: Route | ConsoleRoute, isOfConsole: boolean): boolean =>
  'front' in route ? isOfConsole : !isOfConsole || route.token !== 'none';

const otherFront = (): ApiError =>
  new ApiError(
    'resource_missing',
    'This is not served at this address: the API and the console have one each.',
  );

const admitSession = async (route: Route | ConsoleRoute, call: Call, token: string): Promise<void> => {
  if (!isSessionToken(token)) throw invalidSecret();
  if (route.token === 'api_key' || route.token === 'link_or_api_key') throw notThis();
  const { signing_keys } = await call.tokens.sessions();
  const own = verifySessionToken(signing_keys, token);
  const session = own ?? verifySessionToken(signing_keys, token, 'page');
  if (session === undefined) throw invalidSecret();
  if (route.token === 'session_or_api_key' && session !== call.path.id) throw notThis();
  call.caller = { ...call.caller, token: 'session' };
  call.view = 'redacted';
  call.may_pay = true;
  call.by_link = own === undefined;
};

/** The link's address contains its id. That opens this link only, if it exists. */
const admitLink = (route: Route | ConsoleRoute, call: Call, token: string): void => {
  if (!isLinkId(token)) throw new ApiError('token_invalid', 'This is no id of a payment link.');
  if (route.token !== 'link_or_api_key' || token !== call.path.id)
    throw new ApiError(
      'scope_missing',
      'A payment link’s id can read its own link and begin its sessions, and nothing else.',
    );
  call.caller = { ...call.caller, token: 'link' };
  call.view = 'redacted';
  call.may_pay = true;
};

const admitKey = async (
  environment: EndpointEnvironment,
  route: Route | ConsoleRoute,
  call: Call,
  token: string,
): Promise<void> => {
  const key = await environment.apiKeys.find(token, route.changes_keys);
  if (typeof key === 'string') throw refusedKey(key, token, environment.livemode);
  call.caller = { ...call.caller, token: 'api_key', key: key.id };
  if (key.livemode !== environment.livemode) throw otherMode(environment.livemode);
  if (route.scope && !key.scopes.includes(route.scope))
    throw new ApiError('scope_missing', `The API key lacks the scope ${route.scope}.`);
  call.by = key.id;
  call.api_key = key;
  call.view = 'full';
  call.may = (scope) => key.scopes.includes(scope);
  call.may_pay = call.may('checkout:write');
};

const locate = ({ originProofs }: EndpointEnvironment, call: Call): void => {
  const proofs = originProofs();
  call.client_ip = clientAddress(call, proofs);
  const address = addressName(call.client_ip, proofs);
  if (address !== undefined) call.caller = { ...call.caller, address };
};

const bearer = (header: string | undefined): string => {
  // RFC 6750, section 3.1: another scheme counts as no token.
  if (header === undefined || !/^Bearer\b/i.test(header))
    throw new ApiError(
      'token_missing',
      'Send the API key, or a session’s client_secret, as "Authorization: Bearer <token>".',
    );
  const [, token] = /^Bearer +([\x21-\x7e]{1,512})$/i.exec(header) ?? [];
  if (token === undefined) throw refusedKey('unknown');
  return token;
};

const notThis = (): ApiError =>
  new ApiError(
    'scope_missing',
    'A client_secret can confirm and read its own checkout session, and nothing else.',
  );

const refusedKey = (why: UselessKey, token = '', livemode?: boolean): ApiError => {
  if (why === 'revoked')
    return new ApiError('token_invalid', 'This API key was revoked. Use the one that replaced it.');
  if (why === 'ended')
    return new ApiError(
      'token_invalid',
      'This API key has ended. Use the one that replaced it, or get a new one.',
    );
  const [, mode] = /^sk_(live|test)_/.exec(token) ?? [];
  if (mode !== undefined && livemode !== undefined && (mode === 'live') !== livemode)
    return otherMode(livemode);
  return new ApiError(
    'token_invalid',
    'This is no API key of this environment. Check that it is the whole key, and of this environment.',
  );
};

const otherMode = (livemode: boolean): ApiError =>
  new ApiError(
    'token_invalid',
    livemode
      ? 'This is a key for test mode, but this environment is in live mode.'
      : 'This is a key for live mode, but this environment is in test mode.',
  );

const invalidSecret = (): ApiError =>
  new ApiError(
    'token_invalid',
    'This is no client_secret of a checkout session, or it is too old. Read the session with an API key for its current one.',
  );
