import { ApiError } from '../types/api-error.ts';
import { withoutSecrets } from '../types/without-secrets.ts';
import { methodsOf } from './methods-of.ts';
import { nearestRoute } from './nearest-route.ts';

/**
 * Throws `method_not_allowed` or `resource_missing` for a call that matches no route, with the nearest route. Secrets are removed from the path in
 * the message.
 */
export const refuseRoute = (method: string, path: string): never => {
  const allowed = methodsOf(path);
  const nearest = nearestRoute(method, path);
  const shown = withoutSecrets(path).slice(0, 200);
  const hint = nearest ? ` (did you mean ${nearest.method} ${nearest.path}?)` : '';
  if (allowed.length === 0) throw new ApiError('resource_missing', `There is no ${method} ${shown}${hint}.`);
  throw new ApiError(
    'method_not_allowed',
    `${shown} takes ${allowed.join(' and ')}, not ${method}${nearest?.method === method ? hint : ''}.`,
    { allow: allowed },
  );
};
