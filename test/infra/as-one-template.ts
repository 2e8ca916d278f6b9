import type { Resource, Template } from './template.ts';

/**
 * A template and those of the stacks below it, by logical id, as if all were one: parameters become what the parent gives. Throws if the same logical id
 * occurs twice, or the parent takes something from below.
 */
export const asOneTemplate = (parent: Template, below: ReadonlyMap<string, Template>): Template => {
  const own = Object.entries(parent.Resources).filter(([id]) => !below.has(id));
  const lower = [...below].flatMap(([id, template]) =>
    Object.entries(withParameters(template, parent.Resources[id]?.Properties.Parameters ?? {}).Resources),
  );
  const all = [...lower, ...own];
  const Resources: Record<string, Resource> = Object.fromEntries(all);
  if (Object.keys(Resources).length < all.length) throw new Error('two resources have one logical id');
  for (const id of below.keys())
    if (JSON.stringify(own).includes(`"Fn::GetAtt":["${id}"`)) throw new Error(`the parent reads of ${id}`);
  return { ...parent, Resources };
};

const withParameters = (template: Template, given: object): Template => {
  const values = new Map(Object.entries(given));
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    const { Ref } = value as { readonly Ref?: string };
    if (Ref !== undefined && template.Parameters && Ref in template.Parameters) {
      if (!values.has(Ref)) throw new Error(`the parameter ${Ref} is given no value`);
      return values.get(Ref);
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner)]));
  };
  return replaced(template) as Template;
};
