import { describe, expect, test } from '@jest/globals';
import type { AuthorizationResult } from '../../../lib/types/psp.ts';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import { faultOutcomes } from '../../conformance/faults.ts';
import type { Script } from '../../conformance/psp-subject.ts';
import { call, cardRequest, moneyOf, sampleAttempt, scripted } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { stripeSubject } from '../../conformance/stripe.ts';
import { declineError, intentId, paymentIntent } from '../../conformance/stripe-events.ts';

const attempt = sampleAttempt();
const honest = stripeSubject.play({ scene: 'captured' }, attempt, moneyOf(attempt));
const isConfirm = ({ url }: HttpRequest) => url.endsWith('/confirm');

/** The answer to an authorisation whose confirm Stripe answers like this. */
const authorize = async (confirm: HttpResponse): Promise<AuthorizationResult> => {
  const script: Script = (request) => (isConfirm(request) ? confirm : honest(request));
  return scripted(stripeSubject, script).psp.authorize(attempt, cardRequest(), call);
};

const cardError = (error: object): HttpResponse =>
  answered(402, { error: { type: 'card_error', message: 'no', ...error } });

describe('the confirm', () => {
  const unexpected = (intent: unknown): HttpResponse =>
    answered(400, {
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        payment_intent: intent,
      },
    });

  test.each([
    ['succeeded', { outcome: 'captured', psp_reference: intentId, amount_captured: 2_599 }],
    ['processing', { outcome: 'unknown', doubt: 'pending' }],
    ['canceled', { outcome: 'unmapped', code: 'canceled' }],
  ] as const)('comes late: the intent is %s already, and that is the answer', async (status, expected) => {
    const refusal = unexpected(paymentIntent(attempt, attempt, { status }));
    expect(await authorize(refusal)).toMatchObject(expected);
  });

  test.each([
    ['that is not shown', undefined],
    ['in a new state', { ...paymentIntent(attempt, attempt, { status: 'succeeded' }), status: 'new' }],
  ])('comes late for an intent %s: nobody knows whether it took the money', async (_, intent) => {
    expect(await authorize(unexpected(intent))).toEqual({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
      psp_reference: intentId,
    });
  });

  test.each([400, 402, 404, 500])('Stripe’s own trouble with %i leaves it open', async (status) => {
    const error = { type: 'api_error', message: 'Error while communicating with one of our backends.' };
    expect(await authorize(answered(status, { error }))).toEqual({
      outcome: 'unknown',
      doubt: 'ambiguous_error',
      psp_reference: intentId,
    });
  });

  test('canceled in the meantime is a no that leads to no other PSP', async () => {
    const canceled = answered(200, paymentIntent(attempt, attempt, { status: 'canceled' }));
    expect(await authorize(canceled)).toEqual({
      outcome: 'unmapped',
      code: 'canceled',
      psp_reference: intentId,
    });
  });

  test.each<[string, object, object]>([
    ['took less', { amount_received: 2_000 }, { outcome: 'captured', amount_captured: 2_000 }],
    ['took less than nothing', { amount_received: -1 }, { outcome: 'unknown', doubt: 'amount_mismatch' }],
    ['took more', { amount_received: 2_600 }, { outcome: 'unknown', doubt: 'amount_mismatch' }],
    [
      'does not say how much it took',
      { amount_received: null },
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    ['says that it took nothing', { amount_received: 0 }, { outcome: 'unknown', doubt: 'unreadable_answer' }],
    [
      'may capture less',
      { status: 'requires_capture', amount_received: 0, amount_capturable: 2_000 },
      { outcome: 'unknown', doubt: 'amount_mismatch' },
    ],
    [
      'took a part and holds the rest',
      { status: 'requires_capture', amount_received: 599, amount_capturable: 2_000 },
      { outcome: 'captured', amount_captured: 599 },
    ],
    [
      'took a part and released the rest',
      { status: 'canceled', amount_received: 599 },
      { outcome: 'captured', amount_captured: 599 },
    ],
  ])('Stripe %s', async (_, state, expected) => {
    const partial = { ...paymentIntent(attempt, attempt, { status: 'succeeded' }), ...state };
    expect(await authorize(answered(200, partial))).toEqual({ ...expected, psp_reference: intentId });
  });

  test.each([
    ['an action no browser can follow', { type: 'use_stripe_sdk', use_stripe_sdk: {} }],
    ['a redirect to nowhere', { type: 'redirect_to_url', redirect_to_url: { url: null } }],
    ['a redirect to a script', { type: 'redirect_to_url', redirect_to_url: { url: 'javascript:alert(1)' } }],
  ])('%s leaves the payment open, to be canceled', async (_, next_action) => {
    const acting = answered(200, paymentIntent(attempt, attempt, { status: 'requires_action', next_action }));
    expect(await authorize(acting)).toEqual({
      outcome: 'unknown',
      doubt: 'pending',
      psp_reference: intentId,
    });
  });

  test('another intent than the one confirmed', async () => {
    const other = answered(200, {
      ...paymentIntent(attempt, attempt, { status: 'succeeded' }),
      id: 'pi_other',
    });
    expect(await authorize(other)).toMatchObject(faultOutcomes.html_200);
  });

  test('a lock on the intent is a call under way, not a rate limit', async () => {
    const locked = answered(429, { error: { type: 'invalid_request_error', code: 'lock_timeout' } });
    expect(await authorize(locked)).toMatchObject({
      outcome: 'duplicate',
      doubt: 'in_flight',
    });
  });

  test('the key is known with another body', async () => {
    const reused = answered(400, { error: { type: 'idempotency_error' } });
    expect(await authorize(reused)).toMatchObject({ outcome: 'duplicate' });
  });

  test('a failed authentication, recognised by the state it leaves', async () => {
    const failed = answered(
      200,
      paymentIntent(attempt, attempt, {
        status: 'requires_payment_method',
        last_payment_error: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' },
      }),
    );
    expect(await authorize(failed)).toMatchObject({
      outcome: 'authentication_failed',
      code: 'payment_intent_authentication_failure',
    });
  });

  test('a value that is not a code is not passed on as one', async () => {
    const chatty = cardError({
      code: 'card_declined',
      decline_code: 'Card 4242 4242 4242 4242 was declined',
    });
    expect(await authorize(chatty)).toEqual({
      outcome: 'do_not_honor',
      code: 'card_declined',
      psp_reference: intentId,
    });
  });
});

