import * as z from 'zod/mini';
import { descriptions } from '../descriptions/schema-descriptions.ts';
import { describeSchema } from './describe-schema.ts';
import type { JsonSchema } from './open-api-document.ts';
import { requestSchemas } from './request-schemas.ts';
import { responseSchemas } from './response-schemas.ts';
import { sharedSchemas } from './shared-schemas.ts';

/**
 * Every schema of the document, made from the zod schemas that the service runs on. Throws if a field lacks a description, or a description its
 * field.
 */
export const componentSchemas = (): Readonly<Record<string, JsonSchema>> => {
  const all = { ...convert(responseSchemas(), 'output'), ...convert(requestSchemas, 'input') };
  const spare = Object.keys(descriptions).filter((name) => !(name in all));
  if (spare.length > 0) throw new Error(`No schema is called ${spare.join(', ')}`);
  return Object.fromEntries(
    Object.entries(shareEnums(all)).map(([name, schema]) => [name, describeSchema(name, schema)]),
  );
};

export const reference = (name: string): JsonSchema & { readonly $ref: string } => ({
  $ref: `#/components/schemas/${name}`,
});

/** JSON Schemas of zod schemas; shared parts become references. */
export const convert = (schemas: Readonly<Record<string, z.core.$ZodType>>, io: 'input' | 'output') => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...sharedSchemas, ...schemas })) registry.add(schema, { id });
  const converted = z.toJSONSchema(registry, { io, uri: (id) => reference(id).$ref });
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as JsonSchema]),
  );
};

/** A long list equal to a named one becomes a reference to it. */
const shareEnums = (all: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> => {
  const named = new Map(
    ['Currency', 'Country'].map((name) => [JSON.stringify(all[name]?.enum), name] as const),
  );
  const share = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(share);
    const name = 'enum' in value ? named.get(JSON.stringify(value.enum)) : undefined;
    if (name !== undefined) return reference(name);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, share(inner)]));
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, schema]) => [
      name,
      [...named.values()].includes(name) ? schema : (share(schema) as JsonSchema),
    ]),
  );
};
