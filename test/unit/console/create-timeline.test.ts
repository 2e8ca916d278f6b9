import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTimeline } from '../../../clients/console/src/create-timeline.ts';
import type { PaymentStory } from '../../../clients/console/src/payment-story.ts';
import { clock, language } from '../../../clients/console/src/preferences.ts';
import type { Attempt, Charge, CheckoutSession } from '../../../clients/server/src/generated/api-types.ts';

beforeEach(() => {
  clock.value = 'utc';
});
afterEach(() => {
  clock.value = 'local';
  language.value = 'en';
});

const created = 1_800_000_000;
const attempt = (fields: Partial<Attempt>): Attempt => ({
  charge: 'ch_1',
  psp: 'stripe',
  outcome: 'captured',
  code: null,
  started: created * 1000 + 100,
  latency_ms: 200,
  settled_ms: 200,
  ...fields,
});
const charge = (fields: Partial<Charge>): Charge =>
  ({
    id: 'ch_1',
    amount: 2599,
    currency: 'eur',
    refunds: [],
    disputes: [],
    decisions: [],
    steps: [],
    other_payments: [],
    outcome: 'captured',
    amount_captured: 2599,
    ...fields,
  }) as unknown as Charge;

type Known = {
  readonly attempts?: readonly Attempt[];
  readonly charges?: readonly Charge[];
  readonly routing?: object;
  readonly session?: object;
  readonly rest?: object;
};

const story = ({
  attempts = [],
  charges = [charge({})],
  routing = {},
  session = {},
  rest = {},
}: Known): PaymentStory => ({
  session: {
    id: 'cs_1',
    amount: 2599,
    currency: 'eur',
    created,
    routing: {
      rule: 'default',
      version: 3,
      override: null,
      plan: ['stripe', 'adyen'],
      draw: [
        ['stripe', 3],
        ['adyen', 1],
        ['square', 0],
      ],
      skipped: [],
      health: null,
      attempts,
      ...routing,
    },
    ...session,
  } as unknown as CheckoutSession,
  charges,
  events: [],
  entries: [],
  notes: [],
  ...rest,
});

const titles = (known: Known) => createTimeline(story(known)).map(({ title }) => title);
const lines = (known: Known) => createTimeline(story(known)).flatMap((entry) => entry.lines);

test('an answer at once is one line, with how long it took', () => {
  expect(titles({ attempts: [attempt({})] })).toEqual([
    'Created; planned for Stripe, then Adyen',
    '€25.99 requested from Stripe',
    'Stripe: captured',
  ]);
  expect(lines({ attempts: [attempt({})] })).toEqual([
    'Rule “default”, version 3.',
    'Drawn from Stripe 75%, Adyen 25%.',
    'Known after 200 ms.',
  ]);
});

test('a failover shows both answers, in order', () => {
  const attempts = [
    attempt({ outcome: 'psp_unavailable', code: '503' }),
    attempt({ charge: 'ch_2', psp: 'adyen', started: created * 1000 + 400 }),
  ];
  const known = { attempts, charges: [charge({}), charge({ id: 'ch_2' })] };
  expect(titles(known).slice(1)).toEqual([
    '€25.99 requested from Stripe',
    'Stripe: PSP unavailable',
    '€25.99 requested from Adyen',
    'Adyen: captured',
  ]);
  expect(lines(known)).toContain('The PSP’s code: 503');
});

const at = created * 1000 + 100;
const lost: Charge['steps'] = [
  { at_ms: at, what: 'sent', by: 'confirm' },
  { at_ms: at + 1_500, what: 'no_answer', code: 'timeout', by: 'confirm' },
];