describe('advice', () => {
  const visa = { payment_method: { card: { brand: 'visa' } } };
  const mastercard = { payment_method: { card: { brand: 'mastercard' } } };
  test.each([
    [{ advice_code: 'do_not_try_again' }, 'never_again'],
    [{ advice_code: 'try_again_later' }, 'wait'],
    [{ advice_code: 'confirm_card_data' }, 'correct_data'],
    [{ network_advice_code: '03' }, 'never_again'],
    [{ network_advice_code: '21' }, 'never_again'],
    [{ network_advice_code: '24' }, 'wait'],
    [{ network_advice_code: '30' }, 'wait'],
    [{ network_advice_code: '01' }, 'correct_data'],
    [{ network_decline_code: '41', ...visa }, 'never_again'],
    [{ network_decline_code: '41', ...mastercard }, undefined],
    [{ network_decline_code: '51', ...visa }, undefined],
    [{ advice_code: 'try_again_later', network_advice_code: '03' }, 'never_again'],
    [{ decline_code: 'do_not_try_again' }, 'never_again'],
    [{ decline_code: 'processing_error', advice_code: 'try_again_later' }, undefined],
    [{ decline_code: 'issuer_not_available', advice_code: 'try_again_later' }, undefined],
    [{ decline_code: 'processing_error', network_advice_code: '25' }, 'wait'],
    [{}, undefined],
  ])('%j', async (hints, advice) => {
    const declined = cardError({ ...declineError('generic_decline'), ...hints });
    const answer = await authorize(declined);
    expect('advice' in answer ? answer.advice : undefined).toBe(advice);
  });

  test('to wait says how long, if the network does', async () => {
    const hints = { advice_code: 'try_again_later', network_advice_code: '26' };
    const answer = await authorize(cardError({ ...declineError('insufficient_funds'), ...hints }));
    expect(answer).toMatchObject({ advice: 'wait', wait_s: 2 * 86_400 });
  });
});
