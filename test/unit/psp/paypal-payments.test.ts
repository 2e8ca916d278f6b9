import { describe, expect, test } from '@jest/globals';
import { issueOutcomes } from '../../../lib/psp/paypal/outcomes.ts';
import { paypalOrder, paypalPayment } from '../../conformance/paypal-events.ts';
import { call, cardNumber, cardRequest, cvc } from '../../conformance/samples.ts';
import { answered } from '../../conformance/scripted-transport.ts';
import {
  attempt,
  bodyOf,
  captured,
  created,
  html,
  issue,
  money,
  order,
  paypalOn,
  refused,
  timeout,
} from './paypal-harness.ts';

const orders = '/v2/checkout/orders';
const paying = (...answers: Parameters<typeof paypalOn>[0][number][1][]) =>
  paypalOn([
    [orders, created],
    [`/${order}/capture`, ...answers],
  ]);

describe('authorize', () => {
  test('creates the order without the card, and pays it with the card', async () => {
    const { psp, to } = paying(answered(201, captured()));
    expect(await psp.authorize(attempt, cardRequest(), call)).toEqual({
      outcome: 'captured',
      psp_reference: order,
      amount_captured: 2_599,
      amount_refunded: 0,
    });
    const [creating] = to(orders);
    expect(creating?.body).not.toContain(cardNumber);
    expect(bodyOf(creating)).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          reference_id: 'default',
          custom_id: attempt.reference,
          invoice_id: attempt.reference,
          amount: { currency_code: 'EUR', value: '25.99' },
          description: 'order-1042: Two tickets to London',
          soft_descriptor: 'TICKETS 1042',
          shipping: {
            name: { full_name: 'Ada Lovelace' },
            address: {
              address_line_1: '12 St James’s Square',
              admin_area_2: 'London',
              postal_code: 'SW1Y 4JH',
              country_code: 'GB',
            },
          },
        },
      ],
    });
    expect(bodyOf(to('/capture')[0]).payment_source.card).toMatchObject({
      number: cardNumber,
      security_code: cvc,
      expiry: '2030-03',
      name: 'Ada Lovelace',
      billing_address: { address_line_1: '12 St James’s Square', admin_area_2: 'London', country_code: 'GB' },
    });
    expect([...to(orders), ...to('/capture')].map(({ headers }) => headers['paypal-request-id'])).toEqual([
      `${attempt.reference}-o`,
      `${attempt.reference}-p`,
    ]);
  });

  test.each([
    ['SHOP*ORDER 10-42.7', 'SHOP*ORDER 10-42.7'],
    ['Tom & Jerry', undefined],
    ["Tom's shop", undefined],
  ])('the descriptor %s is sent if PayPal supports its characters', async (statement_descriptor, sent) => {
    const { psp, to } = paying(answered(201, captured()));
    await psp.authorize({ ...attempt, details: { statement_descriptor } }, cardRequest(), call);
    expect(bodyOf(to(orders)[0]).purchase_units[0].soft_descriptor).toBe(sent);
  });

  test.each([
    ['d'.repeat(128), 'd'.repeat(127)],
    ['ä'.repeat(64), 'ä'.repeat(63)],
    [`d${'😀'.repeat(40)}`, `d${'😀'.repeat(31)}`],
    ['東'.repeat(42), '東'.repeat(42)],
  ])('a description is cut to what PayPal takes, in bytes: %s', async (description, sent) => {
    const { psp, to } = paying(answered(201, captured()));
    await psp.authorize({ ...attempt, details: { description } }, cardRequest(), call);
    expect(bodyOf(to(orders)[0]).purchase_units[0].description).toBe(sent);
  });

  test.each([
    ['never answered', timeout, { outcome: 'not_sent', code: 'preparation_timeout' }],
    ['not reached', refused, { outcome: 'not_sent' }],
    ['answered by something in between', html, { outcome: 'psp_unavailable', code: 'preparation_failed' }],
    [
      'refused',
      issue(422, 'INVALID_CURRENCY_CODE'),
      { outcome: 'not_supported', code: 'INVALID_CURRENCY_CODE' },
    ],
    // Our own call: the next PSP may take it.
    [
      'refused as malformed',
      issue(400, 'INVALID_PARAMETER_VALUE'),
      { outcome: 'not_supported', code: 'INVALID_PARAMETER_VALUE' },
    ],
  ] as const)('the order %s: a definite no, because nothing was paid', async (_, answer, expected) => {
    const { psp, to } = paypalOn([[orders, answer]]);
    expect(await psp.authorize(attempt, cardRequest(), call)).toEqual(expected);
    expect(to('/capture')).toHaveLength(0);
  });

  test.each([
    ['under way under the same key', issue(409, 'PREVIOUS_REQUEST_IN_PROGRESS'), 'in_flight'],
    ['paid once already', issue(422, 'DUPLICATE_INVOICE_ID'), 'ambiguous_error'],
  ] as const)('the order is %s: unknown', async (_, answer, doubt) => {
    const { psp } = paypalOn([[orders, answer]]);
    expect(await psp.authorize(attempt, cardRequest(), call)).toEqual({ outcome: 'duplicate', doubt });
  });

  test.each([
    ['of another charge', paypalOrder({ ...attempt, reference: 'ch_other' }, money, { status: 'CREATED' })],
    ['of another amount', paypalOrder(attempt, { ...money, amount: 1 }, { status: 'CREATED' })],
  ])('an order %s is not paid', async (_, json) => {
    const { psp, to } = paypalOn([[orders, answered(201, json)]]);
    expect((await psp.authorize(attempt, cardRequest(), call)).outcome).toBe('unknown');
    expect(to('/capture')).toHaveLength(0);
  });

  test.each(Object.entries(issueOutcomes))('issue %s of the payment: %s', async (code, outcome) => {
    const { psp } = paying(issue(422, code));
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject(
      outcome === 'duplicate' || outcome === 'unknown'
        ? { outcome, doubt: 'ambiguous_error', psp_reference: order }
        : { outcome, code, psp_reference: order },
    );
  });

  test.each([
    'CARD_TYPE_NOT_SUPPORTED',
    'CURRENCY_NOT_SUPPORTED_FOR_CARD_TYPE',
    'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY',
    'COUNTRY_NOT_SUPPORTED_BY_PAYMENT_SOURCE',
    'PAYEE_COUNTRY_NOT_SUPPORTED_FOR_PAYMENT_SOURCE',
  ])('%s is about the account: the next PSP may take it', async (code) => {
    const { psp } = paying(issue(422, code));
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({
      outcome: 'not_supported',
      code,
    });
  });

  test.each([
    ['PAYPAL_REQUEST_ID_PREVIOUSLY_USED', 'duplicate'],
    ['DUPLICATE_REQUEST_ID', 'duplicate'],
    ['DUPLICATE_TRANSACTION', 'duplicate'],
    ['INTERNAL_SERVICE_ERROR', 'unknown'],
  ] as const)('%s is no refusal of this payment, whatever else is named', async (code, outcome) => {
    for (const answer of [issue(422, code), issue(400, 'CARD_EXPIRED', code)])
      expect(await paying(answer).psp.authorize(attempt, cardRequest(), call)).toMatchObject({
        outcome,
        doubt: 'ambiguous_error',
      });
  });

  test.each([
    ['INVALID_POSTAL_CODE', { outcome: 'incorrect_card_data', refuses_details: true }],
    ['CREDIT_CARD_NUMBER_IS_INVALID', { outcome: 'incorrect_card_data' }],
    ['TOKEN_NOT_FOUND', { outcome: 'incorrect_card_data' }],
    ['UNSUPPORTED_PAYEE_CURRENCY', { outcome: 'not_supported' }],
    ['PAYMENT_ORIGIN_NOT_ENABLED', { outcome: 'not_supported' }],
    ['PERMISSION_NOT_GRANTED', { outcome: 'psp_unavailable' }],
    ['ORDER_EXPIRED', { outcome: 'authentication_failed' }],
  ] as const)('%s, which no document of the API has, means what it says', async (code, expected) => {
    const { psp } = paying(issue(422, code));
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ ...expected, code });
  });

  test.each(['ORDER_IS_PENDING_APPROVAL', 'PAYMENT_ALREADY_APPROVED', 'ORDER_ALREADY_COMPLETED'])(
    '%s is not known: an earlier call did something',
    async (code) => {
      const { psp } = paying(issue(422, code));
      expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ outcome: 'duplicate' });
    },
  );

  test('an unknown issue is our own mistake; one that says more counts', async () => {
    expect(await paying(issue(422, 'A_NEW_ONE')).psp.authorize(attempt, cardRequest(), call)).toMatchObject({
      outcome: 'invalid_request',
      code: 'A_NEW_ONE',
    });
    const several = issue(422, 'INCOMPATIBLE_PARAMETER_VALUE', 'CARD_EXPIRED');
    expect(await paying(several).psp.authorize(attempt, cardRequest(), call)).toMatchObject({
      outcome: 'incorrect_card_data',
      code: 'CARD_EXPIRED',
    });
    const forbidden = issue(403, 'NOT_ENABLED_FOR_CARD_PROCESSING');
    expect(await paying(forbidden).psp.authorize(attempt, cardRequest(), call)).toMatchObject({
      outcome: 'not_supported',
    });
  });

  test.each([
    ['03', { advice: 'never_again' }],
    ['21', { advice: 'never_again' }],
    ['02', { advice: 'wait' }],
    ['27', { advice: 'wait', wait_s: 4 * 86_400 }],
    ['01', { advice: 'correct_data' }],
  ])('advice %s: %j', async (payment_advice_code, advised) => {
    const declined = captured('DECLINED', {
      processor_response: { response_code: '0500', payment_advice_code },
    });
    const { psp } = paying(answered(201, declined));
    expect(await psp.authorize(attempt, cardRequest(), call)).toEqual({
      outcome: 'do_not_honor',
      code: '0500',
      ...advised,
      psp_reference: order,
    });
  });

  test.each([
    ['02', 'never_again'],
    ['03', 'never_again'],
    ['21', 'never_again'],
    ['01', undefined],
  ])('advice %s on a Visa card: %s', async (payment_advice_code, advice) => {
    const processor_response = { response_code: '0500', payment_advice_code };
    const declined = {
      ...captured('DECLINED', { processor_response }),
      payment_source: { card: { brand: 'VISA' } },
    };
    const { psp } = paying(answered(201, declined));
    const result = await psp.authorize(attempt, cardRequest(), call);
    expect(result).toMatchObject({ outcome: 'do_not_honor' });
    expect('advice' in result ? result.advice : undefined).toBe(advice);
  });

  test.each([
    ['without a payment', paypalOrder(attempt, money, { status: 'COMPLETED' })],
    ['with a payment in no known state', captured('SOMETHING')],
    ['that is as it was before', paypalOrder(attempt, money, { status: 'CREATED' })],
  ])('an answer %s is not known', async (_, json) => {
    const { psp } = paying(answered(201, json));
    expect(await psp.authorize(attempt, cardRequest(), call)).toEqual({
      outcome: 'unknown',
      doubt: 'unreadable_answer',
      psp_reference: order,
    });
  });

  test('a valid capture counts before a declined one', async () => {
    const json = paypalOrder(attempt, money, {
      status: 'COMPLETED',
      payments: {
        captures: [
          paypalPayment(attempt, money, { id: 'ONE', status: 'DECLINED' }),
          paypalPayment(attempt, money, { id: 'TWO', status: 'COMPLETED' }),
        ],
      },
    });
    const { psp } = paying(answered(201, json));
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ outcome: 'captured' });
  });
});

