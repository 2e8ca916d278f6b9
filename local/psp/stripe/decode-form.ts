/** A decoded form: text, lists and nested maps. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

/**
 * Decodes `application/x-www-form-urlencoded` with nested names as Stripe accepts them: `card[number]`, `expand[]`, `expand[0]`. Undefined if a name
 * is malformed or used in two ways.
 */
export const decodeForm = (body: string): { [name: string]: FormValue } | undefined => {
  const root: { [name: string]: FormValue } = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const path = segmentsOf(name);
    if (path === undefined || !assign(root, path, value)) return undefined;
  }
  return root;
};

const maxDepth = 6;

const segmentsOf = (name: string): readonly string[] | undefined => {
  if (!/^[^[\]]+(\[[^[\]]*\])*$/.test(name)) return undefined;
  const segments = name.replaceAll(']', '').split('[');
  return segments.length <= maxDepth && !segments.slice(0, -1).includes('') ? segments : undefined;
};

const assign = (root: { [name: string]: FormValue }, path: readonly string[], value: string): boolean => {
  let at: { [name: string]: FormValue } | FormValue[] = root;
  for (const [depth, segment] of path.entries()) {
    const next = path[depth + 1];
    const placed: FormValue | undefined = place(at, segment, next === undefined ? value : containerFor(next));
    if (placed === undefined) return false;
    if (next === undefined) return true;
    if (typeof placed === 'string' || Array.isArray(placed) !== isIndex(next)) return false;
    at = placed;
  }
  return true;
};

const containerFor = (segment: string): FormValue => (isIndex(segment) ? [] : Object.create(null));

const isIndex = (segment: string): boolean => segment === '' || /^\d{1,3}$/.test(segment);

/** The new value at `segment`; undefined if a second text would replace a first. */
const place = (
  at: { [name: string]: FormValue } | FormValue[],
  segment: string,
  fresh: FormValue,
): FormValue | undefined => {
  if (Array.isArray(at)) {
    const index = segment === '' ? at.length : Number(segment);
    if (index > at.length) return undefined;
    if (at[index] !== undefined && typeof fresh === 'string') return undefined;
    at[index] ??= fresh;
    return at[index];
  }
  if (at[segment] !== undefined && typeof fresh === 'string') return undefined;
  at[segment] ??= fresh;
  return at[segment];
};
