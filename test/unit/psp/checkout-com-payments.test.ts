import { describe, expect, test } from '@jest/globals';
import { approvals, responseOutcome, responseOutcomes } from '../../../lib/psp/checkout_com/outcomes.ts';
import { parsePayment } from '../../../lib/psp/checkout_com/payment.ts';
import type { PaymentAction } from '../../../lib/psp/checkout_com/payment-actions.ts';
import { readNewPayment, readPayment } from '../../../lib/psp/checkout_com/read-payment.ts';
import { readRefusal } from '../../../lib/psp/checkout_com/read-refusal.ts';
import type { JsonReply } from '../../../lib/psp/exchange-json.ts';
import { failoverPolicy } from '../../../lib/routing/failover-policy.ts';
import type { Attempt } from '../../../lib/types/psp.ts';
import { readReference } from '../../tools/specs.ts';

const attempt: Attempt = {
  reference: 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x',
  session: 'cs_01jd2k5m7n9p1q3r5s7t9v1w3z',
  amount: 6540,
  currency: 'usd',
  capture_method: 'automatic',
  started: 0,
};
const id = 'pay_mbabizu24mvu3mela5njyhpit4';
const authorized = {
  id,
  amount: 6540,
  currency: 'USD',
  approved: true,
  status: 'Authorized',
  response_code: '10000',
  reference: attempt.reference,
};
const declined = { ...authorized, approved: false, status: 'Declined' };
const mismatch = { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: id };
const unreadable = { outcome: 'unknown', doubt: 'unreadable_answer' };

describe('a new payment', () => {
  test.each<[string, object, object]>([
    [
      'authorised: the capture follows',
      authorized,
      { outcome: 'captured', psp_reference: id, amount_captured: 6540, supposed: true },
    ],
    [
      'authorised and flagged: nobody captures it but a person',
      { ...authorized, risk: { flagged: true } },
      { outcome: 'approved', psp_reference: id },
    ],
    [
      'authorised with the code of a flagged payment',
      { ...authorized, response_code: '10100' },
      { outcome: 'approved', psp_reference: id },
    ],
    ['authorised for part, by its code', { ...authorized, response_code: '10010' }, mismatch],
    [
      'authorised for part, by its balance',
      { ...authorized, balances: { total_authorized: 6000 } },
      mismatch,
    ],
    ['authorised for another amount', { ...authorized, amount: 6541 }, mismatch],
    ['authorised in another currency', { ...authorized, currency: 'EUR' }, mismatch],
    ['authorised and not approved', { ...authorized, approved: false }, { ...unreadable, psp_reference: id }],
    ['a verification', { ...authorized, status: 'Card Verified' }, { ...unreadable, psp_reference: id }],
    ['voided at birth', { ...authorized, status: 'Voided' }, { ...unreadable, psp_reference: id }],
    [
      'a status of no known name',
      { ...authorized, status: 'authorized' },
      { ...unreadable, psp_reference: id },
    ],
    ['of another reference', { ...authorized, reference: 'ch_other' }, unreadable],
    ['without an id', { ...authorized, id: undefined }, unreadable],
    [
      'without its reference',
      { ...authorized, reference: undefined },
      { outcome: 'captured', psp_reference: id, amount_captured: 6540, supposed: true },
    ],
    [
      'declined',
      { ...declined, response_code: '20051' },
      { outcome: 'insufficient_funds', code: '20051', psp_reference: id },
    ],
    // Whatever there is besides is found by our reference and not by the id of the one that was declined.
    ...['20009', '20094', '20118'].map((code): [string, object, object] => [
      `declined because of another payment (${code})`,
      { ...declined, response_code: code },
      { outcome: 'duplicate', doubt: 'in_flight' },
    ]),
    [
      'declined, and Checkout.com tries again',
      { ...declined, status: 'Retry Scheduled', response_code: '20051' },
      { outcome: 'unknown', doubt: 'pending', psp_reference: id },
    ],
    [
      'declined with words for a code',
      { ...declined, response_code: 'card 4242 4242 4242 4242' },
      { outcome: 'unmapped', psp_reference: id },
    ],
  ])('%s', (_, json, expected) => {
    expect(readNewPayment(attempt, 201, json)).toEqual(expected);
  });

  test('with manual capture money is held', () => {
    expect(readNewPayment({ ...attempt, capture_method: 'manual' }, 201, authorized).outcome).toBe(
      'approved',
    );
  });

  test.each<[string, object, object]>([
    ['of no known state', { id, status: 'Accepted' }, { ...unreadable, psp_reference: id }],
    ['pending', { id, status: 'Pending' }, { outcome: 'unknown', doubt: 'pending', psp_reference: id }],
    [
      'pending with a link that is no page',
      { id, status: 'Pending', _links: { redirect: { href: 'javascript:alert(1)' } } },
      { outcome: 'unknown', doubt: 'pending', psp_reference: id },
    ],
    [
      'pending on the customer',
      { id, status: 'Pending', _links: { redirect: { href: 'https://3ds.example/x' } } },
      { outcome: 'requires_action', redirect_url: 'https://3ds.example/x', psp_reference: id },
    ],
  ])('accepted, %s', (_, json, expected) => {
    expect(readNewPayment(attempt, 202, json)).toEqual(expected);
  });
});