test.each([
  ['captured', 'taken it', 2599],
  ['absent', 'not taken it', 0],
] as const)(
  'a lost answer (%s) is told step by step, with what was learned',
  (outcome, what, amount_captured) => {
    const steps: Charge['steps'] = [
      ...lost,
      { at_ms: at + 1_800, what: 'resent', code: 'connection_lost', by: 'confirm' },
      { at_ms: at + 4_000, what: 'asked', by: 'recovery', count: 3 },
      { at_ms: at + 5_100, what: 'reported', code: outcome, by: 'webhook' },
    ];
    const known = {
      attempts: [attempt({ outcome, latency_ms: 3_000, settled_ms: 5_100 })],
      charges: [charge({ steps, outcome, amount_captured })],
    };
    expect(titles(known).slice(2)).toEqual([
      'No answer from Stripe',
      'Sent the same request to Stripe again',
      'Asked Stripe what became of it',
      'Stripe reported what became of it',
      `Stripe: ${outcome === 'captured' ? 'captured' : 'never arrived there'}`,
    ]);
    const said = [
      'No other PSP was tried until it was known, because the money may have been taken.',
      'Result: the connection was lost.',
      '3 times.',
      `Known 3.6 sec later: Stripe had ${what}.`,
      ...(amount_captured > 0 ? ['The customer was charged once.'] : []),
    ];
    expect(lines(known).slice(2)).toEqual(said);
  },
);

const decision: Charge['decisions'][number] = {
  operation: 'ch_1',
  outcome: 'captured',
  amount: 2599,
  note: 'Seen there.',
  by: 'key_1',
  at: created + 9,
};
const returned = charge({
  id: 'ch_2',
  outcome: 'absent',
  amount_captured: 0,
  reversal: { id: 'rv_2', by: 'refund', amount: 2599, status: 'done', at: created, returned: [] },
});

test.each<[string, readonly Charge[]]>([
  ['another charge took it too', [charge({ steps: lost }), charge({ id: 'ch_2' })]],
  [
    'another charge holds it too',
    [charge({ steps: lost }), charge({ id: 'ch_2', outcome: 'approved', amount_captured: 0 })],
  ],
  ['another charge took it late and gave it back', [charge({ steps: lost }), returned]],
  ['it took the money late', [{ ...returned, id: 'ch_1', steps: lost }]],
  ['it only holds the money', [charge({ steps: lost, outcome: 'approved', amount_captured: 0 })]],
  ['a person decided that', [charge({ steps: lost, decisions: [decision] })]],
  [
    'its PSP has another payment',
    [charge({ steps: lost, other_payments: [{ psp_reference: 'pi_2', charge: 'ch_9' }] })],
  ],
])('nobody is told that the customer was charged once if %s', (_, charges) => {
  const attempts = [attempt({ settled_ms: 5_100 })];
  expect(lines({ attempts, charges })).not.toContain('The customer was charged once.');
});

test('a customer’s time at the bank is no missing answer', () => {
  const attempts = [attempt({ latency_ms: 300, settled_ms: 60_000 })];
  expect(lines({ attempts }).join(' ')).not.toMatch(/[Aa]nswer|Known/);
});

test('what was learned of a hold, and of money that came late, is no more than is true', () => {
  const held = [charge({ steps: lost, outcome: 'approved', amount_captured: 0 })];
  const attempts = [attempt({ outcome: 'approved', settled_ms: 5_100 })];
  expect(lines({ attempts, charges: held })).toContain('Known 3.6 sec later: Stripe had approved it.');
  const late = [attempt({ outcome: 'absent', settled_ms: 5_100, reversed: true })];
  const charges = [{ ...returned, id: 'ch_1', steps: lost }];
  expect(lines({ attempts: late, charges }).join(' ')).not.toMatch(/had not taken/);
});

test.each([
  ['unreadable_answer', 'No clear answer from Stripe', 'Result: an answer that cannot be read.'],
  ['interrupted', 'No answer from Stripe', 'Result: the function ended before it could record one.'],
])('how an answer was lost is said: %s', (code, title, line) => {
  const steps: Charge['steps'] = [
    { at_ms: at, what: 'sent', by: 'confirm' },
    { at_ms: at + 91_000, what: 'no_answer', code, by: 'recovery' },
  ];
  const known = { attempts: [attempt({ settled_ms: 93_000 })], charges: [charge({ steps })] };
  expect(titles(known)[2]).toBe(title);
  expect(lines(known)).toContain(line);
  const since = code === 'interrupted' ? '93 sec' : '2 sec';
  expect(lines(known)).toContain(`Known ${since} later: Stripe had taken it.`);
});

