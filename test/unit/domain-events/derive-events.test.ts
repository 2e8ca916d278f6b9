import { describe, expect, test } from '@jest/globals';
import { deriveEvents, deriveRows } from '../../../lib/domain-events/derive-events.ts';
import type { Charge, ChargeOperation } from '../../../lib/types/charge.ts';
import type { Event } from '../../../lib/types/event.ts';
import type { RecordChange } from '../../../lib/types/record-change.ts';
import type { RuleVersion } from '../../../lib/types/rule-version.ts';
import type { PaymentStatus, Session } from '../../../lib/types/session.ts';
import { sampleCharge, sampleRefund, sampleSession, sampleVersion } from '../../contract/sample-records.ts';

const at = 1_763_630_000_000;

const ofSession = (before: Partial<Session> | undefined, after: Partial<Session>): RecordChange => ({
  table: 'sessions',
  at,
  before: before && sampleSession('cs_1', { rev: 4, ...before }),
  after: sampleSession('cs_1', { rev: 5, ...after }),
});

const ofCharge = (before: Partial<Charge> | undefined, after: Partial<Charge>): RecordChange => ({
  table: 'charges',
  at,
  before: before && sampleCharge('ch_1', { rev: 4, ...before }),
  after: sampleCharge('ch_1', { rev: 5, ...after }),
});

const version = sampleVersion('default', 7, { rev: 4, state: 'draft' });
const ofRule = (before: Partial<RuleVersion>, after: Partial<RuleVersion>): RecordChange => ({
  table: 'rules',
  livemode: true,
  at,
  before: { ...version, ...before },
  after: { ...version, rev: 5, ...after },
});

const share = (percent: number) => ({
  percent,
  salt: 'default/7',
  steps: [],
  since: 1,
  changed: { to: percent, cause: 'guard', by: null, at: 1 } as const,
});
const partly = (percent: number) => ({ state: 'published', rollout: share(percent) }) as const;

const types = (change: RecordChange): readonly string[] => deriveEvents(change).map(({ type }) => type);

const attempt = (outcome: Session['attempts'][number]['outcome']) => ({
  charge: 'ch_1',
  psp: 'stripe',
  outcome,
  started: 1,
});
const claimed = { payment_status: 'processing', charge: 'ch_1', attempts: [attempt(null)] } as const;
const unknown = { ...claimed, attempts: [attempt('unknown')] } as const;
const status = (payment_status: PaymentStatus) => ({ ...claimed, payment_status });

const pending = {
  status: 'pending',
  outcome: null,
  amount_captured: 0,
  amount_refundable: 0,
  amount_refundable_disputed: 0,
} as const;
const authorized = {
  ...pending,
  status: 'authorized',
  outcome: 'approved',
  capture_method: 'manual',
} as const;
const operation = (changes: Partial<ChargeOperation> = {}): ChargeOperation => ({
  id: 'cp_1',
  amount: 4000,
  status: 'open',
  started: 1,
  sent: 1,
  ...changes,
});
const reversal = (state: 'sent' | 'done') => ({
  reversal: { id: 'rv_1', by: 'refund', amount: 4000, status: state, started: 1 } as const,
});
const refunded = (changes: Parameters<typeof sampleRefund>[2]) => ({
  refunds: { re_1: sampleRefund('re_1', 1500, changes) },
});

const beside = (changes: Partial<Charge>) =>
  ({ other_payment_of: 'ch_0', external: true, ...changes }) as const;