const lookedUp = (fields: object, actions: readonly PaymentAction[] = [], asked: Partial<Attempt> = {}) => {
  const payment = parsePayment({ ...authorized, ...fields });
  if (payment === undefined) throw new Error('not a payment');
  return readPayment({ ...attempt, ...asked }, payment, actions);
};
const action = (type: string, approved: boolean | undefined, amount = 6540): PaymentAction => ({
  id: 'act_1',
  type,
  amount,
  approved,
  operation: undefined,
  json: { response_code: '20005' },
});
const whole = { total_captured: 6540, total_refunded: 0 };

describe('a looked-up payment', () => {
  test.each<[string, object, object]>([
    ['Captured', whole, { outcome: 'captured', amount_captured: 6540, amount_refunded: 0 }],
    ['Partially Captured', { total_captured: 1000 }, { outcome: 'captured', amount_captured: 1000 }],
    [
      'Partially Refunded',
      { ...whole, total_refunded: 600 },
      { outcome: 'captured', amount_captured: 6540, amount_refunded: 600 },
    ],
    [
      'Refunded',
      { total_captured: 1000, total_refunded: 1000 },
      { outcome: 'captured', amount_captured: 1000, amount_refunded: 1000 },
    ],
    ['Paid', whole, { outcome: 'captured', amount_captured: 6540, amount_refunded: 0 }],
    // What was captured before the rest was released, or lapsed, stays captured.
    ['Voided', { total_captured: 1000 }, { outcome: 'captured', amount_captured: 1000 }],
    ['Expired', { total_captured: 1000 }, { outcome: 'captured', amount_captured: 1000 }],
    ['Captured', { total_captured: 6541 }, { outcome: 'unknown', doubt: 'amount_mismatch' }],
    ['Captured', { total_captured: 0 }, { outcome: 'unknown', doubt: 'unreadable_answer' }],
    ['Voided', { total_captured: 0 }, { outcome: 'canceled', hold: 'voided' }],
    ['Expired', { total_captured: 0 }, { outcome: 'canceled', hold: 'expired' }],
  ])('%s %j', (status, balances, expected) => {
    expect(lookedUp({ status, balances })).toEqual({ ...expected, psp_reference: id });
  });

  test.each(['Captured', 'Partially Captured', 'Partially Refunded', 'Refunded', 'Paid', 'Card Verified'])(
    '%s without balances or captures says nothing',
    (status) => {
      expect(lookedUp({ status })).toEqual({ ...unreadable, psp_reference: id });
    },
  );

  test.each<[string, object, object]>([
    ['Voided', {}, { outcome: 'canceled', hold: 'voided' }],
    ['Expired', {}, { outcome: 'canceled', hold: 'expired' }],
    ['Expired', { approved: false }, { outcome: 'canceled' }],
    ['Expired', { balances: { total_authorized: 0 } }, { outcome: 'canceled' }],
    ['Canceled', {}, { outcome: 'canceled' }],
    ['Pending', {}, { outcome: 'unknown', doubt: 'pending' }],
  ])('%s %j', (status, fields, expected) => {
    expect(lookedUp({ status, ...fields })).toEqual({ ...expected, psp_reference: id });
  });

  test('without balances the captures that were approved add up', () => {
    const captures = [
      action('Capture', true, 500),
      action('Capture', false, 900),
      action('Capture', true, 100),
    ];
    expect(lookedUp({ status: 'Partially Captured' }, captures)).toMatchObject({ amount_captured: 600 });
  });

  test.each<[string, readonly PaymentAction[], 'automatic' | 'manual', object]>([
    ['for a manual capture', [action('Authorization', true)], 'manual', { outcome: 'approved' }],
    [
      'whose capture is on its way',
      [action('Capture', undefined)],
      'manual',
      { outcome: 'approved', in_progress: true },
    ],
    [
      'whose void is on its way',
      [action('Void', undefined)],
      'manual',
      { outcome: 'approved', in_progress: true },
    ],
    ['whose capture was declined', [action('Capture', false)], 'manual', { outcome: 'approved' }],
    [
      'whose automatic capture follows',
      [action('Authorization', true)],
      'automatic',
      { outcome: 'captured', amount_captured: 6540, supposed: true },
    ],
    [
      'whose automatic capture was declined',
      [action('Capture', false)],
      'automatic',
      { outcome: 'approved' },
    ],
    [
      'whose automatic capture was declined before ours, which is on its way',
      [action('Capture', undefined, 1000), action('Capture', false)],
      'automatic',
      { outcome: 'approved', in_progress: true },
    ],
  ])('Authorized, %s', (_, actions, capture_method, expected) => {
    expect(lookedUp({}, actions, { capture_method })).toEqual({ ...expected, psp_reference: id });
  });

  test('an object without a known status is not a payment', () => {
    expect(parsePayment({ ...authorized, status: 'Returned' })).toBeUndefined();
    expect(parsePayment({ ...authorized, id: '' })).toBeUndefined();
  });

  test('a decline is definite, whatever its code: this payment has ended', () => {
    expect(lookedUp({ status: 'Declined', approved: false, response_code: '20009' })).toEqual({
      outcome: 'unmapped',
      code: '20009',
      psp_reference: id,
    });
  });
});

