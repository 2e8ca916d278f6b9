import { describe, expect, test } from '@jest/globals';
import { readRefusal as adyen } from '../../../lib/psp/adyen/read-refusal.ts';
import { readRefusal as checkoutCom } from '../../../lib/psp/checkout_com/read-refusal.ts';
import { readRefusal as paypal } from '../../../lib/psp/paypal/read-refusal.ts';
import { readRefusal as square } from '../../../lib/psp/square/read-refusal.ts';
import { readRefusal } from '../../../lib/psp/stripe/read-refusal.ts';

const answered = (status: number, json: object) => ({ kind: 'answered', status, headers: {}, json }) as const;

const stripe = (error: object) => readRefusal({ kind: 'refused', status: 400, error, replayed: false });
const issue = (one: object) =>
  paypal(
    answered(422, { name: 'UNPROCESSABLE_ENTITY', debug_id: 'f1', details: [{ issue: 'INVALID', ...one }] }),
  );
const codes = (...error_codes: string[]) =>
  checkoutCom(answered(422, { error_type: 'request_invalid', error_codes }));
const adyenCode = (errorCode: string, more: object = {}) =>
  adyen(answered(422, { status: 422, errorCode, errorType: 'validation', message: 'no', ...more }));
const squareError = (error: object) =>
  square(
    answered(400, { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'VALUE_TOO_LONG', ...error }] }),
  );

const invalid = 'parameter_invalid_empty';

describe('a refusal of what is optional about the customer says so', () => {
  test.each([
    ['Stripe, a shipping address', stripe({ code: invalid, param: 'shipping[address][postal_code]' })],
    ['Stripe, a phone', stripe({ code: invalid, param: 'billing_details[phone]' })],
    ['Stripe, an e-mail', stripe({ code: 'email_invalid', param: 'billing_details[email]' })],
    ['Adyen, a billing address', adyenCode('132')],
    ['Adyen, a delivery address', adyenCode('118')],
    ['Adyen, a phone', adyenCode('124')],
    ['Adyen, a delivery address without its city', adyenCode('147')],
    ['Adyen, an e-mail', adyenCode('181')],
    ['Adyen, a country', adyenCode('200')],
    ['Adyen, a named field', adyenCode('702', { invalidFields: [{ name: 'deliveryAddress.country' }] })],
    ['Checkout.com, a city', codes('city_invalid')],
    ['Checkout.com, a phone', codes('phone_number_length_invalid')],
    ['Checkout.com, one of several', codes('amount_invalid', 'customer_email_invalid')],
    ['Checkout.com, a shipping address', codes('shipping_address_zip_invalid')],
    ['Checkout.com, a street', codes('address_line1_too_long')],
    ['Checkout.com, the country of a phone', codes('phone_country_code_invalid')],
    ['PayPal, an e-mail', issue({ issue: 'INVALID_PARAMETER_SYNTAX', field: '/payer/email_address' })],
    ['PayPal, a postal code', issue({ issue: 'POSTAL_CODE_REQUIRED' })],
    [
      'PayPal, a place',
      issue({ field: "/purchase_units/@reference_id=='default'/shipping/address/admin_area_2" }),
    ],
    ['PayPal, a billing address', issue({ field: '/payment_source/card/billing_address/country_code' })],
    ['Square, an e-mail', squareError({ code: 'INVALID_EMAIL_ADDRESS' })],
    ['Square, an address', squareError({ field: 'shipping_address.postal_code' })],
  ])('%s', (_, answer) => {
    // The customer's to correct, where it cannot be left out.
    expect(answer).toMatchObject({ outcome: 'incorrect_card_data', refuses_details: true });
  });
});

describe('any other refusal does not', () => {
  test.each([
    ['Stripe, an amount', stripe({ code: invalid, param: 'amount' })],
    ['Stripe, metadata', stripe({ code: invalid, param: 'metadata[shipping]' })],
    ['Adyen, a card number', adyenCode('101')],
    ['Adyen, a security code', adyenCode('153')],
    ['Adyen, an installment plan', adyenCode('152')],
    ['Adyen, a reference', adyenCode('702', { invalidFields: [{ name: 'reference' }] })],
    ['Checkout.com, a security code', codes('cvv_invalid')],
    ['Checkout.com, a token', codes('source_token_invalid')],
    ['Checkout.com, a customer of ours', codes('customer_id_invalid')],
    ['Checkout.com, the text on the statement', codes('billing_descriptor_name_invalid')],
    ['Checkout.com, a currency', codes('currency_invalid')],
    ['PayPal, a currency', issue({ issue: 'CURRENCY_NOT_SUPPORTED' })],
    ['PayPal, a card number', issue({ field: '/payment_source/card/number' })],
    ['Square, a token', squareError({ field: 'source_id' })],
  ])('%s', (_, answer) => {
    expect(answer).not.toHaveProperty('refuses_details');
  });

  test('nor does PayPal’s beside an issue of an earlier call, which did something', () => {
    const details = [{ issue: 'BILLING_ADDRESS_INVALID' }, { issue: 'ORDER_ALREADY_CAPTURED' }];
    expect(paypal(answered(422, { name: 'UNPROCESSABLE_ENTITY', debug_id: 'f1', details }))).toEqual({
      outcome: 'duplicate',
      doubt: 'ambiguous_error',
    });
  });

  test.each([500, 503, 408])('nor does %i, which leaves the payment open', (status) => {
    const found = checkoutCom(
      answered(status, { error_type: 'processing_error', error_codes: ['city_invalid'] }),
    );
    expect(found).toEqual({ outcome: 'unknown', doubt: 'ambiguous_error' });
  });
});
