import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { errorCodes } from '../../lib/types/error-codes.ts';
import { buildDocument } from '../../local/docs/openapi/build-document.ts';
import { routeOperations } from '../../local/docs/openapi/route-operations.ts';

export type RealAnswer = {
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
};

/** What of a service's answer is not as the document says: an undocumented status, code, field or header. */
export const answerProblems = ({ operation, status, headers, body }: RealAnswer): readonly string[] => {
  const response = responses.get(operation)?.[status];
  if (!response) return [`${operation} answers ${status}, which is not documented`];
  const validate = validatorOf(operation, status);
  const valid = validate === undefined ? body === undefined : validate(body);
  const missing = Object.keys(response.headers ?? {}).filter(
    (name) => !optional.includes(name) && !headers.has(name),
  );
  return [
    ...(valid ? [] : [`${operation} ${status}: ${JSON.stringify(validate?.errors ?? body)}`]),
    ...missing.map((name) => `${operation} ${status}: no header ${name}`),
    ...codeProblems(operation, body),
  ];
};

/** On some answers of a status and not on others. */
const optional = ['retry-after', 'idempotent-replayed'];

const document = buildDocument();
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const responses = new Map(operations.map(({ operationId, responses }) => [operationId, responses]));
const codes = new Map<string, readonly string[]>(routeOperations().map(({ id, codes }) => [id, codes]));

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ['discriminator'] });
for (const [name, schema] of Object.entries(document.components.schemas))
  ajv.addSchema(schema, `#/components/schemas/${name}`);

const validators = new Map<string, ValidateFunction>();
const validatorOf = (operation: string, status: number): ValidateFunction | undefined => {
  const schema = responses.get(operation)?.[status]?.content?.['application/json']?.schema;
  const key = `${operation} ${status}`;
  if (schema && !validators.has(key)) validators.set(key, ajv.compile(schema));
  return validators.get(key);
};

const codeProblems = (operation: string, body: unknown): readonly string[] => {
  const code = (body as { readonly error?: { readonly code?: string } } | undefined)?.error?.code;
  if (code === undefined) return [];
  const known = Object.hasOwn(errorCodes, code) && codes.get(operation)?.includes(code);
  return known ? [] : [`${operation} answers ${code}, which is not documented`];
};
