import { describe, expect, test } from '@jest/globals';
import { readParticulars as ofAdyen } from '../../lib/psp/adyen/read-particulars.ts';
import { readParticulars as ofCheckoutCom } from '../../lib/psp/checkout_com/read-particulars.ts';
import { at, listAt } from '../../lib/psp/json.ts';
import { readParticulars as ofPayPal } from '../../lib/psp/paypal/read-particulars.ts';
import { readParticulars as ofSquare } from '../../lib/psp/square/read-particulars.ts';
import { readParticulars as ofStripe } from '../../lib/psp/stripe/read-particulars.ts';
import { defined } from '../../lib/types/defined.ts';
import { readReference, readSpec } from '../tools/specs.ts';
import { subjects } from './subjects.ts';

/** What the publishers' own examples tell. */
describe('published answers', () => {
  const adyen = readReference('fixtures/adyen.json');
  const checkoutCom = readReference('fixtures/checkout_com.json');
  const square = readReference('fixtures/square.json');
  const stripe = readSpec('stripe.fixtures.json');
  const given = (document: unknown) => (document === undefined ? test.skip : test);

  /** The first object of a document under which the reader finds this text. */
  const found = (document: unknown, reader: (json: unknown) => object, text: string): unknown => {
    if (typeof document !== 'object' || document === null) return undefined;
    if (JSON.stringify(reader(document)).includes(text)) return document;
    for (const inner of Object.values(document)) {
      const hit = found(inner, reader, text);
      if (hit !== undefined) return hit;
    }
    return undefined;
  };

  given(adyen)('Adyen: a payment with everything switched on', () => {
    expect(ofAdyen(found(adyen, ofAdyen, '777718270854480')).particulars).toEqual({
      card: { brand: 'visa', last4: '1111', exp_month: 3, exp_year: 2030, country: 'NL' },
      checks: { address: 'unchecked', postal_code: 'unchecked', cvc: 'pass' },
      network_transaction_id: '777718270854480',
      authorization_code: '035450',
      authentication: { liability_shift: false },
    });
  });

  given(checkoutCom)('Checkout.com: the SDK’s payment', () => {
    expect(ofCheckoutCom(at(listAt(checkoutCom, 'exchanges')?.[0], 'body')).particulars).toEqual({
      card: {
        brand: 'visa',
        last4: '4242',
        exp_month: 6,
        exp_year: 2029,
        funding: 'credit',
        country: 'US',
      },
      checks: { address: 'unavailable', postal_code: 'unavailable', cvc: 'pass' },
      network_transaction_id: '638284745624527',
      mandate: 'src_mtagg5kktcoerkwloibzfuilpy',
      authorization_code: '277368',
    });
  });

  given(square)('Square: the SDK’s payment', () => {
    expect(ofSquare(found(square, ofSquare, '1111')).particulars).toEqual({
      card: { brand: 'visa', last4: '1111', exp_month: 11, exp_year: 2022, funding: 'debit' },
      checks: { address: 'pass', postal_code: 'pass', cvc: 'pass' },
      authorization_code: '2Nkw7q',
    });
  });

  given(stripe)('Stripe: the charge of its fixtures', () => {
    expect(ofStripe({ charge_in_full: at(stripe, 'resources', 'charge') }).particulars).toEqual({
      card: {
        brand: 'visa',
        last4: '4242',
        exp_month: 8,
        exp_year: 2030,
        funding: 'credit',
        country: 'US',
      },
      checks: { cvc: 'pass' },
    });
  });
});

describe('3-D Secure', () => {
  test.each([
    ['authenticated', true],
    ['attempt_acknowledged', true],
    ['exempted', false],
    ['failed', false],
    ['news', undefined],
  ])('Stripe: %s', (result, liability_shift) => {
    const three_d_secure = { result, version: '2.2.0', electronic_commerce_indicator: '05' };
    expect(
      ofStripe({ charge_in_full: { payment_method_details: { card: { three_d_secure } } } }).particulars
        ?.authentication,
    ).toEqual({
      ...defined({ liability_shift }),
      eci: '05',
      version: '2.2.0',
    });
  });

  test('Adyen', () => {
    const additionalData = { liabilityShift: 'true', eci: '2', threeDSVersion: '2.1.0' };
    expect(ofAdyen({ additionalData }).particulars?.authentication).toEqual({
      liability_shift: true,
      eci: '02',
      version: '2.1.0',
    });
  });

  test.each([
    [
      { authentication_response: 'Y', version: '2.2.0' },
      { liability_shift: true, eci: '05', version: '2.2.0' },
    ],
    [
      { authentication_response: 'Y', downgraded: true },
      { liability_shift: false, eci: '05' },
    ],
    [{ authentication_response: 'R' }, { liability_shift: false, eci: '05' }],
    [{ downgraded: false, enrolled: 'Y' }, { eci: '05' }],
  ])('Checkout.com: %j', (secure, authentication) => {
    expect(ofCheckoutCom({ eci: '05', '3ds': secure }).particulars?.authentication).toEqual(authentication);
  });

  test.each([
    ['POSSIBLE', true],
    ['NO', false],
    ['UNKNOWN', undefined],
  ])('PayPal: %s', (liability_shift, shifted) => {
    const order = { payment_source: { card: { authentication_result: { liability_shift } } } };
    expect(ofPayPal(order).particulars?.authentication?.liability_shift).toBe(shifted);
  });
});

