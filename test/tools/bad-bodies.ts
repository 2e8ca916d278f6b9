/** A body that breaks one rule of the contract, and how it is refused. */
export type BadBody = {
  readonly endpoint: Endpoint;
  readonly what: string;
  readonly body: unknown;
  readonly code: 'body_invalid' | 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown';
  /** Undefined where the body as a whole is at fault. */
  readonly param: string | undefined;
};

export type Endpoint = 'create' | 'confirm' | 'refund' | 'capture' | 'cancel';

type Field = {
  readonly path: string;
  readonly required?: true;
  /** Values that are wrong, beside those of another type. */
  readonly wrong: readonly unknown[];
  readonly type: 'string' | 'number' | 'object';
};

type Contract = {
  readonly endpoint: Endpoint;
  readonly good: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[];
  /** Objects that take no unknown field, by path; the empty path is the body. */
  readonly strict: readonly string[];
};

const long = (length: number) => 'x'.repeat(length);
const entries = (count: number, value = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, value]));

const amounts = [0, -1, 1.5, 1_000_000_000, 1e21];
const urls = [
  'http://shop.example',
  'https://u:p@shop.example',
  'javascript:alert(1)',
  'not a url',
  '',
  `https://a.example/${long(2_100)}`,
];
const charge = 'ch_00000000000000000000000000';
const charges = [
  '',
  'ch_',
  `${charge}0`,
  'cs_00000000000000000000000000',
  'ch_0000000000000000000000000I',
  charge.toUpperCase(),
];
const metadata = (bytes: number) => [
  { [long(41)]: 'v' },
  { '': 'v' },
  entries(51),
  { a: long(501) },
  { a: 1 },
  { a: null },
  entries(50, long(Math.ceil(bytes / 50))),
];

const contracts: readonly Contract[] = [
  {
    endpoint: 'create',
    good: {
      amount: 2599,
      currency: 'eur',
      success_url: 'https://shop.example/thanks',
      cancel_url: 'http://localhost:3000/no',
      routing_rule: 'default',
      capture_method: 'manual',
      reference: 'order-1',
      country: 'DE',
      customer_email: 'ada@shop.example',
      expires_in: 1800,
      metadata: { order: '1' },
    },
    fields: [
      { path: 'amount', required: true, type: 'number', wrong: amounts },
      { path: 'currency', required: true, type: 'string', wrong: ['EUR', 'xxx', '', 'euro', 'clf'] },
      { path: 'success_url', required: true, type: 'string', wrong: urls },
      { path: 'cancel_url', type: 'string', wrong: urls },
      { path: 'routing_rule', type: 'string', wrong: ['', 'Default', 'a b', long(65), '__proto__'] },
      { path: 'capture_method', type: 'string', wrong: ['', 'AUTOMATIC', 'later'] },
      { path: 'reference', type: 'string', wrong: ['', long(101)] },
      { path: 'country', type: 'string', wrong: ['de', 'XX', 'DEU', ''] },
      { path: 'customer_email', type: 'string', wrong: ['', 'ada', 'a b@c', '@', `${long(250)}@a.example`] },
      { path: 'expires_in', type: 'number', wrong: [1799, 86_401, 3600.5, -1] },
      { path: 'metadata', type: 'object', wrong: metadata(8 * 1024) },
    ],
    strict: [''],
  },
  {
    endpoint: 'confirm',
    good: {
      payment_method: {
        type: 'card',
        card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123', name: 'Ada' },
        billing_details: {
          name: 'Ada',
          email: 'ada@shop.example',
          phone: '+49 30 1',
          address: { line1: 'a', line2: 'b', city: 'c', state: 'd', postal_code: 'e', country: 'DE' },
        },
      },
    },
    fields: [
      { path: 'payment_method', required: true, type: 'object', wrong: [] },
      { path: 'payment_method.type', required: true, type: 'string', wrong: ['', 'cash', 'Card'] },
      { path: 'payment_method.card', required: true, type: 'object', wrong: [] },
      {
        path: 'payment_method.card.number',
        required: true,
        type: 'string',
        wrong: [
          '',
          '4242 4242 4242 4242',
          '4242424242424241',
          '42424242424',
          `4242424242424242${'0'.repeat(4)}`,
          'card',
        ],
      },
      { path: 'payment_method.card.exp_month', required: true, type: 'number', wrong: [0, 13, 1.5] },
      { path: 'payment_method.card.exp_year', required: true, type: 'number', wrong: [30, 1999, 2100] },
      { path: 'payment_method.card.cvc', required: true, type: 'string', wrong: ['', '12', '12345', '12a'] },
      { path: 'payment_method.card.name', type: 'string', wrong: ['', long(101)] },
      { path: 'payment_method.billing_details', type: 'object', wrong: [] },
      { path: 'payment_method.billing_details.name', type: 'string', wrong: ['', long(101)] },
      { path: 'payment_method.billing_details.email', type: 'string', wrong: ['ada'] },
      { path: 'payment_method.billing_details.phone', type: 'string', wrong: ['', long(31)] },
      { path: 'payment_method.billing_details.address', type: 'object', wrong: [] },
      { path: 'payment_method.billing_details.address.line1', type: 'string', wrong: ['', long(201)] },
      { path: 'payment_method.billing_details.address.line2', type: 'string', wrong: [long(201)] },
      { path: 'payment_method.billing_details.address.city', type: 'string', wrong: [long(101)] },
      { path: 'payment_method.billing_details.address.state', type: 'string', wrong: [long(101)] },
      { path: 'payment_method.billing_details.address.postal_code', type: 'string', wrong: [long(21)] },
      { path: 'payment_method.billing_details.address.country', type: 'string', wrong: ['de', 'XX'] },
    ],
    strict: [
      '',
      'payment_method',
      'payment_method.card',
      'payment_method.billing_details',
      'payment_method.billing_details.address',
    ],
  },
  {
    endpoint: 'confirm',
    good: { payment_method: { type: 'psp_token', psp: 'stripe', token: 'tok-secret' } },
    fields: [
      { path: 'payment_method.psp', required: true, type: 'string', wrong: ['', long(65)] },
      {
        path: 'payment_method.token',
        required: true,
        type: 'string',
        wrong: ['', `tok-secret${long(4_100)}`],
      },
    ],
    strict: ['', 'payment_method'],
  },
  {
    endpoint: 'refund',
    good: { charge, amount: 5, reason: 'duplicate', metadata: { a: 'b' } },
    fields: [
      { path: 'charge', required: true, type: 'string', wrong: charges },
      { path: 'amount', type: 'number', wrong: amounts },
      { path: 'reason', type: 'string', wrong: ['', 'because'] },
      { path: 'metadata', type: 'object', wrong: metadata(1024) },
    ],
    strict: [''],
  },
  {
    endpoint: 'capture',
    good: { charge, amount: 5 },
    fields: [
      { path: 'charge', required: true, type: 'string', wrong: charges },
      { path: 'amount', type: 'number', wrong: amounts },
    ],
    strict: [''],
  },
  {
    endpoint: 'cancel',
    good: { charge },
    fields: [{ path: 'charge', required: true, type: 'string', wrong: charges }],
    strict: [''],
  },
];

const ofOtherType: Readonly<Record<Field['type'], readonly unknown[]>> = {
  string: [5, true, null, ['x'], { a: 'x' }],
  number: ['5', true, null, [5], {}],
  object: ['x', 5, true, null, []],
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
  ...fields.flatMap(({ path, required, type, wrong }): BadBody[] => [
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
    ...[...ofOtherType[type], ...wrong].map((value) => ({
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
