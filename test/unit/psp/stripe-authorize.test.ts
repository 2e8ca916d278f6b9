import { describe, expect, test } from '@jest/globals';
import { decideFailover } from '../../../lib/routing/decide-failover.ts';
import type { Attempt, AuthorizationResult } from '../../../lib/types/psp.ts';
import type { HttpRequest, HttpResponse } from '../../../lib/types/transport.ts';
import { decodeForm } from '../../conformance/decode-form.ts';
import { faults, withFault } from '../../conformance/faults.ts';
import type { Script } from '../../conformance/psp-subject.ts';
import {
  call,
  cardRequest,
  moneyOf,
  paidAttempt,
  returnUrl,
  sampleAttempt,
  scripted,
  tokenRequest,
} from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import { stripeSubject } from '../../conformance/stripe.ts';
import { intentId, paymentIntent } from '../../conformance/stripe-events.ts';

const attempt = sampleAttempt();
const honest = stripeSubject.play({ scene: 'captured' }, attempt, moneyOf(attempt));
const isCreate = ({ url }: HttpRequest) => url.endsWith('/v1/payment_intents');
const isCard = ({ url }: HttpRequest) => url.endsWith('/v1/payment_methods');
const isConfirm = ({ url }: HttpRequest) => url.endsWith('/confirm');

const authorize = async (script: Script, of: Attempt = attempt) => {
  const { psp, exchanges } = scripted(stripeSubject, script);
  const answer: AuthorizationResult = await psp.authorize(of, cardRequest(), call);
  return { answer, requests: exchanges.map(({ request }) => request) };
};

/** The script with one answer put in. */
const answering =
  (matches: (request: HttpRequest) => boolean, answer: HttpResponse): Script =>
  (request) =>
    matches(request) ? answer : honest(request);

const cardError = (error: object): HttpResponse =>
  answered(402, { error: { type: 'card_error', message: 'no', ...error } });

describe('requests of an authorisation', () => {
  test('intent and card side by side, each under its own key, then the confirm', async () => {
    const { requests } = await authorize(honest);
    expect(requests.map(({ url, headers }) => [url, headers['idempotency-key']])).toEqual([
      ['https://api.stripe.com/v1/payment_intents', `${attempt.reference}-pi`],
      ['https://api.stripe.com/v1/payment_methods', `${attempt.reference}-pm`],
      [`https://api.stripe.com/v1/payment_intents/${intentId}/confirm`, `${attempt.reference}-c`],
    ]);
    const [create, card, confirm] = requests.map(({ body }) => decodeForm(body ?? ''));
    expect(create).toEqual({
      amount: '2599',
      currency: 'eur',
      capture_method: 'automatic',
      payment_method_types: ['card'],
      description: 'Two tickets to London',
      statement_descriptor_suffix: 'TICKETS 1042',
      shipping: {
        name: 'Ada Lovelace',
        address: { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' },
      },
      metadata: {
        charge: attempt.reference,
        session: attempt.session,
        order: 'order-1042',
        customer: 'customer-7',
        metadata: '{"tier":"gold","source":"app"}',
      },
    });
    expect(card).toEqual({
      type: 'card',
      card: { number: '4242424242424242', exp_month: '3', exp_year: '2030', cvc: '737' },
      billing_details: {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        phone: '+44 20 7946 0958',
        address: { line1: '12 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' },
      },
    });
    expect(confirm).toEqual({
      payment_method: 'pm_1',
      return_url: returnUrl,
      expand: ['latest_charge'],
    });
  });

  test('a token is confirmed as it is: no card leaves', async () => {
    const { psp, exchanges } = scripted(stripeSubject, honest);
    await psp.authorize(attempt, tokenRequest(stripeSubject), call);
    expect(exchanges.map(({ request }) => request.url.split('/v1')[1])).toEqual([
      '/payment_intents',
      `/payment_intents/${intentId}/confirm`,
    ]);
    expect(decodeForm(exchanges[1]?.request.body ?? '').payment_method).toBe(stripeSubject.psp_token);
  });
});

/** Only the confirm moves money: whatever fails before it is a definite no. */
describe.each([
  ['the intent’s creation', isCreate],
  ['the card’s registration', isCard],
] as const)('faults of %s', (_, matches) => {
  test.each([
    ['timeout', { outcome: 'not_sent', code: 'preparation_timeout' }],
    ['reset', { outcome: 'not_sent', code: 'preparation_connection_lost' }],
    ['refused', { outcome: 'not_sent' }],
    ['html_200', { outcome: 'psp_unavailable', code: 'preparation_failed' }],
    ['empty_200', { outcome: 'psp_unavailable', code: 'preparation_failed' }],
    ['truncated_200', { outcome: 'psp_unavailable', code: 'preparation_failed' }],
    ['http_401', { outcome: 'psp_unavailable' }],
    ['http_403', { outcome: 'psp_unavailable' }],
    ['http_429', { outcome: 'rate_limited' }],
    ['http_500', { outcome: 'psp_unavailable', code: 'preparation_failed' }],
    ['http_503', { outcome: 'psp_unavailable', code: 'preparation_failed' }],
  ] as const)('%s', async (fault, expected) => {
    const { answer, requests } = await authorize(withFault(stripeSubject, honest, fault, matches));
    expect(answer).toMatchObject(expected);
    expect(requests.some(isConfirm)).toBe(false);
  });

  test('under way in another call, which may confirm: not definite', async () => {
    const busy = answered(409, { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } });
    expect((await authorize(answering(matches, busy))).answer).toMatchObject({
      outcome: 'duplicate',
      doubt: 'in_flight',
    });
  });
});

