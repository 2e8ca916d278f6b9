import { describe, expect, test } from '@jest/globals';
import { refusalOutcome } from '../../../lib/psp/adyen/outcomes.ts';
import { readParticulars } from '../../../lib/psp/adyen/read-particulars.ts';
import { readCompletion, readPayment } from '../../../lib/psp/adyen/read-payment.ts';
import { readRefusal } from '../../../lib/psp/adyen/read-refusal.ts';
import type { JsonReply } from '../../../lib/psp/exchange-json.ts';
import type { Attempt } from '../../../lib/types/psp.ts';
import { readSpec } from '../../tools/specs.ts';

const attempt: Attempt = {
  reference: 'ch_01jd2k5m7n9p1q3r5s7t9v1w3x',
  session: 'cs_01jd2k5m7n9p1q3r5s7t9v1w3z',
  amount: 1000,
  currency: 'usd',
  capture_method: 'automatic',
  started: 0,
};
const another = 'ch_01jd2k5m7n9p1q3r5s7t9v1w3y';
const named = { pspReference: 'P1' };
const short = { ...named, resultCode: 'Authorised' };
const authorised = { ...short, amount: { value: 1000, currency: 'USD' } };

describe('a 200 of /payments', () => {
  test.each<[string, object, object]>([
    ['authorised', authorised, { outcome: 'captured', psp_reference: 'P1', amount_captured: 1000 }],
    [
      'authorised without an amount: nobody knows how much',
      short,
      { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference: 'P1' },
    ],
    [
      'authorised with the amount in the additional data only',
      { ...short, additionalData: { authorisedAmountValue: '1000' } },
      { outcome: 'captured', psp_reference: 'P1', amount_captured: 1000 },
    ],
    [
      'authorised with the amount twice',
      {
        ...authorised,
        additionalData: { authorisedAmountValue: '1000', authorisedAmountCurrency: 'USD' },
      },
      { outcome: 'captured', psp_reference: 'P1', amount_captured: 1000 },
    ],
    [
      'authorised for less, as only the additional data says',
      { ...short, additionalData: { authorisedAmountValue: '999', authorisedAmountCurrency: 'USD' } },
      { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: 'P1' },
    ],
    [
      'authorised for two amounts',
      { ...authorised, additionalData: { authorisedAmountValue: '999' } },
      { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: 'P1' },
    ],
    [
      'authorised for no number',
      { ...short, additionalData: { authorisedAmountValue: ' 1000' } },
      { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: 'P1' },
    ],
    [
      'authorised with an unreadable amount',
      { ...authorised, amount: { value: '1000', currency: 'USD' } },
      { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: 'P1' },
    ],
    [
      'authorised without a name',
      { resultCode: 'Authorised' },
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'of another payment',
      { ...authorised, merchantReference: another },
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    [
      'partially authorised',
      { ...named, resultCode: 'PartiallyAuthorised' },
      { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: 'P1' },
    ],
    [
      'received',
      { ...named, resultCode: 'Received' },
      { outcome: 'unknown', doubt: 'pending', psp_reference: 'P1' },
    ],
    [
      'an authentication alone',
      { ...named, resultCode: 'AuthenticationFinished' },
      { outcome: 'unknown', doubt: 'unreadable_answer', psp_reference: 'P1' },
    ],
    [
      'a result of no known name',
      { ...named, resultCode: 'Approved' },
      { outcome: 'unknown', doubt: 'unreadable_answer' },
    ],
    ['no object', [], { outcome: 'unknown', doubt: 'unreadable_answer' }],
    [
      'left by the customer',
      { ...named, resultCode: 'Cancelled' },
      { outcome: 'authentication_failed', code: 'Cancelled', psp_reference: 'P1' },
    ],
    ['refused without a code', { resultCode: 'Refused' }, { outcome: 'unmapped', code: 'Refused' }],
    [
      'refused with a name for a code',
      { resultCode: 'Refused', refusalReason: 'Expired Card' },
      { outcome: 'incorrect_card_data', code: '6' },
    ],
    [
      'refused with a name of nobody’s',
      { resultCode: 'Refused', refusalReason: 'Your money is no good here' },
      { outcome: 'unmapped', code: 'Refused' },
    ],
    [
      'left by the customer, by name',
      { resultCode: 'Cancelled', refusalReason: 'Cancelled' },
      { outcome: 'authentication_failed', code: 'Cancelled' },
    ],
    [
      'refused with text for a code',
      { resultCode: 'Refused', refusalReasonCode: 'card 4111 1111 1111 1111' },
      { outcome: 'unmapped', code: 'Refused' },
    ],
    [
      'a native action, which cannot be shown here',
      { resultCode: 'IdentifyShopper', action: { type: 'threeDS2', url: 'https://adyen.example/x' } },
      { outcome: 'authentication_required', code: 'IdentifyShopper' },
    ],
    [
      'a redirect that wants a form posted',
      {
        ...named,
        resultCode: 'RedirectShopper',
        action: { type: 'redirect', method: 'POST', url: 'https://a.example' },
      },
      { outcome: 'authentication_required', code: 'RedirectShopper' },
    ],
    [
      'a redirect to something else than a page',
      {
        ...named,
        resultCode: 'RedirectShopper',
        action: { type: 'redirect', method: 'GET', url: 'javascript:alert(1)' },
      },
      { outcome: 'authentication_required', code: 'RedirectShopper' },
    ],
    [
      'a redirect before the payment has a name',
      { resultCode: 'RedirectShopper', action: { type: 'redirect', url: 'https://a.example/3ds' } },
      { outcome: 'requires_action', redirect_url: 'https://a.example/3ds', psp_reference: '' },
    ],
  ])('%s', (_, json, expected) => {
    expect(readPayment(attempt, json)).toEqual(expected);
  });

  test('with manual capture money is held', () => {
    expect(readPayment({ ...attempt, capture_method: 'manual' }, authorised)).toEqual({
      outcome: 'approved',
      psp_reference: 'P1',
    });
  });

  test.each<[string, object, string | undefined]>([
    ['Mastercard: do not try again', { merchantAdviceCode: '03 : Do not try again' }, 'never_again'],
    ['Mastercard: recurring stopped', { merchantAdviceCode: '21' }, 'never_again'],
    ['Mastercard: in a day', { merchantAdviceCode: '25 : Retry after 24 hours' }, 'wait'],
    [
      'Mastercard: new account data',
      { merchantAdviceCode: '01 : New account information available' },
      'correct_data',
    ],
    ['Mastercard: about the card only', { merchantAdviceCode: '40' }, undefined],
    ['Visa category 1', { paymentMethod: 'visa', refusalReasonRaw: '57 : Not permitted' }, 'never_again'],
    ['Visa category 2', { paymentMethod: 'visa', refusalReasonRaw: '51 : Insufficient funds' }, undefined],
    [
      'the same raw code elsewhere',
      { paymentMethod: 'mc', refusalReasonRaw: '57 : Not permitted' },
      undefined,
    ],
  ])('advice: %s', (_, additionalData, advice) => {
    const answer = readPayment(attempt, { resultCode: 'Refused', refusalReasonCode: '2', additionalData });
    expect(answer).toMatchObject({ outcome: 'do_not_honor', code: '2' });
    expect('advice' in answer ? answer.advice : undefined).toBe(advice);
  });

  test('advice to wait says how long', () => {
    const additionalData = { merchantAdviceCode: '30 : Retry after 10 days' };
    const answer = readPayment(attempt, { resultCode: 'Refused', refusalReasonCode: '12', additionalData });
    expect(answer).toMatchObject({ outcome: 'insufficient_funds', advice: 'wait', wait_s: 10 * 86_400 });
  });

  test.each([
    { refusalReasonCode: '46' },
    { refusalReason: 'Transaction blocked by Adyen to prevent excessive retry fees' },
  ])('a block against retry fees forbids other tries: %j', (reason) => {
    expect(readPayment(attempt, { resultCode: 'Refused', ...reason })).toEqual({
      outcome: 'limit_exceeded',
      code: '46',
      advice: 'never_again',
    });
  });

  test.each(['1', '13', '30', '47', 'constructor', '__proto__'])('code %s is not mapped', (code) => {
    expect(refusalOutcome(code)).toBe('unmapped');
  });
});

describe('a 200 of /payments/details, which may be about any payment', () => {
  const ours = { merchantReference: attempt.reference };
  const untilReported = { outcome: 'unknown', doubt: 'pending' };

  test.each<[string, object, object]>([
    [
      'names it',
      { ...authorised, ...ours },
      { outcome: 'captured', psp_reference: 'P1', amount_captured: 1000 },
    ],
    ['result code and reference alone, as the specification’s example', short, untilReported],
    ['everything but our reference', authorised, untilReported],
    ['our reference and no amount', { ...short, ...ours }, untilReported],
    [
      'of another payment',
      { ...authorised, merchantReference: another },
      { ...untilReported, completed: another },
    ],
    [
      'our reference and another amount',
      { ...short, ...ours, amount: { value: 100, currency: 'USD' } },
      { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: 'P1' },
    ],
    [
      'a refusal of nobody knows what',
      { ...named, resultCode: 'Refused', refusalReasonCode: '11' },
      untilReported,
    ],
    [
      'a refusal of another payment',
      { ...named, resultCode: 'Refused', refusalReasonCode: '11', merchantReference: another },
      { ...untilReported, completed: another },
    ],
    [
      'a refusal that names it, which takes no money and so states none',
      { ...named, ...ours, resultCode: 'Refused', refusalReasonCode: '11' },
      { outcome: 'authentication_failed', code: '11', psp_reference: 'P1' },
    ],
    ['no object', [], untilReported],
  ])('%s', (_, json, expected) => {
    expect(readCompletion(attempt, json)).toEqual(expected);
  });
});

const reply = (status: number, json: unknown, headers: Readonly<Record<string, string>> = {}): JsonReply => ({
  kind: 'answered',
  status,
  headers,
  json,
});
const error = (errorCode: string, errorType = 'validation') => ({ errorCode, errorType, message: 'words' });

describe('anything but a success', () => {
  test.each<[string, JsonReply, object]>([
    ['a bad card number', reply(422, error('101')), { outcome: 'incorrect_card_data', code: '101' }],
    ['a malformed call', reply(400, error('702')), { outcome: 'invalid_request', code: '702' }],
    ...[500, 503].map((status): [string, JsonReply, object] => [
      `a malformed call, with ${status}`,
      reply(status, error('14_030')),
      { outcome: 'invalid_request', code: '14_030' },
    ]),
    [
      'the customer’s data, with 500',
      reply(500, error('129')),
      { outcome: 'incorrect_card_data', code: '129' },
    ],
    ...['000', '701', '903'].map((code): [string, JsonReply, object] => [
      `what Adyen does not know itself, as validation with 500 (${code})`,
      reply(500, error(code)),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ]),
    [
      'a validation with 500 that may be sent again',
      reply(500, error('130'), { 'transient-error': 'true' }),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'a validation with 500 without a code',
      reply(500, { errorType: 'validation' }),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    ...['internal', 'security'].map((type): [string, JsonReply, object] => [
      `a code of another type with 500 (${type})`,
      reply(500, error('129', type)),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ]),
    ['an unknown key', reply(401, error('000', 'security')), { outcome: 'psp_unavailable', code: '000' }],
    [
      'a key without the role',
      reply(403, error('00_403', 'security')),
      { outcome: 'psp_unavailable', code: '00_403' },
    ],
    ...['010', '901'].map((code): [string, JsonReply, object] => [
      `what the account may not do (${code})`,
      reply(403, error(code, 'security')),
      { outcome: 'not_supported', code },
    ]),
    ...['905', '905_1', '905_2', '905_3', '907', '957'].flatMap((code): [string, JsonReply, object][] => [
      [
        `a method not set up (${code})`,
        reply(500, error(code, 'configuration')),
        { outcome: 'not_supported', code },
      ],
      [
        `the same as a mistake in the call (${code})`,
        reply(422, error(code)),
        { outcome: 'not_supported', code },
      ],
      [
        `the same code from a broken server (${code})`,
        reply(500, error(code, 'internal')),
        { outcome: 'unknown', doubt: 'ambiguous_error' },
      ],
    ]),
    ...['010', '138', '195', '901', '931'].map((code): [string, JsonReply, object] => [
      `an account that cannot (${code})`,
      reply(422, error(code)),
      { outcome: 'not_supported', code },
    ]),
    ...['000', '701', '703', '903', '904'].map((code): [string, JsonReply, object] => [
      `Adyen at a loss, whatever the status (${code})`,
      reply(422, error(code)),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ]),
    [
      'Adyen at a loss, without the zeros (0)',
      reply(422, error('0')),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'an account that cannot, without the zero (10)',
      reply(422, error('10')),
      { outcome: 'not_supported', code: '010' },
    ],
    [
      'its own trouble of no listed kind, as a refusal',
      reply(422, error('29_100', 'internal')),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    ['in progress (422)', reply(422, error('704')), { outcome: 'duplicate', doubt: 'in_flight' }],
    ['in progress (409)', reply(409, undefined), { outcome: 'duplicate', doubt: 'in_flight' }],
    [
      'a transient error',
      reply(422, error('702'), { 'transient-error': 'true' }),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    [
      'an internal error',
      reply(500, error('903', 'internal')),
      { outcome: 'unknown', doubt: 'ambiguous_error' },
    ],
    ['a page of a proxy', reply(404, undefined), { outcome: 'unknown', doubt: 'unreadable_answer' }],
    ['a redirect', reply(302, undefined), { outcome: 'unknown', doubt: 'ambiguous_error' }],
    ['a success of no known form', reply(201, {}), { outcome: 'unknown', doubt: 'unreadable_answer' }],
    ['nothing sent', { kind: 'not_sent', cause: 'ENOTFOUND' }, { outcome: 'not_sent' }],
  ])('%s', (_, given, expected) => {
    expect(readRefusal(given)).toEqual(expected);
  });
});

describe('the examples of the official document', () => {
  const spec = readSpec('adyen.openapi.json') as OpenApi | undefined;
  const outcomes: Readonly<Record<string, string>> = {
    RedirectShopper: 'requires_action',
    IdentifyShopper: 'authentication_required',
  };
  const testWithSpec = spec === undefined ? test.skip : test;
  testWithSpec.each(['/payments', '/payments/details'])('every answer of %s is read', (path) => {
    if (spec === undefined) throw new Error('skipped without the document');
    const { responses } = spec.paths[path]?.post ?? { responses: {} };
    const examples = Object.values(responses['200']?.content?.['application/json']?.examples ?? {});
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const { merchantReference: _, ...json } = exampleOf(spec, example);
      const said = json.additionalData as Readonly<Record<string, string>> | undefined;
      const stated = (json.amount as { value?: number } | undefined)?.value ?? said?.authorisedAmountValue;
      const asked = { ...attempt, amount: Number(stated ?? attempt.amount) };
      const result = String(json.resultCode);
      const method = (json.action as { method?: string } | undefined)?.method;
      const paid = stated === undefined ? 'unknown' : 'captured';
      const expected = method === 'POST' ? 'authentication_required' : (outcomes[result] ?? paid);
      expect({ result, ...readPayment(asked, json) }).toMatchObject({ result, outcome: expected });
    }
  });

  type Example = { readonly $ref?: string; readonly value?: Readonly<Record<string, unknown>> };
  type OpenApi = {
    readonly paths: Readonly<
      Record<
        string,
        {
          readonly post: {
            readonly responses: Readonly<
              Record<
                string,
                {
                  readonly content?: Readonly<
                    Record<string, { readonly examples?: Readonly<Record<string, Example>> }>
                  >;
                }
              >
            >;
          };
        }
      >
    >;
    readonly components: { readonly examples: Readonly<Record<string, Example>> };
  };
  const exampleOf = (document: OpenApi, { $ref, value }: Example): Readonly<Record<string, unknown>> =>
    value ?? document.components.examples[$ref?.split('/').at(-1) ?? '']?.value ?? {};
});

test.each([
  ['19 Name and postal code matches', { address: 'unavailable', postal_code: 'pass' }],
  ['20 Name, address and postal code matches', { address: 'pass', postal_code: 'pass' }],
  ['21 Name and address matches', { address: 'pass', postal_code: 'unavailable' }],
  ['22 Name matches', { address: 'unavailable', postal_code: 'unavailable' }],
])('the address check %s', (avsResult, checks) => {
  expect(readParticulars({ additionalData: { avsResult } })).toEqual({ particulars: { checks } });
});
