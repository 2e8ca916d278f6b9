export type Endpoint =
  | 'create'
  | 'confirm'
  | 'refund'
  | 'capture'
  | 'cancel'
  | 'decide'
  | 'expire'
  | 'refresh';

export type Field = {
  readonly path: string;
  readonly required?: true;
  /** Values that are wrong, beside those of another type. */
  readonly wrong: readonly unknown[];
  readonly type: 'string' | 'number' | 'object' | 'boolean' | 'list';
  /** Values that count as absent. */
  readonly blank?: readonly unknown[];
};

/** What the contract says of a body: a good one, its fields, and what is wrong in each beside another type. */
export type Contract = {
  readonly endpoint: Endpoint;
  readonly good: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[];
  /** Objects that take no unknown field, by path; the empty path is the body. */
  readonly strict: readonly string[];
};

const none = [null];
const empty = [null, ''];

const long = (length: number) => 'x'.repeat(length);
const entries = (count: number, value = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, value]));

const amounts = [0, -1, 1.5, 1_000_000_000_000, 1e21];
const urls = [
  'http://shop.example',
  'https://u:p@shop.example',
  'javascript:alert(1)',
  'not a url',
  'https:shop.example',
  ' https://shop.example',
  'https://shop.example/a b',
  'https:\\\\shop.example',
  'https://shop.example/\u0000',
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

export const contracts: readonly Contract[] = [
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
      pay_once: false,
      country: 'DE',
      customer: { id: 'u-7', email: 'ada@shop.example', phone: '+49 30 1' },
      billing_details: {
        name: 'Ada',
        email: 'ada@shop.example',
        phone: '+49 30 1',
        address: { line1: 'a', line2: 'b', city: 'c', state: 'd', postal_code: 'e', country: 'DE' },
      },
      shipping: {
        name: 'Ada',
        phone: '+49 30 1',
        address: { line1: 'a', line2: 'b', city: 'c', state: 'd', postal_code: 'e', country: 'DE' },
      },
      description: 'Two tickets',
      statement_descriptor: 'TICKETS 1',
      exemption: 'tra',
      collect: ['postal_code', 'country'],
      saved_cards: false,
      expires_in: 1800,
      metadata: { order: '1' },
    },
    fields: [
      { path: 'amount', required: true, type: 'number', wrong: amounts },
      { path: 'currency', required: true, type: 'string', wrong: ['EUR', 'xxx', '', 'euro', 'clf'] },
      { path: 'success_url', required: true, type: 'string', wrong: urls },
      { path: 'cancel_url', type: 'string', wrong: urls, blank: none },
      { path: 'routing_rule', type: 'string', wrong: ['', 'Default', 'a b', long(65), '__proto__'] },
      { path: 'capture_method', type: 'string', wrong: ['', 'AUTOMATIC', 'later'] },
      { path: 'reference', type: 'string', wrong: ['', long(101)], blank: none },
      { path: 'pay_once', type: 'boolean', wrong: [] },
      { path: 'saved_cards', type: 'boolean', wrong: [] },
      { path: 'country', type: 'string', wrong: ['de', 'XX', 'DEU', ''] },
      {
        path: 'customer_email',
        type: 'string',
        wrong: ['', 'ada', 'a b@c', '@', `${long(250)}@a.example`],
        blank: none,
      },
      { path: 'customer', type: 'object', wrong: [], blank: none },
      { path: 'customer.id', type: 'string', wrong: ['', long(101)], blank: none },
      { path: 'customer.email', type: 'string', wrong: ['ada'], blank: none },
      { path: 'customer.phone', type: 'string', wrong: ['', long(31)], blank: none },
      { path: 'billing_details', type: 'object', wrong: [], blank: none },
      { path: 'billing_details.name', type: 'string', wrong: ['', long(101)], blank: empty },
      { path: 'billing_details.email', type: 'string', wrong: ['ada'], blank: none },
      {
        path: 'billing_details.phone',
        type: 'string',
        wrong: ['', long(31)],
        blank: none,
      },
      { path: 'billing_details.address', type: 'object', wrong: [], blank: none },
      { path: 'billing_details.address.country', type: 'string', wrong: ['de', 'XX'], blank: empty },
      { path: 'billing_details.address.postal_code', type: 'string', wrong: ['', long(21)], blank: empty },
      { path: 'shipping', type: 'object', wrong: [], blank: none },
      { path: 'shipping.name', type: 'string', wrong: ['', long(101)], blank: empty },
      { path: 'shipping.phone', type: 'string', wrong: ['', long(31)], blank: none },
      { path: 'shipping.address', required: true, type: 'object', wrong: [] },
      { path: 'shipping.address.line1', type: 'string', wrong: ['', long(201)], blank: empty },
      { path: 'shipping.address.country', type: 'string', wrong: ['de', 'XX'], blank: empty },
      { path: 'description', type: 'string', wrong: ['', long(501)], blank: none },
      { path: 'statement_descriptor', type: 'string', wrong: ['', 'ABCD', long(26), 'Größe 1'] },
      { path: 'exemption', type: 'string', wrong: ['', 'TRA', 'none'] },
      {
        path: 'collect',
        type: 'list',
        wrong: [[], ['country', 'country']],
      },
      { path: 'expires_in', type: 'number', wrong: [1799, 86_401, 3600.5, -1] },
      { path: 'metadata', type: 'object', wrong: metadata(8 * 1024) },
    ],
    strict: ['', 'customer', 'billing_details', 'billing_details.address', 'shipping', 'shipping.address'],
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
      return_mode: 'redirect',
      browser: {
        color_depth: 24,
        language: 'de-DE',
        screen_height: 1080,
        screen_width: 1920,
        time_zone_offset: -60,
        java_enabled: false,
        user_agent: 'Mozilla/5.0',
        accept_header: 'text/html',
      },
    },
    fields: [
      { path: 'return_mode', type: 'string', wrong: ['', 'page', 'Hosted'] },
      { path: 'browser', type: 'object', wrong: [] },
      { path: 'browser.color_depth', required: true, type: 'number', wrong: [0, 49, 1.5] },
      { path: 'browser.language', required: true, type: 'string', wrong: ['', long(36), 'dé'] },
      { path: 'browser.screen_height', required: true, type: 'number', wrong: [-1, 100_001] },
      { path: 'browser.screen_width', required: true, type: 'number', wrong: [-1, 100_001] },
      { path: 'browser.time_zone_offset', required: true, type: 'number', wrong: [-841, 841] },
      { path: 'browser.java_enabled', type: 'boolean', wrong: [] },
      { path: 'browser.user_agent', type: 'string', wrong: ['', long(513), 'a\nb'] },
      { path: 'browser.accept_header', type: 'string', wrong: ['', long(257), 'a\nb'] },
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
      { path: 'payment_method.card.name', type: 'string', wrong: ['', long(101)], blank: empty },
      { path: 'payment_method.card.network', type: 'string', wrong: ['', 'Visa', 'cb'] },
      { path: 'payment_method.billing_details', type: 'object', wrong: [], blank: none },
      { path: 'payment_method.billing_details.name', type: 'string', wrong: ['', long(101)], blank: empty },
      { path: 'payment_method.billing_details.email', type: 'string', wrong: ['ada'], blank: none },
      { path: 'payment_method.billing_details.phone', type: 'string', wrong: ['', long(31)], blank: none },
      { path: 'payment_method.billing_details.address', type: 'object', wrong: [], blank: none },
      {
        path: 'payment_method.billing_details.address.line1',
        type: 'string',
        wrong: ['', long(201)],
        blank: empty,
      },
      {
        path: 'payment_method.billing_details.address.line2',
        type: 'string',
        wrong: [long(201)],
        blank: empty,
      },
      {
        path: 'payment_method.billing_details.address.city',
        type: 'string',
        wrong: [long(101)],
        blank: empty,
      },
      {
        path: 'payment_method.billing_details.address.state',
        type: 'string',
        wrong: [long(101)],
        blank: empty,
      },
      {
        path: 'payment_method.billing_details.address.postal_code',
        type: 'string',
        wrong: [long(21)],
        blank: empty,
      },
      {
        path: 'payment_method.billing_details.address.country',
        type: 'string',
        wrong: ['de', 'XX'],
        blank: empty,
      },
    ],
    strict: [
      'browser',
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
    endpoint: 'confirm',
    good: {
      payment_method: {
        type: 'card_token',
        token: 'vt_00000000000000000000000000',
        receipt: 'vr_tok-secret.r1.x',
        billing_details: { name: 'Ada' },
      },
    },
    fields: [
      {
        path: 'payment_method.token',
        required: true,
        type: 'string',
        wrong: ['', 'vt_', 'vt_0000000000000000000000000G', 'pm_00000000000000000000000000'],
      },
      {
        path: 'payment_method.receipt',
        type: 'string',
        wrong: ['', 'vr_', 'vr_a b', `vr_tok-secret${long(4_100)}`],
      },
      { path: 'payment_method.billing_details', type: 'object', wrong: [], blank: none },
    ],
    strict: ['', 'payment_method', 'payment_method.billing_details'],
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
  {
    endpoint: 'decide',
    good: {
      operation: 'cp_1',
      outcome: 'captured',
      amount: 5,
      psp_reference: 'pi_1',
      note: 'Seen in the dashboard.',
      revision: 3,
    },
    fields: [
      { path: 'operation', type: 'string', wrong: ['', long(65)] },
      { path: 'outcome', required: true, type: 'string', wrong: ['', 'lost', 'Captured'] },
      { path: 'amount', type: 'number', wrong: amounts },
      { path: 'psp_reference', type: 'string', wrong: ['', long(256)] },
      { path: 'note', required: true, type: 'string', wrong: ['', long(501), 'card 4242424242424242'] },
      { path: 'revision', required: true, type: 'number', wrong: [0, -1, 1.5, 2 ** 32] },
    ],
    strict: [''],
  },
  { endpoint: 'expire', good: {}, fields: [], strict: [''] },
  { endpoint: 'refresh', good: {}, fields: [], strict: [''] },
];
