import { readSpec } from '../tools/specs.ts';
import type { Paths } from './specification.ts';

/**
 * Square's document names only the answer that goes well, and says in its schemas that the same object comes with errors. Here that object is
 * the answer of a refusal too. Changing a payment is left out: the adapter never does, and a path of another call would pass for it.
 */
export const squarePaths = (): Paths => {
  const document = readSpec('square.openapi.json') as { readonly paths: Paths } | undefined;
  return Object.fromEntries(
    Object.entries(document?.paths ?? {}).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).flatMap(([method, operation]) => {
          if (method === 'put') return [];
          const ok = operation.responses['200'] ?? {};
          const refusals = [400, 401, 402, 403, 404, 409, 429, 500].map((status) => [status, ok]);
          return [[method, { ...operation, responses: { '200': ok, ...Object.fromEntries(refusals) } }]];
        }),
      ),
    ]),
  );
};
