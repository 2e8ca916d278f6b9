import { describe, expect, test } from '@jest/globals';
import { brokenInvariant } from '../../../lib/charge/broken-invariant.ts';
import { currentCharge } from '../../../lib/storage/record-format.ts';
import { openThings } from '../../../lib/types/open-things.ts';
import { yesterdaysCharge, yesterdaysRefund } from '../../contract/yesterdays-records.ts';

type Stored = Parameters<typeof currentCharge>[0];

const none = { amount_captured: 0, amount_refundable: 0, refunds: {} };
const all = { amount_captured: 4000, amount_refundable: 4000, refunds: {} };
const operation = { id: 'op_1', amount: 4000, started: 77 };
const marked = { recover_shard: 1, recover_at: 5000 };
const reviewed = { recovery: { action: 'review' }, recover_shard: 1, recover_at: 253_402_214_400_000 };
const reversal = { id: 'rv_1', by: 'refund', status: 'sent', started: 1 };

/** Each state in which the release before left charges, and what is open in it. */
const states: readonly [string, object, readonly string[]][] = [
  ['pending', { ...none, status: 'pending', outcome: null, ...marked }, ['attempt']],
  [
    'requires_action',
    { ...none, status: 'requires_action', outcome: 'requires_action', ...marked },
    ['attempt'],
  ],
  ['needs_review', { ...none, status: 'needs_review', outcome: 'unknown', ...reviewed }, ['attempt!']],
  ['authorized', { ...none, status: 'authorized' }, []],
  ['authorized after a failed capture', { ...none, status: 'authorized', capture: operation }, []],
  ['authorized after a failed cancel', { ...none, status: 'authorized', cancel: operation }, []],
  ['capturing', { ...none, status: 'capturing', capture: operation, ...marked }, ['capture']],
  ['capturing, used up', { ...none, status: 'capturing', capture: operation, ...reviewed }, ['capture!']],
  ['canceling', { ...none, status: 'canceling', cancel: operation, ...marked }, ['cancel']],
  ['canceling, used up', { ...none, status: 'canceling', cancel: operation, ...reviewed }, ['cancel!']],
  ['captured at once', { ...all, outcome: 'captured' }, []],
  ['captured', { ...all, capture: { ...operation, accepted: true } }, []],
  ['captured in part', { ...all, amount_captured: 1000, amount_refundable: 1000, capture: operation }, []],
  ['with a refund', marked, ['refund']],
  ['with a refund, used up', reviewed, ['refund!']],
  [
    'with a refund that failed',
    { amount_refundable: 4000, refunds: { re_1: yesterdaysRefund('re_1', { status: 'failed' }) } },
    [],
  ],
  ['canceled', { ...none, status: 'canceled', cancel: { ...operation, accepted: true } }, []],
  ['released by the PSP', { ...none, status: 'canceled' }, []],
  ['failed', { ...none, status: 'failed', outcome: 'do_not_honor' }, []],
  ['reversing', { ...none, status: 'failed', outcome: 'unknown', reversal, ...marked }, ['reversal']],
  ['reversing, used up', { ...none, status: 'failed', outcome: null, reversal, ...reviewed }, ['reversal!']],
  [
    'reversed',
    { ...none, status: 'failed', outcome: 'absent', reversal: { ...reversal, status: 'done' } },
    [],
  ],
];

describe('a charge of the release before', () => {
  test.each(states)(
    '%s: its status follows from intents and facts, and what is open stays open',
    (...state) => {
      const [, changes, expected] = state;
      const charge = currentCharge(yesterdaysCharge('ch_1', changes) as Stored);
      expect(brokenInvariant(charge)).toBeUndefined();
      expect(openThings(charge).map(({ kind, needs_review }) => `${kind}${needs_review ? '!' : ''}`)).toEqual(
        expected,
      );
    },
  );
});
