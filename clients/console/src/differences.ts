export type Difference = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** Where two documents differ, in the form of a version's `diff`: `targets[0].weight`. */
export const differences = (before: unknown, after: unknown, path = ''): readonly Difference[] => {
  if (Object.is(before, after)) return [];
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ path, before: before ?? null, after: after ?? null }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    differences(before[name], after[name], below(path, name, Array.isArray(after))),
  );
};

const below = (path: string, name: string, isIndex: boolean): string => {
  if (isIndex) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
};

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