test.each([
  ['AE1', { address: 'unavailable', postal_code: 'pass' }],
  ['AE2', { address: 'pass', postal_code: 'pass' }],
  ['AE3', { address: 'pass', postal_code: 'unavailable' }],
  ['AE4', { address: 'unavailable', postal_code: 'unavailable' }],
  ['AE7', { address: 'pass', postal_code: 'unavailable' }],
])('Checkout.com: the address check %s of American Express', (avs_check, checks) => {
  expect(ofCheckoutCom({ source: { avs_check } }).particulars?.checks).toEqual(checks);
});

test.each(['Deferred Debit', 'DEFERRED DEBIT'])('Checkout.com: %s is debit', (card_type) => {
  expect(ofCheckoutCom({ source: { card_type } }).particulars?.card).toEqual({ funding: 'debit' });
});

describe('PayPal: every check that its document lists', () => {
  const document = readSpec('paypal-orders.openapi.json');
  const codesOf = (name: string, json: unknown = document): readonly string[] =>
    typeof json === 'object' && json !== null
      ? Object.entries(json).flatMap(([field, value]) =>
          field === name && Array.isArray(at(value, 'enum'))
            ? (at(value, 'enum') as readonly string[])
            : codesOf(name, value),
        )
      : [];
  const given = document === undefined ? test.skip : test;
  const read = (processor_response: object) =>
    ofPayPal({ purchase_units: [{ payments: { captures: [{ processor_response }] } }] }).particulars?.checks;

  given('of the address has a result, but those that say nothing', () => {
    const silent = codesOf('avs_code').filter((avs_code) => read({ avs_code }) === undefined);
    // "Partial match": of which part is not said.
    expect([...new Set(silent)].sort()).toEqual(['2', 'Null']);
  });

  given('of the security code has a result, but those that say nothing', () => {
    const silent = codesOf('cvv_code').filter((cvv_code) => read({ cvv_code }) === undefined);
    expect([...new Set(silent)]).toEqual(['All others']);
  });
});

test.each([
  ['E', { address: 'pass', postal_code: 'pass' }],
  ['F', { address: 'pass', postal_code: 'unavailable' }],
  ['W', { address: 'fail', postal_code: 'fail' }],
  ['X', { address: 'fail', postal_code: 'fail' }],
  ['Y', { address: 'pass', postal_code: 'pass' }],
  ['Z', { address: 'fail', postal_code: 'pass' }],
])('PayPal: the address check %s of American Express', (avs_code, checks) => {
  const card = { brand: 'AMEX' };
  const captures = [{ processor_response: { avs_code } }];
  const order = { payment_source: { card }, purchase_units: [{ payments: { captures } }] };
  expect(ofPayPal(order).particulars?.checks).toEqual(checks);
});

test('PayPal: the card of an order, and the checks of its capture', () => {
  const order = {
    payment_source: {
      card: {
        brand: 'MASTERCARD',
        last_digits: '4444',
        expiry: '2031-07',
        type: 'DEBIT',
        bin_details: { bin_country_code: 'FR' },
      },
    },
    purchase_units: [
      {
        payments: {
          captures: [
            {
              processor_response: { avs_code: 'Z', cvv_code: 'N' },
              network_transaction_reference: { id: 'MCC123456' },
            },
          ],
        },
      },
    ],
  };
  expect(ofPayPal(order).particulars).toEqual({
    card: {
      brand: 'mastercard',
      last4: '4444',
      exp_month: 7,
      exp_year: 2031,
      funding: 'debit',
      country: 'FR',
    },
    checks: { address: 'fail', postal_code: 'pass', cvc: 'fail' },
    network_transaction_id: 'MCC123456',
  });
});

describe.each(Object.values(subjects).map(({ name, readParticulars }) => [name, readParticulars] as const))(
  'an answer of %s that is not what it should be',
  (_, read) => {
    const wrong = [
      null,
      'x',
      [],
      { additionalData: { cardSummary: '4242424242424242', expiryDate: '13/1999', authCode: '<b>' } },
      { source: { last4: '42424242', expiry_month: 13, scheme: 'toString' }, scheme_id: 'a b' },
      { payment_method_details: { card: { last4: 4242, exp_month: '8', brand: '__proto__' } } },
      { card_details: { card: { last_4: 'abcd', card_brand: 'constructor' }, avs_status: 'AVS_' } },
      { payment_source: { card: { last_digits: '42', expiry: '2031-7-1', brand: 'valueOf' } } },
    ];

    test.each(wrong)('%j yields nothing', (json) => {
      expect(read(json)).toEqual({});
    });
  },
);
