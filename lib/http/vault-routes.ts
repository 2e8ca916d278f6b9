import type { Route } from './routes.ts';

/** The vault's one call for browsers. Its token is a grant, which the function checks. */
export const collectCardRoute = {
  method: 'POST',
  path: '/v1/cards',
  function: 'vault/collect',
  token: 'none',
} as const satisfies Route;
