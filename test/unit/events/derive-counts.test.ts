import { expect, test } from '@jest/globals';
import { deriveCounts } from '../../../lib/events/derive-counts.ts';
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
  [`${what}.eur.count`]: Math.sign(amount),
  [`${what}.eur.amount`]: amount,
});
const approved = { 'currency.eur.approved': 1 };
const refund = (status: 'pending' | 'succeeded' | 'failed') => ({
  ...taken,
  refunds: { re_1: sampleRefund('re_1', 1500, { status }) },
});
const dispute = (status: 'open' | 'won' | 'lost' | 'closed') => ({
  ...taken,
  disputes: { dp_1: sampleDispute('dp_1', { amount: 900, status }) },
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
    money('captured', 4000),
  ],
  ['is with its customer', of(pending, { ...pending, outcome: 'requires_action' }), {}],
  [
    'taken',
    of(pending, taken),
    {
      'outcome.captured': 1,
      ...approved,
      'brand.visa.approved': 1,
      'country.DE.approved': 1,
      'latency.200': 1,
      ...money('captured', 4000),
    },
  ],
  [
    'taken after its customer came back',
    of(
      { ...pending, outcome: 'requires_action' },
      { ...taken, particulars: {}, started: 0, completing: 1_140 },
    ),
    { 'outcome.captured': 1, ...approved, 'latency.50': 1, ...money('captured', 4000) },
  ],
  [
    'taken after a minute',
    of(pending, { ...taken, particulars: {}, captured_at: 61_000 }),
    { 'outcome.captured': 1, ...approved, 'latency.longer': 1, ...money('captured', 4000) },
  ],
  ['held', of(pending, held), { 'outcome.approved': 1, ...approved }],
  [
    'captured later, of which nobody knows how long a PSP took',
    of(held, { ...held, amount_captured: 4000, captured_at: 9 }),
    money('captured', 4000),
  ],
  ['taken back', of({ ...taken }, { ...taken, amount_captured: 0 }), money('captured', -4000)],
  [
    'declined',
    of(pending, { ...pending, status: 'failed', outcome: 'do_not_honor' }),
    { 'outcome.do_not_honor': 1, 'currency.eur.refused': 1 },
  ],
  ['nobody knows', of(pending, { ...pending, outcome: 'unknown' }), { doubt: 1 }],
  ['still', of({ ...pending, outcome: 'unknown' }, { ...pending, outcome: 'unknown' }), {}],
  [
    'known after all',
    of({ ...pending, outcome: 'unknown' }, { ...pending, outcome: 'absent' }),
    { 'outcome.absent': 1, 'currency.eur.refused': 1 },
  ],
  ['known otherwise', of({ ...pending, outcome: 'do_not_honor' }, { ...pending, outcome: 'absent' }), {}],
  ['a refund on its way', of(taken, refund('pending')), {}],
  ['refunded', of(refund('pending'), refund('succeeded')), money('refunded', 1500)],
  ['after all not', of(refund('succeeded'), refund('failed')), money('refunded', -1500)],
  ['disputed', of(taken, dispute('open')), money('dispute_opened', 900)],
  ['more is known', of(dispute('open'), dispute('open')), {}],
  ['won', of(dispute('open'), dispute('won')), money('dispute_won', 900)],
  ['lost', of(dispute('open'), dispute('lost')), money('dispute_lost', 900)],
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
  for (const count of counts) expect(count).toMatchObject({ hour, psp: 'stripe' });
});