describe('before the confirm', () => {
  test.each([
    ['incorrect_number', 'incorrect_card_data'],
    ['invalid_expiry_year', 'incorrect_card_data'],
    ['invalid_cvc', 'incorrect_card_data'],
    ['expired_card', 'incorrect_card_data'],
  ] as const)('a card refused for %s', async (code, outcome) => {
    const { answer, requests } = await authorize(answering(isCard, cardError({ code })));
    expect(answer).toEqual({ outcome, code, psp_reference: intentId });
    expect(requests.some(isConfirm)).toBe(false);
  });

  test('an intent of another amount is never confirmed', async () => {
    const other = { amount: 9_999, currency: 'eur' };
    const wrong = answered(200, paymentIntent(attempt, other, { status: 'requires_payment_method' }));
    const { answer, requests } = await authorize(answering(isCreate, wrong));
    expect(answer).toEqual({ outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: intentId });
    expect(requests.some(isConfirm)).toBe(false);
  });

  test('nor is an intent of another charge', async () => {
    const foreign = paymentIntent({ ...attempt, reference: 'ch_other' }, attempt, {
      status: 'requires_payment_method',
    });
    const { answer, requests } = await authorize(answering(isCreate, answered(200, foreign)));
    expect(answer).toMatchObject({ outcome: 'unknown', doubt: 'unreadable_answer' });
    expect(requests.some(isConfirm)).toBe(false);
  });

  test.each([
    ['amount_too_small', 'not_supported'],
    ['parameter_invalid_integer', 'not_supported'],
    ['something_new', 'not_supported'],
  ] as const)('Stripe refuses to create the intent: %s', async (code, outcome) => {
    const refusal = answered(400, { error: { type: 'invalid_request_error', code } });
    expect((await authorize(answering(isCreate, refusal))).answer).toEqual({ outcome, code });
  });
});

/** Stripe’s answer to a raw card where the account may not send any: an error without a code. */
const rawCardsOff = (status = 400): HttpResponse =>
  answered(status, {
    error: {
      type: 'invalid_request_error',
      message: 'Sending credit card numbers directly to the Stripe API is generally unsafe.',
    },
  });

describe('an account that may not send raw cards', () => {
  test.each([400, 402])(
    'refuses the card before anything is confirmed: the next PSP may take it (%i)',
    async (status) => {
      const { answer, requests } = await authorize(answering(isCard, rawCardsOff(status)));
      expect(answer).toEqual({ outcome: 'not_supported', psp_reference: intentId });
      expect(requests.some(isConfirm)).toBe(false);
      const failover = { on: ['not_supported'], max_attempts: 2, attempt_timeout_ms: 8_000 } as const;
      expect(decideFailover({ result: answer, failover, earlier: [] })).toEqual({ next: true });
    },
  );

  test('says nothing of an earlier call of the same attempt, which may have been confirmed', async () => {
    const known = await paidAttempt(stripeSubject, 'automatic');
    for (const step of [isCreate, isCard])
      expect((await authorize(answering(step, rawCardsOff()), known)).answer).toMatchObject({
        outcome: 'unknown',
        doubt: 'ambiguous_error',
      });
  });

  test('once the confirm was sent, a refused call of ours is not tried elsewhere', async () => {
    const refusal = answered(400, { error: { type: 'invalid_request_error', code: 'parameter_unknown' } });
    expect((await authorize(answering(isConfirm, refusal))).answer).toMatchObject({
      outcome: 'invalid_request',
    });
  });
});