test.each([
  [402, 'PAYER_CANNOT_PAY', { outcome: 'do_not_honor' }],
  [405, 'METHOD_NOT_SUPPORTED', { outcome: 'invalid_request' }],
  [415, 'UNSUPPORTED_MEDIA_TYPE', { outcome: 'invalid_request' }],
] as const)(
  'a named refusal is a definite no with the status %s, too (%s)',
  async (status, code, expected) => {
    const { psp } = paying(issue(status, code));
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ ...expected, code });
  },
);

test.each([408, 500, 503])('with the status %s it is none', async (status) => {
  const { psp } = paying(issue(status, 'PAYER_CANNOT_PAY'));
  expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['CARD_CLOSED', 'card_closed'],
  ['CURRENCY_NOT_SUPPORTED', 'not_supported'],
  ['ORDER_PREVIOUSLY_VOIDED', 'duplicate'],
  ['PAYMENT_DENIED', 'fraud_suspected'],
  ['PAYEE_NOT_CONSENTED', 'psp_unavailable'],
  ['PAYER_COUNTRY_NOT_SUPPORTED', 'not_supported'],
  ['TRANSACTION_AMOUNT_EXCEEDS_MONTHLY_MAX_LIMIT', 'limit_exceeded'],
])('%s, which is in no document, means %s', async (code, outcome) => {
  const { psp } = paying(issue(422, code));
  expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ outcome });
});

