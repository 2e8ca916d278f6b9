import type { Operation } from './simulated-psp.ts';

export type Matched = { readonly operation: Operation; readonly params: Readonly<Record<string, string>> };

/** Finds the operation for a method and path. A literal segment wins over a named one: `/search` over `/{intent}`. */
export const createRouter = (
  operations: readonly Operation[],
): ((method: string, path: string) => Matched | undefined) => {
  const routes = operations
    .map((operation) => ({ operation, segments: operation.path.split('/') }))
    .toSorted((a, b) => named(a.segments) - named(b.segments));
  return (method, path) => {
    const parts = path.split('/');
    for (const { operation, segments } of routes) {
      if (operation.method !== method || segments.length !== parts.length) continue;
      const params = paramsOf(segments, parts);
      if (params !== undefined) return { operation, params };
    }
    return undefined;
  };
};

const named = (segments: readonly string[]): number => segments.filter((s) => s.startsWith('{')).length;

const paramsOf = (
  segments: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | undefined => {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    if (segment.startsWith('{')) {
      const value = decoded(part);
      if (value === undefined || value === '') return undefined;
      params[segment.slice(1, -1)] = value;
    } else if (segment !== part) return undefined;
  }
  return params;
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