/** Every row of the table, and what must stay quiet. */
const cases: readonly (readonly [string, RecordChange, readonly string[]])[] = [
  ['a new session', ofSession(undefined, {}), []],
  ['a claim', ofSession({}, claimed), []],
  ['a failover', ofSession(claimed, { ...claimed, charge: 'ch_2' }), []],
  ['paid', ofSession(claimed, status('paid')), ['checkout.session.paid']],
  ['paid and remembered', ofSession(status('paid'), status('paid')), []],
  ['authorised', ofSession(claimed, status('authorized')), ['checkout.session.authorized']],
  ['captured later', ofSession(status('authorized'), status('paid')), ['checkout.session.paid']],
  ['nobody knows', ofSession(claimed, unknown), ['checkout.session.processing']],
  ['nobody knows yet', ofSession(unknown, { ...unknown, confirms: 2 }), []],
  ['the customer goes', ofSession(claimed, status('requires_action')), ['checkout.session.requires_action']],
  ['the customer comes back', ofSession(status('requires_action'), claimed), []],
  [
    'declined',
    ofSession(claimed, {
      attempts: [attempt('do_not_honor')],
      last_payment_error: { decline_code: 'do_not_honor', message: '' },
    }),
    ['checkout.session.payment_failed'],
  ],
  ['voided', ofSession(status('authorized'), status('canceled')), ['checkout.session.canceled']],
  ['expired', ofSession({}, { expired_at: 5 }), ['checkout.session.expired']],
  ['expired twice', ofSession({ expired_at: 5 }, { expired_at: 5 }), []],

  ['a new charge', ofCharge(undefined, pending), []],
  ['another payment, as its PSP shows it', ofCharge(undefined, beside({})), ['charge.external_change']],
  [
    'another payment, for a person',
    ofCharge(undefined, beside({ ...pending, needs_review: true })),
    ['charge.needs_review'],
  ],
  [
    'another payment, decided',
    ofCharge(beside({ ...pending, needs_review: true }), beside({})),
    ['charge.captured'],
  ],
  ['taken by the attempt', ofCharge(pending, {}), []],
  ['held', ofCharge(pending, authorized), []],
  ['declined', ofCharge(pending, { ...pending, status: 'failed', outcome: 'do_not_honor' }), []],
  ['capture asked', ofCharge(authorized, { ...authorized, status: 'capturing', capture: operation() }), []],
  [
    'captured',
    ofCharge({ ...authorized, status: 'capturing', capture: operation() }, { outcome: 'approved' }),
    ['charge.captured'],
  ],
  ['more captured', ofCharge({ amount_captured: 1000 }, {}), ['charge.captured']],
  [
    'capture refused',
    ofCharge(
      { ...authorized, status: 'capturing', capture: operation() },
      { ...authorized, capture: operation({ status: 'failed', failure: { reason: 'do_not_honor' } }) },
    ),
    ['charge.capture_failed'],
  ],
  [
    'capture taken back',
    ofCharge({ outcome: 'approved' }, { ...authorized, captures_failed: 1 }),
    ['charge.capture_failed'],
  ],
  [
    'voided',
    ofCharge(authorized, { ...authorized, status: 'canceled', hold: 'voided' }),
    ['charge.canceled'],
  ],
  [
    'voided elsewhere',
    ofCharge(authorized, { ...authorized, status: 'canceled', hold: 'voided', external: true }),
    ['charge.canceled', 'charge.external_change'],
  ],
  [
    'looked at long enough',
    ofCharge({ ...pending, outcome: 'unknown' }, { ...pending, outcome: 'unknown', needs_review: true }),
    ['charge.needs_review'],
  ],
  [
    'a second thing to review',
    ofCharge(
      { ...refunded({ needs_review: true }) },
      {
        refunds: {
          ...refunded({ needs_review: true }).refunds,
          re_2: sampleRefund('re_2', 1, { needs_review: true }),
        },
      },
    ),
    ['charge.needs_review', 'refund.pending'],
  ],
  ['money too late', ofCharge({ ...pending, outcome: 'do_not_honor' }, reversal('sent')), []],
  ['and returned', ofCharge(reversal('sent'), reversal('done')), ['charge.reversed']],

  ['a refund', ofCharge({}, refunded({})), ['refund.pending']],
  ['it succeeds', ofCharge(refunded({}), refunded({ status: 'succeeded', rev: 2 })), ['refund.succeeded']],
  [
    'it fails after all',
    ofCharge(refunded({ status: 'succeeded' }), refunded({ status: 'failed', rev: 3 })),
    ['refund.failed'],
  ],
  ['it is looked at', ofCharge(refunded({}), refunded({ rev: 2, accepted: true })), []],
  [
    'made elsewhere',
    ofCharge({}, { external: true, ...refunded({ status: 'succeeded', external: true }) }),
    ['charge.external_change', 'refund.succeeded'],
  ],

  ['a rule in force', ofRule({}, { state: 'published' }), ['routing.rule.published']],
  ['final', ofRule({ state: 'published', open_since: 5 }, { state: 'published' }), []],
  ['replaced', ofRule({ state: 'published' }, { state: 'superseded' }), []],
  ['never in force', ofRule({}, { state: 'rolled_back' }), []],
  ['in force for a part', ofRule({}, { state: 'published', rollout: share(10) }), ['routing.rule.published']],
  ['for a larger part', ofRule(partly(10), partly(50)), []],
  ['for all', ofRule(partly(10), { state: 'published', rollout: share(100) }), []],
  [
    'taken back',
    ofRule(partly(10), { state: 'rolled_back', rollout: share(0) }),
    ['routing.rollout.stopped'],
  ],
  [
    'and looked at again',
    ofRule({ state: 'rolled_back', rollout: share(0) }, { state: 'rolled_back', rollout: share(0) }),
    [],
  ],
  [
    'a draft that was never rolled out',
    ofRule({ rollout: share(0) }, { state: 'rolled_back', rollout: share(0) }),
    [],
  ],
];