describe('what the customer has entered is the customer’s to correct', () => {
  const fieldError = (name: string, field: string, detail: string) =>
    answered(400, { name, details: [{ field, issue: detail }], debug_id: '1' });

  test.each([
    ['VALIDATION_ERROR', 'payment_source.card.number', 'Value is invalid', 'VALIDATION_ERROR'],
    ['VALIDATION_ERROR', 'expire_year', 'Must be numeric (YYYY)', 'VALIDATION_ERROR'],
    [
      'INVALID_REQUEST',
      '/payment_source/card/expiry',
      'INVALID_PARAMETER_SYNTAX',
      'INVALID_PARAMETER_SYNTAX',
    ],
    [
      'INVALID_REQUEST',
      '/payment_source/card/billing_address/postal_code',
      'INVALID_STRING_LENGTH',
      'INVALID_STRING_LENGTH',
    ],
    [
      'INVALID_REQUEST',
      '$.payment_source.card.security_code',
      'INVALID_STRING_LENGTH',
      'INVALID_STRING_LENGTH',
    ],
  ])('%s in %s', async (name, field, detail, code) => {
    const { psp } = paying(fieldError(name, field, detail));
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({
      outcome: 'incorrect_card_data',
      code,
    });
  });

  test.each([
    '/payment_source/card/stored_credential/usage',
    '/payment_source/card/experience_context/return_url',
    '/purchase_units/0/amount/value',
    '/numbers',
    'number_of_things',
  ])('but not %s', async (field) => {
    const { psp } = paying(fieldError('INVALID_REQUEST', field, 'INVALID_PARAMETER_SYNTAX'));
    expect(await psp.authorize(attempt, cardRequest(), call)).toMatchObject({ outcome: 'invalid_request' });
  });
});

describe('a shipping address that PayPal would refuse is left out', () => {
  const address = { line1: '1 Main St', city: 'Springfield', postal_code: '12345', country: 'US' };
  const sent = async (shipping: object) => {
    const { psp, to } = paying(answered(201, captured()));
    const details = { shipping: { address, ...shipping } };
    await psp.authorize({ ...attempt, details }, cardRequest(), call);
    return bodyOf(to(orders)[0]).purchase_units[0].shipping;
  };

  test.each([
    [
      { name: 'Ada', address },
      { name: { full_name: 'Ada' }, address: { admin_area_2: 'Springfield' } },
    ],
    [{ name: 'Jo', address }, { address: { address_line_1: '1 Main St' } }],
  ])('%j is sent', async (shipping, expected) => {
    const { name, ...rest } = await sent(shipping);
    expect({ ...(name && { name }), ...rest }).toMatchObject(expected);
    expect(name === undefined).toBe(shipping.name.length < 3);
  });

  test.each(['line1', 'city', 'country'])('without %s', async (field) => {
    expect(await sent({ address: { ...address, [field]: undefined } })).toBeUndefined();
  });
});
