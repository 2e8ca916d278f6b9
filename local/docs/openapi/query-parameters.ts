import type { QueryText } from '../descriptions/operation-text.ts';
import { convert } from './component-schemas.ts';
import type { JsonSchema, Parameter } from './open-api-document.ts';

/** The parameters of a query. `created[gte]` and `created[lte]` become one object. Throws if descriptions and parameters differ. */
export const queryParameters = ({ schema, descriptions }: QueryText): readonly Parameter[] => {
  const { properties = {}, required = [] } = convert({ Query: schema }, 'output').Query ?? {};
  const spare = Object.keys(descriptions).filter((name) => !(name in properties));
  if (spare.length > 0) throw new Error(`No query has ${spare.join(', ')}`);
  const described = Object.entries(properties).map(([name, inner]): readonly [string, JsonSchema] => {
    const description = descriptions[name];
    if (description === undefined) throw new Error(`${name} has no description`);
    return [name, { description, ...inner }];
  });
  return [...Map.groupBy(described, ([name]) => name.replace(/\[[gl]te\]$/, ''))].map(([name, parts]) =>
    parts.every(([part]) => part === name) ? flat(name, parts, required) : deep(name, parts),
  );
};

/** `read`: the names of parameters that the service always has, by their default if they are not given. */
const flat = (
  name: string,
  [first]: readonly (readonly [string, JsonSchema])[],
  read: readonly string[],
): Parameter => {
  const { description = '', ...schema } = first?.[1] ?? {};
  const required = read.includes(name) && schema.default === undefined;
  return { name, in: 'query', required, description, schema };
};

const deep = (name: string, parts: readonly (readonly [string, JsonSchema])[]): Parameter => ({
  name,
  in: 'query',
  required: false,
  description: 'Bounds.',
  style: 'deepObject',
  schema: {
    type: 'object',
    properties: Object.fromEntries(parts.map(([part, schema]) => [part.replace(/^.*\[|\]$/g, ''), schema])),
    additionalProperties: false,
  },
});
