import { describe, expect, test } from '@jest/globals';
import type { PaymentMethod } from '../../../lib/types/given-method.ts';
import type { AuthorizeRequest } from '../../../lib/types/psp.ts';
import { secret } from '../../../lib/types/secret.ts';
import type { HttpResponse } from '../../../lib/types/transport.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { attempt, call, id, known, operation, request, run, table } from './checkout-com-harness.ts';

const authorized = async (
  changes: Partial<AuthorizeRequest>,
  settings: Readonly<Record<string, string>> = {},
) => {
  const { psp, body } = run(table({}), settings);
  await psp.authorize(attempt, { ...request, ...changes }, call);
  return body();
};

describe('authorize', () => {
  test('a raw card without 3-D Secure, if the account has switched it off', async () => {
    expect(await authorized({ client_ip: '2001:db8::1' }, { three_ds: 'off' })).toEqual({
      source: {
        type: 'card',
        number: '4242424242424242',
        expiry_month: 6,
        expiry_year: 2029,
        cvv: '100',
        name: 'B. Wayne',
        store_for_future_use: false,
      },
      amount: 6540,
      currency: 'USD',
      reference: attempt.reference,
      capture: true,
      // An issuer may still insist on it.
      success_url: request.return_url,
      failure_url: request.return_url,
      metadata: { charge: attempt.reference, session: attempt.session },
    });
  });

  test('with 3-D Secure both ways back lead to us', async () => {
    expect(await authorized({ client_ip: '203.0.113.7' })).toMatchObject({
      '3ds': { enabled: true, attempt_n3d: true },
      success_url: request.return_url,
      failure_url: request.return_url,
      payment_ip: '203.0.113.7',
    });
  });

  test('an exemption goes without a challenge, also if the card is stored for later payments', async () => {
    const credential = { usage: 'store', for: 'off_session' } as const;
    expect((await authorized({ credential, exemption: 'low_value' }))['3ds']).toEqual({
      enabled: true,
      attempt_n3d: true,
      exemption: 'low_value',
    });
  });

  test.each([
    [
      'tok_4gzeau5o2uqubbk6fufs3m7p54',
      { type: 'token', token: 'tok_4gzeau5o2uqubbk6fufs3m7p54', store_for_future_use: false },
    ],
    ['src_nwd3m4in3hkuddfpjsaevunhdy', { type: 'id', id: 'src_nwd3m4in3hkuddfpjsaevunhdy' }],
  ])('%s', async (token, source) => {
    const method: PaymentMethod = { type: 'psp_token', psp: 'checkout_com', token: secret(token) };
    expect((await authorized({ payment_method: method })).source).toEqual(source);
  });
});

describe('a refusal of a capture, void or refund', () => {
  const actions = `GET /payments/${id}/actions`;
  const refused = { [`POST /payments/${id}/refunds`]: answered(403, {}) };
  const refund = { type: 'Refund', amount: 1000, reference: operation.id, id: 'act_1' };

  test.each<[string, Readonly<Record<string, HttpResponse>>, object]>([
    [
      'counts where the payment has no such action',
      { ...refused, [actions]: answered(200, [{ ...refund, reference: 're_other', id: 'act_2' }]) },
      { outcome: 'failed', reason: 'invalid_request', code: 'action_not_allowed' },
    ],
    [
      'is the echo of an earlier call whose answer was lost',
      { ...refused, [actions]: answered(200, [{ ...refund, approved: true }]) },
      { outcome: 'succeeded', psp_reference: 'act_1', amount: 1000 },
    ],
    [
      'is the echo of an earlier call that is under way',
      { ...refused, [actions]: answered(200, [refund]) },
      { outcome: 'pending', psp_reference: 'act_1' },
    ],
    [
      'is the echo of an earlier call that was declined',
      { ...refused, [actions]: answered(200, [{ ...refund, approved: false, response_code: '20051' }]) },
      { outcome: 'failed', reason: 'insufficient_funds', code: '20051' },
    ],
    [
      'of another amount under the same id is not understood',
      { ...refused, [actions]: answered(200, [{ ...refund, amount: 999, approved: true }]) },
      { outcome: 'unknown', doubt: 'amount_mismatch' },
    ],
    [
      'of a payment that was voided says so',
      { ...refused, [actions]: answered(200, [{ id: 'act_2', type: 'Void', approved: true }]) },
      { outcome: 'failed', reason: 'invalid_request', code: 'voided' },
    ],
    [
      'without a definite word is no failure',
      {
        [`POST /payments/${id}/refunds`]: answered(422, { error_type: 'processing_error' }),
        [actions]: answered(200, []),
      },
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'proves nothing where the actions cannot be had',
      refused,
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'by its codes says why',
      {
        [`POST /payments/${id}/refunds`]: answered(422, { error_codes: ['refund_amount_exceeds_balance'] }),
        [actions]: answered(200, []),
      },
      { outcome: 'failed', reason: 'invalid_request', code: 'refund_amount_exceeds_balance' },
    ],
  ])('%s', async (_, answers, expected) => {
    const { psp, longest } = run(table(answers));
    expect(await psp.refund(known, operation, call)).toEqual(expected);
    expect(longest()).toBeLessThanOrEqual(call.timeout_ms);
  });

  test('each call of one operation has a key of its own; the reference and metadata lead back', async () => {
    const { psp, exchanges } = run(() => answered(202, { action_id: 'act_1' }));
    await psp.capture(known, operation, call);
    await psp.cancel(known, operation, call);
    await psp.refund(known, operation, call);
    expect(exchanges.map(({ request: { headers } }) => headers['cko-idempotency-key'])).toEqual([
      `${operation.id}-captures`,
      `${operation.id}-voids`,
      `${operation.id}-refunds`,
    ]);
    const common = {
      reference: operation.id,
      metadata: { charge: attempt.reference, operation: operation.id },
    };
    expect(exchanges.map(({ request: { body } }) => JSON.parse(body ?? ''))).toEqual([
      { ...common, amount: 1000, capture_type: 'Final' },
      common,
      { ...common, amount: 1000 },
    ]);
  });

  test('without the payment’s id nothing is sent', async () => {
    const { psp, exchanges } = run(table({}));
    expect(await psp.refund(attempt, operation, call)).toEqual({
      outcome: 'failed',
      reason: 'invalid_request',
      code: 'psp_reference_missing',
    });
    expect(exchanges).toEqual([]);
  });
});
