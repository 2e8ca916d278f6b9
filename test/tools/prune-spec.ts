type Node = Readonly<Record<string, unknown>>;

/**
 * An OpenAPI document with only the paths that begin as given, and of its components only what those reach. The paths of a document without a
 * choice all stay.
 */
export const pruneSpec = (document: Node, keeps: readonly string[] | undefined): Node => {
  if (keeps === undefined) return document;
  const paths = Object.fromEntries(
    Object.entries((document.paths ?? {}) as Node).filter(([path]) =>
      keeps.some((start) => path.startsWith(start)),
    ),
  );
  const { securitySchemes } = (document.components ?? {}) as Node;
  const components = reached(document, paths);
  return {
    ...document,
    paths,
    components: { ...components, ...(securitySchemes !== undefined && { securitySchemes }) },
  };
};

const reached = (document: Node, from: unknown): Node => {
  const found = new Map<string, unknown>();
  const open = refsIn(from);
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (found.has(ref)) continue;
    const target = resolve(document, ref);
    found.set(ref, target);
    open.push(...refsIn(target));
  }
  const components: Record<string, Record<string, unknown>> = {};
  for (const [ref, target] of found) {
    const [, , kind = '', name = ''] = ref.split('/');
    components[kind] = { ...components[kind], [name]: target };
  }
  return components;
};

const refsIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(refsIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value.split('/').slice(0, 4).join('/')] : refsIn(value),
  );
};

const resolve = (document: Node, ref: string): unknown =>
  ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, step) => {
      const inner = typeof node === 'object' && node !== null ? Reflect.get(node, step) : undefined;
      if (inner === undefined) throw new Error(`the document has no ${ref}`);
      return inner;
    }, document);