test('while nobody knows, that is said last, whatever has been tried', () => {
  const steps: Charge['steps'] = [...lost, { at_ms: at + 60_000, what: 'canceled', by: 'recovery' }];
  const attempts = [attempt({ outcome: 'unknown', latency_ms: 1_500, settled_ms: null })];
  expect(
    titles({ attempts, charges: [charge({ steps, outcome: 'unknown', amount_captured: 0 })] }).slice(2),
  ).toEqual([
    'No answer from Stripe',
    'Asked Stripe to cancel it, so that it takes no money any more',
    'Stripe has not said yet what became of it',
  ]);
});

test('who asked by hand is named', () => {
  const steps: Charge['steps'] = [
    { at_ms: at, what: 'sent', by: 'confirm' },
    { at_ms: at + 9_000, what: 'asked', by: 'ada@example.com' },
  ];
  const all = createTimeline(story({ attempts: [attempt({})], charges: [charge({ steps })] }));
  expect(all.at(-1)).toMatchObject({ title: 'Asked Stripe what became of it', by: 'ada@example.com' });
});

test('what a person decided is theirs, and no word of the PSP', () => {
  const decided = charge({
    steps: [...lost, { at_ms: at + 9_000, what: 'decided', code: 'absent', by: 'key_1' }],
    decisions: [
      {
        operation: 'ch_1',
        outcome: 'absent',
        amount: null,
        note: 'Not in the dashboard.',
        by: 'key_1',
        at: created + 9,
      },
    ],
  });
  const known = {
    attempts: [attempt({ outcome: 'absent', latency_ms: 1_500, settled_ms: 9_000 })],
    charges: [decided],
  };
  expect(titles(known)).toContain('Decided: The PSP has no trace of it');
  expect(lines(known).join(' ')).not.toMatch(/Stripe had/);
});

test('a customer at the bank is said to be there', () =>
  expect(titles({ attempts: [attempt({ outcome: 'requires_action', settled_ms: null })] }).at(-1)).toBe(
    'Stripe: the customer is at the bank',
  ));

test('an open attempt waits', () => {
  for (const open of [{ outcome: null, settled_ms: null }, { outcome: 'unknown' as const }])
    expect(titles({ attempts: [attempt(open)] }).at(-1)).toBe('Stripe has not said yet what became of it');
});

test('within a second, what follows from an answer comes after it', () => {
  const known = {
    attempts: [attempt({})],
    charges: [
      charge({
        refunds: [
          {
            created,
            amount: 500,
            status: 'succeeded',
            reason: null,
            failure_reason: null,
            external: false,
            psp: 'stripe',
          } as unknown as Charge['refunds'][number],
        ],
      }),
    ],
    rest: {
      events: [{ type: 'checkout.session.paid', created, data: {} }],
      entries: [
        { action: 'charge.refund', created: created + 1, actor: { id: 'key_1' } },
        { action: 'charge.note', created: created + 1, actor: { id: 'key_1' } },
      ],
      notes: [{ text: 'Called.', by: 'key_1', created: created + 1 }],
    },
  };
  expect(titles(known).slice(1)).toEqual([
    '€25.99 requested from Stripe',
    'Stripe: captured',
    'Refund of €5.00 done',
    'checkout.session.paid',
    'Refund requested',
    'Note',
  ]);
});

test('what could not take it, and what was steered away from, is said with why', () => {
  const routing = {
    skipped: [{ psp: 'paypal', reason: 'currency_not_supported' }],
    health: { version: 1, adjusted: [{ psp: 'stripe', weight: 100, to: 10, reason: 'technical', n: 50 }] },
  };
  expect(lines({ routing })).toEqual(
    expect.arrayContaining([
      'Not PayPal: it does not take the currency.',
      'Stripe drawn with weight 10 instead of 100: it failed more often.',
    ]),
  );
  language.value = 'de';
  expect(lines({ routing })).toContain('Nicht PayPal: nimmt die Währung nicht an.');
});

