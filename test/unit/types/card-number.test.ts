import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { confirmSessionBody } from '../../../lib/contract/bodies/confirm-session-body.ts';
import { createSessionBody } from '../../../lib/contract/bodies/create-session-body.ts';
import { refundBody } from '../../../lib/contract/bodies/refund-body.ts';
import { withoutDigits } from '../../../lib/http/without-digits.ts';
import { holdsCardNumber } from '../../../lib/types/card-number.ts';
import { maxAmount } from '../../../lib/types/money.ts';
import { chargeId } from '../http/secrets.ts';

const visa = '4242424242424242';

describe('texts taken for a card number', () => {
  test.each([
    visa,
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '4242.4242.4242.4242',
    'order 7 4242 4242 4242 4242 12/30',
    `card:${visa},`,
    `visa-${visa}`,
    `card_${visa}`,
    '４２４２４２４２４２４２４２４２',
    '378282246310005',
    '3782 822463 10005',
    '5555555555554444',
    '6011111111111117',
    '3530111333300000',
    '6200000000000005',
    '30569309025904',
    '4242|4242|4242|4242',
    '4242 / 4242 / 4242 / 4242',
    '4242\u00a04242\u20094242\u202f4242',
    '4242\u200b4242\u200c4242\u2060\ufeff4242',
    '4\u200d2\u200d4\u200d2\u200d424242424242',
    '4-2-4-2-4-2-4-2-4-2-4-2-4-2-4-2',
    '42424242 42424242',
    '\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662\u0664\u0662',
    '\u096a\u0968\u096a\u0968 \u096a\u0968\u096a\u0968 \u096a\u0968\u096a\u0968 \u096a\u0968\u096a\u0968',
    '4\ufe0f\u20e32\ufe0f\u20e34\ufe0f\u20e32\ufe0f\u20e3 4242 4242 4242',
    'card 4242_4242_4242_4242.',
    '4242•4242•4242•4242',
    '2221000000000009',
    '2200770239097761',
    '9792030394440796',
    '8112345678901239',
    '6759649826438453',
    '4000000000000000006',
    '4,242,424,242,424,242',
    '4.242.424.242.424.242',
    "5'555'555'555'554'444",
    '378 282 246 310 005',
    '4242%204242%204242%204242',
    'https://shop.example/?pan=4242%2D4242%2D4242%2d4242&exp=12%2F30',
    `%B${visa}^CUSTOMER/A^30121010000000000000?`,
    `;${visa}=30121010000000000000?`,
  ])('%s', (text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });

  test.each([
    '4242424242424241',
    '1234567890123452',
    `${visa}4242`,
    '42424242',
    '1763630000000',
    '4006381333931',
    '2026-11-22 01:57:40.123',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    'order-7431',
    `x${visa}x`,
    `ORD${visa}`,
    `https://shop.example/?order=ORD%2D${visa.slice(0, 8)}%2D${visa.slice(8)}`,
    `%20B${visa}`,
    '4,242 424,242,424,242',
    '12,345,678,901,234',
    '1f5812aa-5812-4372-9567-0e02b2c3d479',
    '00004242-4242-4242-4242-000000000000',
    'a-4242-4242-4242-4242',
    '',
    '6123456789019',
    '+6281234567890',
    '4006381333931',
    '4222222222222',
    '501800000009',
    '358240051111110',
    '8944500102198304826',
    '1732579200000000000',
    '4242 4242',
    '2026-11-26T01:57:40.123456789Z',
  ])('not %s', (text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });
});

test('random ids are not taken for card numbers', () => {
  const ids = fc.sample(
    fc.oneof(fc.uuid(), fc.stringMatching(/^[0-9a-f]{32}$/), fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)),
    {
      numRuns: 20_000,
      seed: 1,
    },
  );
  expect(ids.filter(holdsCardNumber)).toEqual([]);
});

describe('a card number outside its field is refused', () => {
  const session = { amount: 1, currency: 'eur', success_url: 'https://shop.example/' };
  const create = createSessionBody(false);
  test.each([
    { reference: `order ${visa}` },
    { success_url: `https://shop.example/?card=${visa}` },
    { cancel_url: `https://shop.example/${visa}` },
    { customer_email: `${visa}@shop.example` },
    { metadata: { note: '4242 4242 4242 4242' } },
    { metadata: { [visa]: 'x' } },
  ])('create: %j', (fields) => {
    expect(create.safeParse(session).success).toBe(true);
    const { error } = create.safeParse({ ...session, ...fields });
    expect(error?.issues[0]?.path[0]).toBe(Object.keys(fields)[0]);
  });

  test('refund: metadata', () => {
    expect(refundBody.safeParse({ charge: chargeId, metadata: { a: visa } }).success).toBe(false);
    expect(refundBody.safeParse({ charge: chargeId, metadata: { a: 'b' } }).success).toBe(true);
  });

  const card = { number: visa, exp_month: 1, exp_year: 2030, cvc: '123' };
  const confirm = (method: object) => confirmSessionBody.safeParse({ payment_method: method }).success;
  test.each([
    { type: 'card', card: { ...card, name: visa } },
    { type: 'card', card, billing_details: { name: visa } },
    { type: 'card', card, billing_details: { address: { line1: visa } } },
    { type: 'psp_token', psp: visa, token: 'tok_1' },
  ])('confirm: %j', (method) => {
    expect(confirm({ type: 'card', card: { ...card, name: 'A. Customer' } })).toBe(true);
    expect(confirm(method)).toBe(false);
  });

  test('a telephone number and a token of a PSP may look like one', () => {
    const phone = '6200000000000005';
    expect(holdsCardNumber(phone)).toBe(true);
    const customer = { id: phone, phone };
    expect(create.safeParse({ ...session, customer, shipping: { phone, address: {} } }).success).toBe(true);
    expect(confirm({ type: 'card', card, billing_details: { phone } })).toBe(true);
    expect(confirm({ type: 'psp_token', psp: 'adyen', token: `test_${visa}` })).toBe(true);
  });
});

test('what is shown has no long runs of digits, and keeps the rest', () => {
  expect(withoutDigits(`a ${visa} b 4242-4242-4242 c ٤٢٤٢٤٢٤٢٤٢٤٢`)).toBe('a [digits] b [digits] c [digits]');
  // With what is entered next to a number, and as `holdsCardNumber` recognises it.
  for (const typed of [
    `${visa} 1230 123`,
    '4242|4242|4242|4242',
    '4242 / 4242 / 4242 / 4242',
    '4242%2D4242%2d4242%2D4242',
  ])
    expect(withoutDigits(`received ${typed}.`)).toBe('received [digits].');
  for (const text of [
    `expected an integer from 1 to ${maxAmount}, received 10…`,
    'amount: expected at most 100000000000, which is left, received 150000000000.',
    `No charge ${chargeId}.`,
  ])
    expect(withoutDigits(text)).toBe(text);
});
