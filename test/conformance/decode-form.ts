type Tree = { [field: string]: string | string[] | Tree };

/** A form-encoded body as the nested object it stands for: `a[b]=1` and `a[]=1`. Throws where one name stands for two kinds. */
export const decodeForm = (body: string): Tree => {
  const root: Tree = {};
  for (const [name, value] of new URLSearchParams(body))
    place(root, name.replaceAll(']', '').split('['), value);
  return root;
};

const place = (node: Tree, [step = '', ...rest]: readonly string[], value: string): void => {
  if (rest.length === 0) {
    if (step in node) throw new Error(`${step} is given twice`);
    node[step] = value;
    return;
  }
  if (rest.length === 1 && rest[0] === '') {
    const list = node[step] ?? [];
    if (!Array.isArray(list)) throw new Error(`${step} is both a list and something else`);
    node[step] = [...list, value];
    return;
  }
  const inner = node[step] ?? {};
  if (typeof inner === 'string' || Array.isArray(inner))
    throw new Error(`${step} is both an object and something else`);
  node[step] = inner;
  place(inner, rest, value);
};
