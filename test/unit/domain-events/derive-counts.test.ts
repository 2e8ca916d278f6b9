import { expect, test } from '@jest/globals';
import { deriveCounts } from '../../../lib/domain-events/derive-counts.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { RecordChange } from '../../../lib/types/record-change.ts';
import { sampleCharge, sampleDispute, sampleRefund, sampleSession } from '../../contract/sample-records.ts';

const hour = 1_763_629_200_000;
const at = hour + 12 * 60_000;

const of = (before: Partial<Charge> | undefined, after: Partial<Charge>): RecordChange => ({
  table: 'charges',
  at,
  before: before && sampleCharge('ch_1', { rev: 4, ...before }),
  after: sampleCharge('ch_1', { rev: 5, ...after }),
});

const lost: Pick<Charge, 'steps'> = { steps: [{ at_ms: 1, what: 'no_answer' }] };

const pending = { status: 'pending', outcome: null, amount_captured: 0 } as const;
const taken = {
  outcome: 'captured',
  amount_captured: 4000,
  started: 1_000,
  captured_at: 1_150,
  particulars: { card: { brand: 'visa', country: 'DE', last4: '4242' } },
} as const;
const held = { status: 'authorized', outcome: 'approved', amount_captured: 0 } as const;
const money = (what: string, amount: number) => ({
  [`${what}.n`]: Math.sign(amount),
  [`${what}.a`]: amount,
});
const unknown = { 'b..y': 1, 'c..y': 1 };
const refused = { 'b..n': 1, 'c..n': 1 };
const refund = (status: 'pending' | 'succeeded' | 'failed') => ({
  ...taken,
  refunds: { re_1: sampleRefund('re_1', 1500, { status }) },
});
const dispute = (status: 'open' | 'won' | 'lost' | 'closed', amount = 900) => ({
  ...taken,
  disputes: { dp_1: sampleDispute('dp_1', { amount, status }) },
});

test.each<[string, RecordChange, Readonly<Record<string, number>>]>([
  ['a new charge', of(undefined, pending), {}],
  [
    'kept from its PSP by the vault',
    of(pending, { ...pending, outcome: 'not_sent', code: 'vault_refused' }),
    {},
  ],
  [
    'another program’s payment was taken: its money counts, and no attempt',
    of(pending, { ...taken, other_payment_of: 'ch_0' }),
    money('m', 4000),
  ],
  ['is with its customer', of(pending, { ...pending, outcome: 'requires_action' }), {}],
  [
    'taken',
    of(pending, taken),
    {
      'a.captured': 1,
      'b.visa.y': 1,
      'c.DE.y': 1,
      'l.200': 1,
      ...money('m', 4000),
    },
  ],
  [
    'taken after its customer came back',
    of(
      { ...pending, outcome: 'requires_action' },
      { ...taken, particulars: {}, started: 0, completing: 1_140 },
    ),
    { 'a.captured': 1, ...unknown, 'l.50': 1, ...money('m', 4000) },
  ],
  [
    'taken before its customer came back: how long the customer took says nothing about the PSP',
    of({ ...pending, outcome: 'requires_action' }, { ...taken, particulars: {} }),
    { 'a.captured': 1, ...unknown, ...money('m', 4000) },
  ],
  [
    'taken after it was pending for long',
    of({ ...pending, outcome: 'unknown' }, { ...taken, particulars: {} }),
    { 'a.captured': 1, ...unknown, ...money('m', 4000) },
  ],
  [
    'taken after a minute',
    of(pending, { ...taken, particulars: {}, captured_at: 61_000 }),
    { 'a.captured': 1, ...unknown, 'l.': 1, ...money('m', 4000) },
  ],
  ['held', of(pending, held), { 'a.approved': 1, ...unknown }],
  [
    'held where another PSP had refused',
    of(pending, { ...held, failed_over: true }),
    { 'a.approved': 1, ...unknown, r: 1 },
  ],
  [
    'refused there, too',
    of(pending, { ...pending, outcome: 'do_not_honor', failed_over: true }),
    { 'a.do_not_honor': 1, ...refused },
  ],
  [
    'captured later, of which nobody knows how long a PSP took',
    of(held, { ...held, amount_captured: 4000, captured_at: 9 }),
    money('m', 4000),
  ],
  ['taken back', of({ ...taken }, { ...taken, amount_captured: 0 }), money('m', -4000)],
  [
    'declined',
    of(pending, { ...pending, status: 'failed', outcome: 'do_not_honor' }),
    { 'a.do_not_honor': 1, ...refused },
  ],
  ['nobody knows', of(pending, { ...pending, outcome: 'unknown' }), {}],
  ['no answer came', of(pending, { ...pending, outcome: 'unknown', ...lost }), { x: 1 }],
  [
    'and it had taken the money: not timed',
    of({ ...pending, outcome: 'unknown', ...lost }, { ...taken, particulars: {}, ...lost }),
    { 'a.captured': 1, ...unknown, ...money('xc', 4000), ...money('m', 4000) },
  ],
  [
    'no answer came, and the same call found the money',
    of(pending, { ...taken, particulars: {}, ...lost }),
    { 'a.captured': 1, ...unknown, x: 1, ...money('xc', 4000), ...money('m', 4000) },
  ],
  [
    'more of it is captured, which is one capture more and the same payment',
    of({ ...taken, amount_captured: 1000, ...lost }, { ...taken, ...lost }),
    { 'xc.a': 3000, ...money('m', 3000) },
  ],
  [
    'its capture fails',
    of({ ...taken, ...lost }, { ...taken, amount_captured: 0, ...lost }),
    { ...money('xc', -4000), ...money('m', -4000) },
  ],
  ['still', of({ ...pending, outcome: 'unknown' }, { ...pending, outcome: 'unknown' }), {}],
  [
    'known after all',
    of({ ...pending, outcome: 'unknown' }, { ...pending, outcome: 'absent' }),
    { 'a.absent': 1, ...refused },
  ],
  ['known otherwise', of({ ...pending, outcome: 'do_not_honor' }, { ...pending, outcome: 'absent' }), {}],
  ['a refund on its way', of(taken, refund('pending')), {}],
  ['refunded', of(refund('pending'), refund('succeeded')), money('f', 1500)],
  ['after all not', of(refund('succeeded'), refund('failed')), money('f', -1500)],
  ['disputed', of(taken, dispute('open')), money('d', 900)],
  ['more is known', of(dispute('open'), dispute('open')), {}],
  ['disputed for more', of(dispute('open', 600), dispute('open')), { 'd.a': 300 }],
  ['reopened at a later stage', of(dispute('won'), dispute('open')), {}],
  ['disputed, which is learnt at its end', of(taken, dispute('lost')), money('d', 900)],
  ['won', of(dispute('open'), dispute('won')), {}],
  ['lost', of(dispute('open'), dispute('lost')), {}],
  ['closed', of(dispute('open'), dispute('closed')), {}],
  ['the same revision', of({ ...pending, rev: 5 }, taken), {}],
  [
    'a session',
    { table: 'sessions', at, before: sampleSession('cs_1'), after: sampleSession('cs_1', { rev: 2 }) },
    {},
  ],
])('%s', (_, change, expected) => {
  const counts = deriveCounts(change);
  expect(Object.fromEntries(counts.map(({ what, n }) => [what, n]))).toEqual(expected);
  for (const count of counts) expect(count).toMatchObject({ hour, psp: 'stripe', currency: 'eur' });
});
