import { routes } from '../../../lib/http/routes.ts';
import { routeOperations } from '../../../local/docs/openapi/route-operations.ts';
import { createRouteMatcher } from '../../../local/gateway/create-route-matcher.ts';

/** The operation that a method and a path belong to, by its id in the document. */
export const operationAt = (method: string, path: string): string => {
  const matched = match(method, path);
  const operation = operations.find(({ route }) => route.method === method && route.path === matched?.path);
  return operation?.id ?? `${method} ${path}`;
};

const match = createRouteMatcher(routes);
const operations = routeOperations();
