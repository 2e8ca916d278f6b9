export type Difference = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** Where two documents differ, in the form of a version's `diff`: `targets[0].weight`. A list of plain values is one place. */
export const differences = (before: unknown, after: unknown, path = ''): readonly Difference[] => {
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      differences(before[name], after[name], below(path, name, Array.isArray(after))),
    );
  }
  return isSame(before, after) ? [] : [{ path, before: before ?? null, after: after ?? null }];
};

const below = (path: string, name: string, isIndex: boolean): string => {
  if (isIndex) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
};

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Array.isArray(value) ? value.every(isObject) : isObject(value);

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (before: unknown, after: unknown): boolean =>
  Object.is(before, after) || JSON.stringify(before) === JSON.stringify(after);
