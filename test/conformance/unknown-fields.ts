import type { Schema } from './schema.ts';

/**
 * Paths of the fields of `value` that no branch of its schema names. An open schema (no `additionalProperties: false`) hides a misspelt field;
 * a PSP may refuse it or, worse, ignore it. A schema without any properties is a map, and takes every field.
 */
export const unknownFields = (document: unknown, schema: Schema, value: unknown): readonly string[] =>
  search(document, [schema], value, '');

const search = (
  document: unknown,
  schemas: readonly Schema[],
  value: unknown,
  path: string,
): readonly string[] => {
  const branches = schemas.flatMap((schema) => expand(document, schema, 0));
  if (Array.isArray(value)) {
    const items = branches.flatMap(({ items }) => (isSchema(items) ? [items] : []));
    return value.flatMap((item, index) => search(document, items, item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || branches.length === 0) return [];
  const named = branches.flatMap(({ properties }) => (isSchema(properties) ? [properties] : []));
  const maps = branches.flatMap(({ additionalProperties }) =>
    isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0
      ? [additionalProperties]
      : [],
  );
  if (named.length === 0 && maps.length === 0) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const here = path === '' ? field : `${path}.${field}`;
    const known = named.flatMap((properties) => {
      const found = Object.hasOwn(properties, field) ? properties[field] : undefined;
      return isSchema(found) ? [found] : [];
    });
    const fitting = [...known, ...maps];
    return fitting.length === 0 ? [here] : search(document, fitting, inner, here);
  });
};

/** A schema and everything it combines or refers to, side by side. */
const expand = (document: unknown, schema: Schema, depth: number): readonly Schema[] => {
  if (depth > 20) return [];
  const { $ref, allOf, anyOf, oneOf } = schema;
  const combined = [allOf, anyOf, oneOf].flatMap((list) =>
    Array.isArray(list) ? list.filter(isSchema) : [],
  );
  const referred = typeof $ref === 'string' ? [resolve(document, $ref)] : [];
  return [schema, ...[...combined, ...referred].flatMap((each) => expand(document, each, depth + 1))];
};

const resolve = (document: unknown, ref: string): Schema => {
  const found = ref
    .replace(/^#\//, '')
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, step) => (isSchema(node) ? node[step] : undefined), document);
  if (!isSchema(found)) throw new Error(`the document has no ${ref}`);
  return found;
};

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