describe('codes', () => {
  test.each([
    ['40199', 'fraud_suspected'],
    ['40104', 'incorrect_card_data'],
    ['40111', 'incorrect_card_data'],
    ['20041', 'card_lost_or_stolen'],
    ['20043', 'card_lost_or_stolen'],
    ['20034', 'fraud_suspected'],
    ['2001A', 'authentication_required'],
    ['200R0', 'stop_payment'],
    ['20000', 'unmapped'],
    ['20050', 'unmapped'],
    ['20141', 'unmapped'],
    ['30140', 'unmapped'],
    ['20199', 'unmapped'],
    ['30099', 'unmapped'],
    ['50001', 'unmapped'],
    ['constructor', 'unmapped'],
    [undefined, 'unmapped'],
  ])('%s, which is not listed, is %s', (code, outcome) => {
    expect(responseOutcome(code)).toBe(outcome);
  });

  test('the last two digits of an unpublished code never lead to another PSP', () => {
    const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const guessed = characters
      .flatMap((one) => characters.map((other) => `200${one}${other}`))
      .filter((code) => !Object.hasOwn(responseOutcomes, code))
      .map((code) => [code, responseOutcome(code)] as const);
    expect(guessed.filter(([, outcome]) => outcome !== 'unmapped').length).toBeGreaterThan(5);
    for (const [code, outcome] of guessed)
      expect({ code, policy: failoverPolicy[outcome] }).toEqual({ code, policy: 'never' });
  });

  const facts = readReference('decline-codes.json') as
    | { readonly checkoutcom: { readonly codes: readonly { readonly code: string }[] } }
    | undefined;
  const testWithFacts = facts === undefined ? test.skip : test;
  testWithFacts('every approving code that is published has its line, and no other', () => {
    const published = facts?.checkoutcom.codes
      .map(({ code }) => code)
      .filter((code) => code.startsWith('10'));
    expect(Object.keys(approvals).sort()).toEqual(published?.sort());
  });

  test.each<[string, object, string | undefined]>([
    ['Mastercard: do not try again', { processing: { partner_merchant_advice_code: '03' } }, 'never_again'],
    ['Mastercard: later', { processing: { partner_merchant_advice_code: '24' } }, 'wait'],
    ['recommendation: new data', { processing: { recommendation_code: '01' } }, 'correct_data'],
    ['recommendation: later', { processing: { recommendation_code: '02' } }, 'wait'],
    ['recommendation: never', { processing: { recommendation_code: '03' } }, 'never_again'],
    [
      'the stricter of two',
      { processing: { recommendation_code: '02', partner_merchant_advice_code: '03' } },
      'never_again',
    ],
    ['Visa category 1', { source: { scheme: 'Visa' }, response_code: '20057' }, 'never_again'],
    ['Visa category 1 by letter', { source: { scheme: 'VISA' }, response_code: '200R1' }, 'never_again'],
    ['Visa, raw', { source: { scheme: 'Visa' }, processing: { partner_response_code: '46' } }, 'never_again'],
    ['Visa category 2', { source: { scheme: 'Visa' }, response_code: '20051' }, undefined],
    [
      'Checkout.com’s own code, whose digits are no network’s',
      { source: { scheme: 'Visa' }, response_code: '20104' },
      undefined,
    ],
    ['the same code elsewhere', { source: { scheme: 'Mastercard' }, response_code: '20057' }, undefined],
    ['recommendation: no more', { processing: { recommendation_code: '21' } }, 'never_again'],
  ])('advice: %s', (_, fields, advice) => {
    const answer = readNewPayment(attempt, 201, { ...declined, response_code: '20005', ...fields });
    expect('advice' in answer ? answer.advice : undefined).toBe(advice);
  });

  test.each([{ partner_merchant_advice_code: '24' }, { recommendation_code: '24' }])(
    'advice to wait says how long: %j',
    (processing) => {
      const answer = readNewPayment(attempt, 201, { ...declined, response_code: '20051', processing });
      expect(answer).toMatchObject({ outcome: 'insufficient_funds', advice: 'wait', wait_s: 3600 });
    },
  );
});

