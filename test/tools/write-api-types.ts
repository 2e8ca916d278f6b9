import type {
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
} from '../../local/docs/openapi/open-api-document.ts';

/** TypeScript for the document's schemas and operations. Errors become one union, and every operation that takes an API key an entry. */
export const writeApiTypes = ({ components, paths }: OpenApiDocument): string => {
  const schemas = Object.entries(components.schemas).filter(([name]) => !redacted.includes(name));
  const errors = schemas.filter(([, schema]) => schema.properties?.doc_url).map(([name]) => name);
  return [
    banner,
    ...schemas.map(([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`),
    `/** What stands under \`error\` in the body of an error. */\nexport type ApiErrorBody = ${errors.join(' | ')};`,
    ...queryTypes(paths),
    "/** Every code of every error. */\nexport type ErrorCode = ApiErrorBody['code'];",
    `/** What each operation takes, and what an API key is answered. */\nexport type Operations = {\n${callable(paths).map(writeOperation).join('\n')}\n};`,
  ].join('\n\n');
};

/** Method and path of the operations that take an API key, for a program to use. */
export const writeOperations = ({ paths }: OpenApiDocument): string => {
  const entries = callable(paths).map(({ path, method, operation }) => {
    const idempotent = JSON.stringify(operation.parameters ?? []).includes('IdempotencyKey');
    return `${operation.operationId}: ${JSON.stringify({ method, path, idempotent })},`;
  });
  return `${banner}\n/** Method and path of every operation; \`idempotent\` where it takes an idempotency key. */\nexport const operations = {\n${entries.join('\n')}\n} as const;`;
};

const banner = '// Made from docs/openapi.yaml by `npm run openapi`. Do not edit.\n';

type Callable = {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly operation: Operation;
};

const callable = (paths: OpenApiDocument['paths']): readonly Callable[] =>
  Object.entries(paths).flatMap(([path, { get, post, delete: remove }]) =>
    (
      [
        ['GET', get],
        ['POST', post],
        ['DELETE', remove],
      ] as const
    ).flatMap(([method, operation]) =>
      operation?.security.some((scheme) => 'apiKey' in scheme) ? [{ path, method, operation }] : [],
    ),
  );

const writeOperation = ({ path, operation }: Callable): string => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `readonly ${name}: string`);
  const body = operation.requestBody?.content['application/json']?.schema;
  const query = queryTypeOf(operation);
  const answer = operation.responses[200]?.content?.['application/json']?.schema;
  if (!answer) throw new Error(`${operation.operationId} answers nothing`);
  const fields = [
    ...(names.length > 0 ? [`readonly path: { ${names.join('; ')} }`] : []),
    ...(query ? [`readonly query: ${query}`] : []),
    ...(body ? [`readonly body: ${typeOf(body)}`] : []),
    `readonly answer: ${typeOf(answer)}`,
  ];
  return `/** ${operation.summary}. */\nreadonly ${operation.operationId}: { ${fields.join('; ')} };`;
};

/** A list's filters have a name of their own: `ListChargesQuery`. */
const queryTypes = (paths: OpenApiDocument['paths']): readonly string[] =>
  callable(paths).flatMap(({ operation }) => {
    const name = queryTypeOf(operation);
    if (name === undefined) return [];
    const parameters = queryOf(operation);
    const properties = Object.fromEntries(
      parameters.map(({ name, description, schema }) => [name, { description, ...schema }]),
    );
    const required = parameters.filter((one) => one.required).map((one) => one.name);
    return [
      `/** What ${operation.summary.toLowerCase()} takes. */\nexport type ${name} = ${objectOf({ properties, required })};`,
    ];
  });

const queryTypeOf = (operation: Operation): string | undefined =>
  queryOf(operation).length === 0
    ? undefined
    : `${operation.operationId.replace(/^./, (letter) => letter.toUpperCase())}Query`;

const queryOf = ({ parameters = [] }: Operation): readonly Parameter[] =>
  parameters.flatMap((parameter) => ('in' in parameter && parameter.in === 'query' ? [parameter] : []));

const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return forApiKey(choices).map(typeOf).join(' | ');
  const { type } = schema;
  if (type !== undefined && typeof type !== 'string')
    return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  switch (type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return arrayOf(schema);
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
};

const arrayOf = ({ items, prefixItems }: JsonSchema): string =>
  prefixItems ? `readonly [${prefixItems.map(typeOf).join(', ')}]` : `readonly (${typeOf(items || {})})[]`;

/** What a session token, or a link, is shown in its place is for browsers. */
const redacted: readonly string[] = ['RedactedCheckoutSession', 'RedactedPaymentLink'];

const forApiKey = (choices: readonly JsonSchema[]): readonly JsonSchema[] =>
  choices.filter(({ $ref }) => !redacted.some((name) => $ref === `#/components/schemas/${name}`));

const objectOf = ({ properties, required = [], additionalProperties }: JsonSchema): string => {
  if (!properties && typeof additionalProperties === 'object')
    return `{ readonly [key: string]: ${typeOf(additionalProperties)} }`;
  const fields = Object.entries(properties ?? {}).map(
    ([name, schema]) =>
      `${comment(schema)}readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  return fields.length === 0 ? '{ readonly [name: string]: never }' : `{\n${fields.join('\n')}\n}`;
};

const comment = ({ description, default: standard }: JsonSchema): string => {
  const plain = standard === undefined || typeof standard === 'object' ? '' : ` Default: \`${standard}\`.`;
  return description === undefined ? '' : `/** ${description}${plain} */\n`;
};
