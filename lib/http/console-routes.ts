import type { Route } from './routes.ts';

/**
 * A route of the API that only the console's page calls. `token`: a signed-in person, even if their token has ended, or none. `front`: served only
 * through the console's distribution, since it sets cookies.
 */
export type ConsoleRoute = Omit<Route, 'token'> & {
  readonly token: 'none' | 'person';
  readonly front: 'console';
};

const signIn = { function: 'console/sign-in', front: 'console' } as const;

export const beginSignIn = {
  ...signIn,
  method: 'GET',
  path: '/v1/console/login',
  token: 'none',
} as const satisfies ConsoleRoute;

export const finishSignIn = {
  ...signIn,
  method: 'GET',
  path: '/v1/console/callback',
  token: 'none',
  changes: true,
} as const satisfies ConsoleRoute;

export const refreshSignIn = {
  ...signIn,
  method: 'POST',
  path: '/v1/console/refresh',
  token: 'person',
  changes: true,
} as const satisfies ConsoleRoute;

export const endSignIn = {
  ...signIn,
  method: 'POST',
  path: '/v1/console/logout',
  token: 'person',
  changes: true,
} as const satisfies ConsoleRoute;

/** Deployed only where there is a console. */
export const consoleRoutes: readonly ConsoleRoute[] = [beginSignIn, finishSignIn, refreshSignIn, endSignIn];

/** The way in: nobody has a token there yet. */
export const withoutToken = consoleRoutes.filter(({ token }) => token === 'none');