const reply = (status: number, json?: unknown): JsonReply => ({
  kind: 'answered',
  status,
  headers: {},
  json,
});
const errors = (...error_codes: string[]) => ({ error_type: 'request_invalid', error_codes });
const processing = (...error_codes: string[]) => ({ error_type: 'processing_error', error_codes });
const open = { outcome: 'unknown', doubt: 'ambiguous_error' };

describe('anything but a success', () => {
  test.each<[string, JsonReply, object]>([
    [
      'a bad card number',
      reply(422, errors('card_number_invalid')),
      { outcome: 'incorrect_card_data', code: 'card_number_invalid' },
    ],
    [
      'the telling one of several codes',
      reply(422, errors('reference_invalid', 'cvv_invalid')),
      { outcome: 'incorrect_card_data', code: 'cvv_invalid' },
    ],
    [
      'a malformed call',
      reply(422, errors('reference_invalid')),
      { outcome: 'invalid_request', code: 'reference_invalid' },
    ],
    ...[422, 500, 503].map((status): [string, JsonReply, object] => [
      `an account without this API, with ${status}`,
      reply(status, processing('server_api_not_allowed')),
      { outcome: 'not_supported', code: 'server_api_not_allowed' },
    ]),
    ...['city_invalid', 'phone_number_invalid', 'country_invalid', 'email_invalid'].map(
      (code): [string, JsonReply, object] => [
        `what the customer has entered (${code})`,
        reply(422, errors('request_invalid', code)),
        { outcome: 'incorrect_card_data', code, refuses_details: true },
      ],
    ),
    ['an accident that names a card', reply(500, errors('card_number_invalid')), open],
    ['an accident that names no setting', reply(502, errors('3ds_not_configured')), open],
    [
      'a method that is not allowed',
      reply(405, errors('request_invalid')),
      { outcome: 'invalid_request', code: 'request_invalid' },
    ],
    ['a request that took too long', reply(408, errors('request_invalid')), open],
    ['a processing error', reply(422, errors('processing_error')), open],
    ['a processing error by its type', reply(422, { error_type: 'processing_error' }), open],
    ['a processing error of no listed code', reply(422, processing('something_new')), open],
    ['a processing error in a malformed call', reply(422, processing('reference_invalid')), open],
    ['a service out of order', reply(422, errors('service_unavailable')), open],
    [
      'a key without the right',
      reply(403, errors('something_new')),
      { outcome: 'psp_unavailable', code: 'something_new' },
    ],
    [
      'an account without the right',
      reply(403, errors('something_new', 'processing_channel_id_required')),
      { outcome: 'not_supported', code: 'processing_channel_id_required' },
    ],
    [
      'a processing error, and why: a token that has run out',
      reply(422, processing('token_expired')),
      { outcome: 'incorrect_card_data', code: 'token_expired' },
    ],
    [
      'a processing error, and why: no funds',
      reply(422, processing('processing_error', 'amount_exceeds_balance')),
      { outcome: 'insufficient_funds', code: 'amount_exceeds_balance' },
    ],
    [
      'a processing error, and why: not set up',
      reply(422, processing('processing_channel_id_required')),
      { outcome: 'not_supported', code: 'processing_channel_id_required' },
    ],
    [
      'a processing error on the way to the issuer',
      reply(422, processing('issuer_network_unavailable')),
      open,
    ],
    [
      'an account without the card’s network',
      reply(422, errors('visa_scheme_not_configured')),
      { outcome: 'not_supported', code: 'visa_scheme_not_configured' },
    ],
    ['a refusal with words for a code', reply(422, errors('no such card')), unreadable],
    ['a refusal without codes', reply(422, { error_type: 'request_invalid' }), unreadable],
    ['a page of a proxy', reply(404), unreadable],
    ['the same key under way (409)', reply(409), { outcome: 'duplicate', doubt: 'in_flight' }],
    [
      'the same key under way (429)',
      reply(429, errors('duplicate_request')),
      { outcome: 'duplicate', doubt: 'in_flight' },
    ],
    [
      'too many calls',
      reply(429, errors('api_calls_quota_exceeded')),
      { outcome: 'rate_limited', code: 'api_calls_quota_exceeded' },
    ],
    [
      'too many calls, as a malformed one',
      reply(422, errors('api_calls_quota_exceeded')),
      { outcome: 'rate_limited', code: 'api_calls_quota_exceeded' },
    ],
    [
      'a refund that the issuer declines',
      reply(422, processing('refund_authorization_declined')),
      { outcome: 'do_not_honor', code: 'refund_authorization_declined' },
    ],
    ['a bad gateway', reply(502), { outcome: 'unknown', doubt: 'ambiguous_error' }],
  ])('%s', (_, given, expected) => {
    expect(readRefusal(given)).toEqual(expected);
  });
});
