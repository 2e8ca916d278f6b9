import { expect, test } from '@jest/globals';
import { endedSession } from '../../../lib/domain-events/ended-session.ts';
import type { PaymentStatus, Session } from '../../../lib/types/session.ts';
import { sampleSession } from '../../contract/sample-records.ts';

const id = `cs_${'0'.repeat(26)}`;
const change = (before: Partial<Session> | undefined, after: Partial<Session>) =>
  endedSession({
    table: 'sessions',
    at: 1_700_000_000_000,
    before: before && sampleSession(id, before),
    after: sampleSession(id, { rev: 2, ...after }),
  } as Parameters<typeof endedSession>[0]);

const open: readonly PaymentStatus[] = ['unpaid', 'processing', 'requires_action'];
const over: readonly PaymentStatus[] = ['paid', 'authorized', 'canceled'];

test.each(open.flatMap((from) => over.map((to) => [from, to] as const)))(
  'a session that was %s and is %s has ended',
  (from, to) => {
    expect(change({ payment_status: from }, { payment_status: to })).toBe(id);
  },
);

test('so has one whose expiry is recorded, even if its record before is not known', () => {
  const expired = { payment_status: 'unpaid', expired_at: 1_700_000_000 } as const;
  expect(change({ payment_status: 'unpaid' }, expired)).toBe(id);
  expect(change(undefined, expired)).toBe(id);
});

test('one that can still be paid has not, nor one that had ended before', () => {
  for (const from of open)
    for (const to of open) expect(change({ payment_status: from }, { payment_status: to })).toBeUndefined();
  // Its time is over, and nobody has recorded it: its last payment may still be under way.
  expect(change({ payment_status: 'unpaid' }, { payment_status: 'unpaid', expires_at: 1 })).toBeUndefined();
  for (const from of over)
    for (const to of over) expect(change({ payment_status: from }, { payment_status: to })).toBeUndefined();
});
