export type GatewayRoute = {
  readonly method: string;
  readonly path: string;
  readonly function: string;
  /** Bytes; the gateway's own limit if undefined. */
  readonly max_body?: number;
};

export type Matched = GatewayRoute & { readonly parameters: Readonly<Record<string, string>> | undefined };

/**
 * HTTP API's choice of route for a method and a decoded path: a path without variables wins over one with them, and a literal segment over a
 * variable. A variable matches one non-empty segment. Undefined: `$default`.
 */
export const createRouteMatcher = (
  routes: readonly GatewayRoute[],
): ((method: string, path: string) => Matched | undefined) => {
  const literal = new Map<string, Matched>();
  const patterns: { readonly route: GatewayRoute; readonly segments: readonly Segment[] }[] = [];
  for (const route of routes) {
    const segments = route.path.split('/').map(toSegment);
    if (segments.every((segment) => segment.literal !== undefined))
      literal.set(`${route.method} ${route.path}`, { ...route, parameters: undefined });
    else patterns.push({ route, segments });
  }
  patterns.sort((a, b) => (specificity(a.segments) < specificity(b.segments) ? -1 : 1));

  return (method, path) => {
    const exact = literal.get(`${method} ${path}`);
    if (exact) return exact;
    const parts = path.split('/');
    for (const { route, segments } of patterns) {
      const parameters = route.method === method ? readParameters(segments, parts) : undefined;
      if (parameters) return { ...route, parameters };
    }
    return undefined;
  };
};

type Segment =
  | { readonly literal: string; readonly variable?: never }
  | { readonly literal?: never; readonly variable: string };

const toSegment = (segment: string): Segment => {
  const variable = /^\{(\w+)\}$/.exec(segment)?.[1];
  return variable === undefined ? { literal: segment } : { variable };
};

/** Sorts a literal before a variable, from the left. */
const specificity = (segments: readonly Segment[]): string =>
  segments.map(({ literal }) => (literal === undefined ? 1 : 0)).join('');

const readParameters = (
  segments: readonly Segment[],
  parts: readonly string[],
): Record<string, string> | undefined => {
  if (segments.length !== parts.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, { literal, variable }] of segments.entries()) {
    const part = parts[index];
    if (!variable && part !== literal) return undefined;
    if (variable && !part) return undefined;
    if (variable && part) parameters[variable] = part;
  }
  return parameters;
};
