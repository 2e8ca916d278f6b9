import type { Route } from '../../../lib/http/routes.ts';
import * as routeTable from '../../../lib/http/routes.ts';
import type { ErrorCode } from '../../../lib/types/error-codes.ts';
import type { OperationText } from '../descriptions/operation-text.ts';
import { operationTexts } from '../descriptions/operation-texts.ts';

const { routes, ...named } = routeTable;

type OperationId = keyof typeof named;

export type RouteOperation = {
  readonly id: OperationId;
  readonly route: Route;
  readonly text: OperationText;
  /** Whether a repeat under the same `Idempotency-Key` gets the first call's answer. */
  readonly idempotent: boolean;
  /** Every error code that it can return. */
  readonly codes: readonly ErrorCode[];
};

/** Each line of the route table with its texts: a route without any does not compile. */
export const routeOperations = (): readonly RouteOperation[] => {
  const texts: Readonly<Record<OperationId, OperationText>> = operationTexts;
  return routes.map((route) => {
    const id = idOf(route);
    const text = texts[id];
    const idempotent = route.method !== 'GET' && route.token !== 'none';
    return { id, route, text, idempotent, codes: codesOf(route, text, idempotent) };
  });
};

const idOf = (route: Route): OperationId => {
  const entry = Object.entries(named).find(([, candidate]) => candidate === route);
  if (!entry) throw new Error(`${route.method} ${route.path} is not exported by a name`);
  return entry[0] as OperationId;
};

const codesOf = (route: Route, text: OperationText, idempotent: boolean): readonly ErrorCode[] => {
  const codes: ErrorCode[] = [];
  if (text.body !== undefined)
    codes.push(
      'parameter_missing',
      'parameter_invalid',
      'parameter_unknown',
      'body_invalid',
      'body_too_large',
      'content_type_unsupported',
    );
  if (text.query !== undefined) codes.push('parameter_invalid', 'parameter_unknown');
  if (route.token !== 'none') codes.push('token_missing', 'token_invalid');
  if (route.scope !== undefined) codes.push('scope_missing');
  codes.push(...text.errors);
  if (idempotent) codes.push('idempotency_key_in_use', 'idempotency_key_reused');
  codes.push('internal', 'storage_unavailable');
  // A read with an API key needs no secret; the cursors of a list are signed.
  if (idempotent || text.query !== undefined || route.token !== 'api_key') codes.push('not_configured');
  return codes;
};
