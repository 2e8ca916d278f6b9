import { describe, expect, test } from '@jest/globals';
import { renderCharge } from '../../lib/http/render-charge.ts';
import { renderSession } from '../../lib/http/render-session.ts';
import type { Charge } from '../../lib/types/charge.ts';
import type { Session } from '../../lib/types/session.ts';
import { sampleCharge, sampleRefund, sampleSession } from '../contract/sample-records.ts';
import { answerProblems } from './answer-problems.ts';

const ids = { cs: 'cs_00000000000000000000000001', ch: 'ch_00000000000000000000000001' };
const headers = new Headers({ 'request-id': 'req_1' });

const chargeProblems = (changes: Partial<Charge>) => {
  const body = JSON.parse(JSON.stringify(renderCharge(sampleCharge(ids.ch, changes), undefined)));
  return answerProblems({ operation: 'retrieveCharge', status: 200, headers, body });
};

const sessionProblems = (changes: Partial<Session>, view: 'full' | 'redacted' = 'full') => {
  const shown = { now: 4_102_444_800_000, client_secret: null, view };
  const body = JSON.parse(JSON.stringify(renderSession(sampleSession(ids.cs, changes), shown)));
  return answerProblems({ operation: 'retrieveCheckoutSession', status: 200, headers, body });
};

/** What a test cannot bring about at will, or only after days. */
describe('records in rare states are rendered as documented', () => {
  test.each(['pending', 'failed', 'needs_review', 'capturing', 'canceling', 'requires_action'] as const)(
    'a charge that is %s',
    (status) =>
      expect(
        chargeProblems({ status, outcome: null, code: '20051', amount_captured: 0, amount_refundable: 0 }),
      ).toEqual([]),
  );

  test.each(['open', 'sent', 'accepted', 'done'] as const)('a charge whose money is returned: %s', (status) =>
    expect(
      chargeProblems({
        outcome: 'absent',
        reversal: { id: 'rv_1', by: 'refund', amount: 4000, status, started: 1 },
      }),
    ).toEqual([]),
  );

  test('refunds that failed', () => {
    const id = 're_00000000000000000000000001';
    const refund = sampleRefund(id, 100, {
      status: 'failed',
      failure_reason: 'processor_error',
      reason: 'fraudulent',
    });
    expect(chargeProblems({ refunds: { [id]: refund } })).toEqual([]);
  });

  test.each(['full', 'redacted'] as const)(
    'sessions with a late effect, a PSP passed over, an error (%s)',
    (view) =>
      expect(
        sessionProblems(
          {
            last_payment_error: { decline_code: 'unmapped', message: 'Declined.' },
            passed_over: [{ psp: 'stripe', reason: 'brand_not_supported' }],
            attempts: [
              { charge: ids.ch, psp: 'adyen', outcome: 'unknown', started: 1_763_630_000_000 },
              { charge: ids.ch, psp: 'adyen', outcome: 'canceled', started: 1, ended: 2, reversed: true },
            ],
          },
          view,
        ),
      ).toEqual([]),
  );

  test('and a field nobody knows is noticed', () => {
    const body = { ...renderCharge(sampleCharge(ids.ch), undefined), card_fingerprint: 'x' };
    expect(answerProblems({ operation: 'retrieveCharge', status: 200, headers, body })).not.toEqual([]);
  });
});