describe('a change reports', () => {
  test.each(cases)('%s', (_, change, expected) => {
    expect(types(change)).toEqual(expected);
  });

  test.each(cases)('%s: the same each time, under ids of their own', (_, change) => {
    const events = deriveEvents(change);
    expect(deriveEvents(structuredClone(change))).toEqual(events);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    for (const { id } of events) expect(id).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  test.each(cases)('%s: nothing, if the revision is the same', (_, change) => {
    const same = { ...change, after: { ...change.after, rev: 4 } } as RecordChange;
    expect(types(same).length).toBe(change.before === undefined ? types(change).length : 0);
  });

  test('one revision of two objects, and one object at two revisions, are different events', () => {
    const paid = (id: string, rev: number): Event | undefined =>
      deriveEvents({
        table: 'sessions',
        at,
        before: sampleSession(id, { ...claimed, rev: rev - 1 }),
        after: sampleSession(id, { ...status('paid'), rev }),
      })[0];
    const ids = [paid('cs_1', 5), paid('cs_2', 5), paid('cs_1', 7)].map((event) => event?.id);
    expect(new Set(ids).size).toBe(3);
  });

  test('a version that is taken back again, because AppConfig reverted that, is another event', () => {
    const stopped = (rev: number): string | undefined =>
      deriveEvents(ofRule(partly(10), { rev, state: 'rolled_back', rollout: share(0) }))[0]?.id;
    expect(stopped(9)).not.toBe(stopped(5));
  });
});

describe('an event', () => {
  const long = (length: number) => 'é'.repeat(length);
  const secrets = [
    'secret@shop.example',
    'metadata-value',
    'https://psp.example/3ds',
    'fingerprint',
    'signing',
  ];
  const full: Partial<Session> = {
    reference: long(100),
    customer_email: 'secret@shop.example',
    metadata: { key: 'metadata-value' },
    next_action: 'https://psp.example/3ds',
    signing_key: 'signing',
    attempts: [{ ...attempt('approved'), psp: 'p'.repeat(40), charge: `ch_${'0'.repeat(26)}` }],
    charge: `ch_${'0'.repeat(26)}`,
  };

  test('has at most 1 KB and nothing that only the record may hold', () => {
    const changes = [
      ...cases.map(([, change]) => change),
      ...cases.map(([, change]): RecordChange => {
        if (change.table === 'sessions')
          return { ...change, after: { ...change.after, ...full, attempts: full.attempts ?? [] } };
        if (change.table !== 'charges') return change;
        return {
          ...change,
          after: { ...change.after, card_fingerprint: 'fingerprint', psp: 'p'.repeat(40) },
        };
      }),
    ];
    for (const change of changes)
      for (const { body } of deriveRows(change).rows) {
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(1024);
        for (const secret of secrets) expect(body).not.toContain(secret);
      }
  });

  test('says what to branch on', () => {
    const change = ofSession(claimed, {
      attempts: [attempt('do_not_honor')],
      reference: 'order-1',
      last_payment_error: { decline_code: 'do_not_honor', message: 'The card was declined.' },
    });
    expect(deriveEvents(change)).toEqual([
      {
        id: expect.any(String),
        object: 'event',
        type: 'checkout.session.payment_failed',
        created: at / 1000,
        livemode: false,
        data: {
          id: 'cs_1',
          object: 'checkout.session',
          seq: 5,
          payment_status: 'unpaid',
          amount: 2599,
          currency: 'eur',
          reference: 'order-1',
          charge: 'ch_1',
          psp: 'stripe',
          reason: 'do_not_honor',
        },
      },
    ]);
  });
});
