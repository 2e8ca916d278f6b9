import { createRequire } from 'node:module';
import type { Ajv as AjvClass } from 'ajv';
import type { HttpRequest, HttpResponse } from '../../lib/types/transport.ts';
import { decodeForm } from './decode-form.ts';
import type { Schema } from './schema.ts';
import { unknownFields } from './unknown-fields.ts';

// Both packages are CommonJS whose default export is typed as a namespace.
const require = createRequire(import.meta.url);
const Ajv: typeof AjvClass = require('ajv');
const addFormats: (ajv: AjvClass) => void = require('ajv-formats');

export type { Schema };

type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
};

/** `paths` of an OpenAPI document, by template and lowercase method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export type Specification = {
  /** What is wrong with a request, each in a few words; empty where it is as specified. */
  readonly requestProblems: (request: HttpRequest) => readonly string[];
  /** What is wrong with an answer to it. */
  readonly answerProblems: (request: HttpRequest, answer: HttpResponse) => readonly string[];
  /** Which fields of `read`, a document of those that were looked at in an answer, no such answer has: no success, or no refusal. */
  readonly unknownReads: (request: HttpRequest, answer: HttpResponse, read: unknown) => readonly string[];
};

/**
 * Checks exchanges against an official OpenAPI document: the path (after the base URL) and method exist, the query is known, the body is of the
 * schema and has no field that the document does not name. `added` describes calls that the document leaves out.
 */
export const specification = (document: unknown, base_url: string, added: Paths = {}): Specification => {
  const { normal, validate, validateForm } = prepared(document as object);
  const paths: Paths = { ...normal.paths, ...(normalize(added) as Paths) };

  return {
    requestProblems: (request) => {
      const operation = operationOf(paths, base_url, request);
      if (operation === undefined) return [`no such call: ${request.method} ${request.url}`];
      const query = [...new URL(request.url).searchParams.keys()]
        .filter(
          (name) =>
            !operation.parameters?.some((known) => known.in === 'query' && known.name === plain(name)),
        )
        .map((name) => `unknown query parameter: ${name}`);
      return [...query, ...bodyProblems(request, operation)];
    },
    answerProblems: (request, answer) => {
      if (answer.kind !== 'answered') return [];
      const responses = operationOf(paths, base_url, request)?.responses ?? {};
      const response = responses[String(answer.status)] ?? responses.default;
      if (response === undefined) return [`no such answer: ${answer.status}`];
      const schema = response.content?.['application/json']?.schema;
      return schema === undefined ? [] : validate(schema, JSON.parse(answer.body));
    },
    unknownReads: (request, answer, read) => {
      const failed = answer.kind === 'answered' && answer.status >= 400;
      const schemas = Object.entries(operationOf(paths, base_url, request)?.responses ?? {})
        .filter(([status]) => status === 'default' || Number(status) >= 400 === failed)
        .flatMap(([, { content }]) => content?.['application/json']?.schema ?? []);
      return unknownFields(normal, { anyOf: schemas }, read);
    },
  };

  function bodyProblems(request: HttpRequest, operation: Operation): readonly string[] {
    const content = operation.requestBody?.content ?? {};
    if (request.body === undefined) return [];
    const type = request.headers['content-type'] ?? '';
    const schema = content[type]?.schema;
    if (schema === undefined) return [`content type ${type} is none of ${Object.keys(content).join(', ')}`];
    const form = type === 'application/x-www-form-urlencoded';
    const value: unknown = form ? decodeForm(request.body) : JSON.parse(request.body);
    return [
      ...unknownFields(normal, schema, value).map((path) => `unknown field: ${path}`),
      ...(form ? validateForm : validate)(schema, value),
    ];
  }
};

type Validate = (schema: Schema, value: unknown) => readonly string[];
type Prepared = {
  readonly normal: { readonly paths: Paths };
  readonly validate: Validate;
  /** What a form carries is text: numbers and booleans are what they read as. */
  readonly validateForm: Validate;
};

const preparations = new WeakMap<object, Prepared>();

/** A document is normalised once, and each of its schemas compiled once: both take longer than all that is checked by them. */
const prepared = (document: object): Prepared => {
  const before = preparations.get(document);
  if (before) return before;
  const normal = normalize(document) as Prepared['normal'];
  const made = {
    normal,
    validate: validator(normal, {}),
    validateForm: validator(normal, { coerceTypes: true }),
  };
  preparations.set(document, made);
  return made;
};

const validator = (normal: object, options: { readonly coerceTypes?: true }): Validate => {
  let ajv: AjvClass | undefined;
  const absolutes = new WeakMap<Schema, Schema>();
  return (schema, value) => {
    ajv ??= withDocument(normal, options);
    const whole = absolutes.get(schema) ?? (absolute(schema) as Schema);
    absolutes.set(schema, whole);
    const check = ajv.compile(whole);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  };
};

const withDocument = (normal: object, options: { readonly coerceTypes?: true }): AjvClass => {
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    allErrors: true,
    logger: false,
    // Patterns are the publishers' own, and some of them are none under the stricter rules of Unicode mode.
    unicodeRegExp: false,
    ...options,
  });
  addFormats(ajv);
  ajv.addSchema(normal, 'spec');
  return ajv;
};

/** Lists in a query are written `expand[]`, and named `expand` in the document. */
const plain = (name: string): string => name.replace(/\[\]$/, '');

/** The operation whose path template fits; a literal one before one with a variable. */
const operationOf = (paths: Paths, base_url: string, { method, url }: HttpRequest): Operation | undefined => {
  if (!url.startsWith(`${base_url}/`)) return undefined;
  const path = new URL(url).pathname.slice(new URL(base_url).pathname.replace(/\/$/, '').length);
  const fitting = Object.keys(paths)
    .filter((template) => new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  return fitting.map((template) => paths[template]?.[method.toLowerCase()]).find(Boolean);
};

/**
 * OpenAPI 3.0's `nullable` as JSON Schema, and `oneOf` as `anyOf`: branches told apart by a discriminator often overlap, and that a value fits
 * two of them is no fault of it.
 */
const normalize = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(normalize);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, oneOf, ...rest } = node as Schema;
  const plain: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) plain[key] = normalize(value);
  if (Array.isArray(oneOf) && plain.anyOf === undefined) plain.anyOf = normalize(oneOf);
  else if (oneOf !== undefined) plain.oneOf = normalize(oneOf);
  if (nullable !== undefined && nullable !== true && nullable !== false) plain.nullable = normalize(nullable);
  return nullable === true ? { anyOf: [plain, { type: 'null' }] } : plain;
};

/** References of a part of the document, as seen from outside it. */
const absolute = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(absolute);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'spec#') : absolute(value),
    ]),
  );
};