test.each([
  ['do_not_honor', 'Tell the customer: the bank declined the payment; use another card or ask the bank.'],
  ['card_lost_or_stolen', 'Tell the customer: the bank declined the payment; use another card.'],
  ['fraud_suspected', 'Tell the customer: the payment was declined; use another card.'],
] as const)('says what to tell a customer after %s, without more than they may know', (decline, reported) => {
  const attempts = [
    attempt({ outcome: 'psp_unavailable' }),
    attempt({ charge: 'ch_2', psp: 'adyen', outcome: decline, started: created * 1000 + 900 }),
  ];
  const last_payment_error = { decline_code: decline, message: '' };
  const known = { attempts, charges: [], session: { status: 'open', last_payment_error } };
  expect(lines(known).filter((line) => line.startsWith('Tell'))).toEqual([reported]);
  expect(lines({ ...known, session: {} }).join()).not.toContain('Tell');
});

const disputed = (fields: object) =>
  charge({
    disputes: [
      {
        id: 'dp_1',
        amount: 2599,
        status: 'open',
        reason: 'product_not_received',
        psp_reason: '13.1',
        respond_by: created + 700_000,
        created: created + 90_000,
        ...fields,
      },
    ],
  } as unknown as Partial<Charge>);
const ofDispute = (id: string, status: string, at: number) => ({
  type: `dispute.${status}`,
  created: at,
  data: { id, object: 'dispute', status, seq: 1 },
});
const reported = (fields: object, events: readonly object[] = []) =>
  createTimeline(story({ charges: [disputed(fields)], rest: { events } }))
    .filter(({ title }) => title.startsWith('Dispute'))
    .map(({ title, lines, at_ms, tone }) => [title, Math.floor(at_ms / 1000) - created, tone, ...lines]);

test('a dispute says why, and until when it can be answered', () => {
  expect(reported({})).toEqual([
    [
      'Dispute of €25.99 opened',
      90_000,
      'bad',
      'Product not received',
      'The PSP’s code: 13.1',
      'To be answered at the PSP by Jan 23, 2027, 10:26:40 AM.',
    ],
  ]);
});

test('its end has a time of its own, where an event tells it', () => {
  const events = [
    ofDispute('dp_1', 'won', created + 500_000),
    ofDispute('dp_1', 'won', created + 600_000),
    ofDispute('dp_1', 'lost', created + 700_000),
    ofDispute('dp_2', 'won', created + 800_000),
  ];
  expect(reported({ status: 'won', psp_reason: 'product_not_received' }, events)).toEqual([
    ['Dispute of €25.99 opened', 90_000, 'bad', 'Product not received'],
    ['Dispute of €25.99: won', 600_000, 'good'],
  ]);
});

test('and is not placed where it was opened, where none does', () => {
  expect(reported({ status: 'lost', reason: null, psp_reason: null })).toEqual([
    ['Dispute of €25.99 opened', 90_000, 'bad', 'Since then: lost.'],
  ]);
});

test('a customer whose money moved all the same, or whose session has ended, is told neither to try again', () => {
  const attempts = [attempt({ outcome: 'absent' })];
  const last_payment_error = { decline_code: 'processor_error', message: '' };
  const reported = (charges: readonly Charge[], status = 'open') =>
    lines({ attempts, charges, session: { status, last_payment_error } }).filter((line) =>
      line.startsWith('Tell'),
    );
  const none = { amount_captured: 0, outcome: 'absent' } as const;
  const reversal = {
    id: 'rv_1',
    by: 'refund',
    amount: 2599,
    status: 'done',
  } as unknown as Charge['reversal'];
  const other = [{ psp_reference: 'pi_2', charge: 'ch_2' }];
  expect(reported([charge(none)])).toEqual(['Tell the customer: nothing was charged; try again.']);
  for (const moved of [{ reversal }, { other_payments: other }, { amount_captured: 100 }] as const)
    expect(reported([charge({ ...none, ...moved } as Partial<Charge>)])).toEqual([
      'Tell the customer: money has moved at the bank all the same. Say what this page says about it.',
    ]);
  expect(reported([charge(none)], 'expired')).toEqual([
    'Tell the customer: this payment has ended; begin a new one in the shop.',
  ]);
});

test('where wallets pay is said beside the plan for cards', () => {
  const routing = { wallet_plan: ['adyen', 'checkout_com'] };
  expect(lines({ routing })).toContain('Apple Pay and Google Pay: Adyen, then Checkout.com.');
  expect(lines({}).join()).not.toContain('Apple Pay');
});
