import { describe, expect, test } from '@jest/globals';
import { keyElsewhere } from '../../../lib/charge/key-elsewhere.ts';
import { saysNothingNew } from '../../../lib/charge/says-nothing-new.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import type { LookUpResult, PspEvent } from '../../../lib/types/psp.ts';
import { sampleCharge, sampleRefund } from '../../contract/sample-records.ts';

const event = (claim: PspEvent['claim'], changes: Partial<PspEvent> = {}): PspEvent => ({
  id: 'evt_1',
  psp_reference: 'pi_1',
  claim,
  ...changes,
});
const reports = (answer: LookUpResult, changes: Partial<PspEvent> = {}): PspEvent =>
  event({ about: 'authorization', result: answer }, changes);
const found = { psp_reference: 'pi_1' } as const;
const took = (amount_captured: number): LookUpResult => ({ outcome: 'captured', amount_captured, ...found });
const held: LookUpResult = { outcome: 'approved', ...found };
const charge = (changes: Partial<Charge>): Charge =>
  sampleCharge('ch_1', { psp_reference: 'pi_1', outcome: 'approved', amount_captured: 0, ...changes });
const captured = (amount_captured: number, changes: Partial<Charge> = {}): Charge =>
  charge({ outcome: 'captured', amount_captured, ...changes });

describe('an event says nothing new', () => {
  test.each<[string, Charge, PspEvent]>([
    ['of a hold that is recorded', charge({}), reports(held)],
    ['of a hold that was captured since', captured(1_000), reports(held)],
    ['of as much as is recorded', captured(1_000), reports(took(1_000))],
    ['of less than is recorded', captured(1_000), reports(took(400))],
    [
      'of a decline of an attempt that has failed',
      charge({ outcome: 'do_not_honor' }),
      reports({ outcome: 'card_closed' }),
    ],
    [
      'of the end of an attempt that has failed',
      charge({ outcome: 'absent' }),
      reports({ outcome: 'canceled' }),
    ],
    [
      'of a refund that has ended so',
      captured(1_000, { refunds: { re_1: { ...sampleRefund('re_1', 500), status: 'succeeded' } } }),
      event({ about: 'refund', result: { outcome: 'succeeded' } }, { operation: 're_1' }),
    ],
  ])('%s', (_, record, said) => {
    expect(saysNothingNew(record, said)).toBe(true);
  });
});

describe('an event may say something new', () => {
  test.each<[string, Charge, PspEvent]>([
    ['of more than is recorded', captured(1_000), reports(took(1_001))],
    ['of money of a hold', charge({}), reports(took(1))],
    [
      'of another refund',
      captured(1_000),
      reports({ outcome: 'captured', amount_captured: 1_000, amount_refunded: 1, ...found }),
    ],
    ['of a hold of an attempt that is open', charge({ outcome: null }), reports(held)],
    [
      'of a decline of an attempt that is open',
      charge({ outcome: null }),
      reports({ outcome: 'do_not_honor' }),
    ],
    ['of money of an attempt that has failed', charge({ outcome: 'absent' }), reports(took(1_000))],
    ['of a hold of an attempt that has failed', charge({ outcome: 'absent' }), reports(held)],
    ['of a hold that is gone', charge({ hold: 'voided' }), reports(held)],
    ['of the end of a hold', charge({}), reports({ outcome: 'canceled' })],
    ['of another payment', captured(1_000), reports(took(1_000), { psp_reference: 'pi_2' })],
    [
      'of a payment that it does not name',
      captured(1_000),
      reports(took(1_000), { psp_reference: undefined as never }),
    ],
    ['of what only a person has decided', captured(1_000, { presumed: true }), reports(took(1_000))],
    [
      'of money that is on its way back',
      captured(1_000, {
        outcome: 'absent',
        reversal: { id: 'rv_1', by: 'refund', amount: 1_000, status: 'sent', started: 1 } as NonNullable<
          Charge['reversal']
        >,
      }),
      reports(took(1_000)),
    ],
    [
      'of a refund that has ended otherwise',
      captured(1_000, { refunds: { re_1: { ...sampleRefund('re_1', 500), status: 'failed' } } }),
      event({ about: 'refund', result: { outcome: 'succeeded' } }, { operation: 're_1' }),
    ],
    [
      'of a second refund under our id',
      captured(1_000, {
        refunds: { re_1: sampleRefund('re_1', 500, { status: 'succeeded', psp_reference: 'r_1' }) },
      }),
      event(
        { about: 'refund', result: { outcome: 'succeeded' } },
        { operation: 're_1', operation_reference: 'r_2' },
      ),
    ],
    [
      'of a refund that only a person has called failed',
      captured(1_000, {
        refunds: { re_1: sampleRefund('re_1', 500, { status: 'failed' }) },
        decisions: [{ operation: 're_1', outcome: 'failed', note: '', by: 'key_1', at: 1 }],
      }),
      event({ about: 'refund', result: { outcome: 'failed', reason: 'unmapped' } }, { operation: 're_1' }),
    ],
    [
      'of the failure of a refund that was called failed and was made after all',
      captured(1_000, {
        refunds: {
          re_1: sampleRefund('re_1', 500, { status: 'failed', failure_reason: 'unmapped' }),
          [keyElsewhere('ext', 'r_1')]: sampleRefund('ext', 500, { status: 'succeeded' }),
        },
      }),
      event(
        { about: 'refund', result: { outcome: 'failed', reason: 'unmapped' } },
        { operation: 're_1', operation_reference: 'r_1' },
      ),
    ],
    [
      'of the failure of ours, reported before as that of one made elsewhere, after a person called it done',
      captured(1_000, {
        refunds: {
          re_1: sampleRefund('re_1', 500, { status: 'succeeded' }),
          [keyElsewhere('ext', 'r_1')]: sampleRefund('ext', 500, { status: 'failed' }),
        },
        decisions: [{ operation: 're_1', outcome: 'succeeded', note: '', by: 'key_1', at: 1 }],
      }),
      event(
        { about: 'refund', result: { outcome: 'failed', reason: 'unmapped' } },
        { operation: 're_1', operation_reference: 'r_1' },
      ),
    ],
    [
      'of a refund that it does not name',
      captured(1_000),
      event({ about: 'refund', result: { outcome: 'succeeded' } }),
    ],
    ['of a capture', captured(1_000), event({ about: 'capture', result: { outcome: 'succeeded' } })],
  ])('%s', (_, record, said) => {
    expect(saysNothingNew(record, said)).toBe(false);
  });
});
