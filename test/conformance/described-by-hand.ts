import type { Schema } from './schema.ts';
import type { Paths } from './specification.ts';

// For what a PSP's stored document does not describe: nothing but the description written with these checks it.

export const text: Schema = { type: 'string' };
export const texts: Schema = { type: 'array', items: text };
export const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
export const list = (items: Schema): Schema => ({ type: 'array', items });

/** A call that answers 200 with this schema. */
export const get = (schema: Schema, ...query: readonly string[]): Paths[string] => ({
  get: {
    parameters: query.map((name) => ({ name, in: 'query' })),
    responses: { '200': { content: { 'application/json': { schema } } } },
  },
});
