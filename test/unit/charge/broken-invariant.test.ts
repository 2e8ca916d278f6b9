import { describe, expect, test } from '@jest/globals';
import { brokenInvariant } from '../../../lib/charge/broken-invariant.ts';
import type { Charge, Dispute, Refund } from '../../../lib/types/charge.ts';
import { sampleCharge, sampleDispute, sampleRefund } from '../../contract/sample-records.ts';

const broken = (changes: Partial<Charge>) => brokenInvariant(sampleCharge('ch_1', changes));
const refundable = (amount_refundable: number, amount_refundable_disputed = amount_refundable) => ({
  amount_refundable,
  amount_refundable_disputed,
});
const refund = (status: Refund['status'], amount = 1_000) => ({
  refunds: { re_1: sampleRefund('re_1', amount, { status }) },
  ...(status === 'pending' ? { recover_at: 1, recover_shard: 0 } : {}),
});
const dispute = (status: Dispute['status']) => ({ disputes: { dp_1: sampleDispute('dp_1', { status }) } });

describe('a charge of 40.00', () => {
  test.each<[string, Partial<Charge>]>([
    ['captured', {}],
    ['captured in part', { amount_captured: 1, ...refundable(1) }],
    ['not captured', { amount_captured: 0, ...refundable(0), outcome: 'approved', status: 'authorized' }],
    ['refunded in part', { ...refund('succeeded'), ...refundable(3_000) }],
    ['with a refund reserved', { ...refund('pending'), ...refundable(3_000) }],
    ['with a refund that failed', refund('failed')],
    ['refunded beyond what is left', { ...refund('succeeded', 4_001), ...refundable(-1) }],
    ['disputed', { ...dispute('open'), ...refundable(2_500, 4_000) }],
    ['with a dispute lost', { ...dispute('lost'), ...refundable(2_500) }],
    ['with a dispute won', dispute('won')],
  ])('%s is sound', (_, changes) => {
    expect(broken(changes)).toBeUndefined();
  });

  test.each<[string, Partial<Charge>, string]>([
    ['less than nothing captured', { amount_captured: -1 }, 'captured is not between 0 and the amount'],
    ['more captured than asked', { amount_captured: 4_001 }, 'captured is not between 0 and the amount'],
    ['a refund not deducted', refund('succeeded'), 'refundable with disputed amounts does not add up'],
    ['a lost dispute not deducted', dispute('lost'), 'refundable with disputed amounts does not add up'],
    ['an open dispute not deducted', dispute('open'), 'refundable does not add up'],
    ['another status', { status: 'authorized' }, 'the status does not follow from intents and facts'],
    [
      'a refund reserved, and no look to come',
      { refunds: refund('pending').refunds, ...refundable(3_000) },
      'something is open and no check is scheduled',
    ],
  ])('%s is not', (_, changes, what) => {
    expect(broken(changes)).toBe(what);
  });
});
