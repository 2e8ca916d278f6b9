import { type Contract, contracts, type Endpoint, type Field } from './body-contracts.ts';

/** A body that breaks one rule of the contract, and how it is refused. */
export type BadBody = {
  readonly endpoint: Endpoint;
  readonly what: string;
  readonly body: unknown;
  readonly code: 'body_invalid' | 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown';
  /** Undefined where the body as a whole is at fault. */
  readonly param: string | undefined;
};

/** Looks like a text or a list by its `length`, and cannot be compared or written out. */
const hostile = { length: { toString: 1, valueOf: 2 }, toString: 1, valueOf: 2 };

const ofOtherType: Readonly<Record<Field['type'], readonly unknown[]>> = {
  string: [5, true, null, ['x'], { a: 'x' }, hostile],
  number: ['5', true, null, [5], {}, hostile],
  object: ['x', 5, true, null, []],
  list: ['x', 5, true, null, {}, hostile],
  boolean: [5, 'true', null, [true], {}, hostile],
};

type Json = Readonly<Record<string, unknown>>;

/** `body` with the field at `path` set, or left out where `value` is undefined. */
const withField = (body: Json, path: string, value: unknown): Json => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0)
    return { ...body, [first]: withField((body[first] ?? {}) as Json, rest.join('.'), value) };
  const { [first]: _, ...others } = body;
  return value === undefined ? others : { ...others, [first]: value };
};

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 50);

const badBodiesOf = ({ endpoint, good, fields, strict }: Contract): readonly BadBody[] => [
  ...fields.flatMap(({ path, required, type, wrong, blank = [] }): BadBody[] => [
    ...(required
      ? [
          {
            endpoint,
            what: `${path} missing`,
            body: withField(good, path, undefined),
            code: 'parameter_missing' as const,
            param: path,
          },
        ]
      : []),
    ...[...ofOtherType[type], ...wrong]
      .filter((value) => !blank.includes(value))
      .map((value) => ({
        endpoint,
        what: `${path}: ${shown(value)}`,
        body: withField(good, path, value),
        code: 'parameter_invalid' as const,
        param: paramOf(path, value),
      })),
  ]),
  ...strict.map((path) => {
    const param = path === '' ? 'surprise' : `${path}.surprise`;
    return {
      endpoint,
      what: `${param}: unknown`,
      body: withField(good, param, 'x'),
      code: 'parameter_unknown' as const,
      param,
    };
  }),
  ...[[], 'text', 5, null, true].map((body) => ({
    endpoint,
    what: `the whole body: ${shown(body)}`,
    body,
    code: 'body_invalid' as const,
    param: undefined,
  })),
];

/** Entries of metadata are named. */
const paramOf = (path: string, value: unknown): string => {
  if (path !== 'metadata' || typeof value !== 'object' || value === null || Array.isArray(value)) return path;
  const all = Object.entries(value);
  const [first] =
    all.find(
      ([name, entry]) => name === '' || name.length > 40 || typeof entry !== 'string' || entry.length > 500,
    ) ?? [];
  return first === undefined ? path : `${path}.${first === '' ? '""' : first}`;
};

export const badBodies: readonly BadBody[] = contracts.flatMap(badBodiesOf);

export const goodBodies = contracts.map(({ endpoint, good, fields }) => ({
  endpoint,
  body: good,
  optional: fields.filter(({ path, required }) => !required && !path.includes('.')).map(({ path }) => path),
}));

/** A body with a blank, and the same body without that field. */
export const blankBodies = contracts.flatMap(({ endpoint, good, fields }) =>
  fields.flatMap(({ path, blank = [] }) =>
    blank.map((value) => ({
      endpoint,
      what: `${path}: ${shown(value)}`,
      body: withField(good, path, value),
      same_as: withField(good, path, undefined),
    })),
  ),
);