/** What a repeated call is told about itself says nothing about the call before it, which may have been confirmed. */
describe('a repeat after an unknown confirm', () => {
  const faultsOfTheRepeat = faults.filter((fault) => !fault.startsWith('wrong_'));
  const steps = [isCreate, isCard, isConfirm];

  test.each(faultsOfTheRepeat)(
    '%s anywhere is never a definite no, if the intent was known',
    async (fault) => {
      const known = await paidAttempt(stripeSubject, 'automatic');
      for (const step of steps) {
        const { answer } = await authorize(withFault(stripeSubject, honest, fault, step), known);
        expect(['unknown', 'duplicate']).toContain(answer.outcome);
      }
    },
  );

  test.each(faultsOfTheRepeat)('%s after a replayed creation is none either', async (fault) => {
    const replayed: Script = (request) => {
      const answer = honest(request);
      return isCreate(request) && answer?.kind === 'answered'
        ? { ...answer, headers: { 'idempotent-replayed': 'true' } }
        : answer;
    };
    for (const step of [isCard, isConfirm]) {
      const { answer } = await authorize(withFault(stripeSubject, replayed, fault, step));
      expect(['unknown', 'duplicate']).toContain(answer.outcome);
    }
  });

  test.each([
    ['payment_method_unactivated', 400],
    ['testmode_charges_only', 400],
  ])('nor is a refusal of the account (%s)', async (code, status) => {
    const known = await paidAttempt(stripeSubject, 'automatic');
    const refusal = answered(status, { error: { type: 'invalid_request_error', code } });
    for (const step of steps)
      expect((await authorize(answering(step, refusal), known)).answer).toMatchObject({ outcome: 'unknown' });
  });

  test('the card’s own decline is one, even if the card is not supported', async () => {
    const known = await paidAttempt(stripeSubject, 'automatic');
    const kept = cardError({ code: 'card_declined', decline_code: 'card_not_supported' });
    expect((await authorize(answering(isConfirm, kept), known)).answer).toMatchObject({
      outcome: 'not_supported',
    });
  });

  test('the kept decline of the first is one', async () => {
    const known = await paidAttempt(stripeSubject, 'automatic');
    const kept = cardError({ code: 'card_declined', decline_code: 'insufficient_funds' });
    expect((await authorize(answering(isConfirm, kept), known)).answer).toMatchObject({
      outcome: 'insufficient_funds',
    });
  });
});

describe('a token of the browser that Stripe cannot take', () => {
  const refusing = (status: number, error: object) =>
    answering(isConfirm, answered(status, { error: { type: 'invalid_request_error', ...error } }));

  test.each([
    ['is unknown', 404, { code: 'resource_missing', param: 'payment_method' }],
    ['was used before', 400, { param: 'payment_method', message: 'This PaymentMethod was previously used.' }],
  ])('%s: the customer enters the card again', async (_, status, error) => {
    expect((await authorize(refusing(status, error))).answer).toMatchObject({
      outcome: 'incorrect_card_data',
    });
  });

  test.each([
    ['another parameter', { code: 'resource_missing', param: 'intent' }],
    ['no parameter', { code: 'resource_missing' }],
  ])('%s is our own mistake', async (_, error) => {
    expect((await authorize(refusing(404, error))).answer).toMatchObject({ outcome: 'invalid_request' });
  });

  test('says nothing of an earlier call, which may have used it', async () => {
    const known = await paidAttempt(stripeSubject, 'automatic');
    const refusal = refusing(400, { param: 'payment_method' });
    expect((await authorize(refusal, known)).answer).toMatchObject({ outcome: 'unknown' });
  });
});
