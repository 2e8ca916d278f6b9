import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { encodeForm } from '../../../lib/psp/encode-form.ts';
import { hmacMatches } from '../../../lib/psp/hmac-matches.ts';
import { at, booleanAt, integerAt, listAt, parseJson, textAt, urlAt } from '../../../lib/psp/json.ts';
import { internationalPhone, plainEmail } from '../../../lib/psp/payment-words.ts';
import { unixSeconds } from '../../../lib/psp/utc-time.ts';
import {
  echoesAmount,
  echoesPart,
  moneyFromWire,
  refundTotalFromWire,
} from '../../../lib/psp/wire-amounts.ts';
import type { AmountRules } from '../../../lib/types/amount-rules.ts';
import { decodeForm } from '../../conformance/decode-form.ts';

const rules: AmountRules = {
  currencies: 'all',
  exponents: { isk: 2 },
  multiples: { isk: 100 },
  minima: { eur: 50 },
  maximum: 999_999_999_999,
};

describe('json', () => {
  const value = parseJson('{"a":{"b":[{"c":"x"},7,true]},"n":1.5,"e":"","__proto__":{"p":1}}');

  test('a present value is read', () => {
    expect(textAt(value, 'a', 'b', 0, 'c')).toBe('x');
    expect(integerAt(value, 'a', 'b', 1)).toBe(7);
    expect(booleanAt(value, 'a', 'b', 2)).toBe(true);
    expect(listAt(value, 'a', 'b')).toHaveLength(3);
  });

  test('a value that is missing, or of another kind, is undefined', () => {
    expect(textAt(value, 'a', 'b', 1)).toBeUndefined();
    expect(textAt(value, 'e')).toBeUndefined();
    expect(integerAt(value, 'n')).toBeUndefined();
    expect(integerAt(parseJson('9007199254740993'))).toBeUndefined();
    expect(at(value, 'a', 'x', 'y')).toBeUndefined();
    expect(at(value, 'toString')).toBeUndefined();
    expect(at(value, 'a', 'b', 'length')).toBe(3);
    expect(listAt(value, 'a')).toBeUndefined();
    for (const text of ['', '<html>', '{"a":']) expect(parseJson(text)).toBeUndefined();
  });

  test('only addresses a browser may be sent to', () => {
    expect(urlAt('https://a.example/x?y=1')).toBe('https://a.example/x?y=1');
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/relative',
      'https://user:pw@a.example/',
      'x',
    ])
      expect(urlAt(url)).toBeUndefined();
  });
});

describe('encodeForm', () => {
  test('nested fields, lists, and what must be escaped', () => {
    const fields = {
      a: 1,
      b: { c: 'ü & =', d: undefined },
      e: ['x', 'y'],
      f: { g: { h: true } },
      i: undefined,
    };
    const body = encodeForm(fields);
    expect(decodeForm(body)).toEqual({ a: '1', b: { c: 'ü & =' }, e: ['x', 'y'], f: { g: { h: 'true' } } });
    expect(encodeForm(fields)).toBe(body);
  });
});

describe('hmacMatches', () => {
  // RFC 4231, test cases 1 and 2.
  const vectors = [
    [Buffer.alloc(20, 0x0b), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      'Jefe',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
  ] as const;

  test.each(vectors)('published vector %#', (key, signed, signature) => {
    expect(hmacMatches({ key, signed, signature, encoding: 'hex' })).toBe(true);
    expect(hmacMatches({ key, signed, signature: signature.toUpperCase(), encoding: 'hex' })).toBe(true);
    const base64 = Buffer.from(signature, 'hex').toString('base64');
    expect(hmacMatches({ key, signed, signature: base64, encoding: 'base64' })).toBe(true);
  });

  test('anything else does not', () => {
    const signed = 'body';
    const signature = createHmac('sha256', 'k').update(signed).digest('hex');
    const wrong = [
      '',
      signature.slice(0, -2),
      `${signature}00`,
      `${signature}zz`,
      ` ${signature}`,
      signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ];
    for (const each of wrong)
      expect(hmacMatches({ key: 'k', signed, signature: each, encoding: 'hex' })).toBe(false);
    expect(hmacMatches({ key: 'l', signed, signature, encoding: 'hex' })).toBe(false);
    const by_anybody = createHmac('sha256', '').update(signed).digest('hex');
    expect(hmacMatches({ key: '', signed, signature: by_anybody, encoding: 'hex' })).toBe(false);
  });
});

test.each([
  ['+44 20 7946 0958', '+442079460958'],
  ['+44 (0)20 7946-0958', '+442079460958'],
  ['+49 (0) 171.1234567', '+491711234567'],
  ['+1 (201) 555-0123', '+12015550123'],
  ['020 7946 0958', undefined],
])('the telephone number %s is sent as %s', (given, sent) => {
  expect(internationalPhone(given)).toBe(sent);
});

describe('amounts on the wire', () => {
  test('an echo is exact, in amount and currency, whatever the case of the code', () => {
    expect(echoesAmount(rules, { amount: 2_599, currency: 'eur' }, 2_599, 'EUR')).toBe(true);
    expect(echoesAmount(rules, { amount: 5, currency: 'isk' }, 500, 'isk')).toBe(true);
    expect(echoesAmount(rules, { amount: 5, currency: 'isk' }, 5, 'isk')).toBe(false);
    expect(echoesAmount(rules, { amount: 2_599, currency: 'eur' }, 2_599, 'usd')).toBe(false);
    expect(echoesAmount(rules, { amount: 2_599, currency: 'eur' }, undefined, 'eur')).toBe(false);
    expect(echoesAmount(rules, { amount: 2_599, currency: 'eur' }, 2_599, undefined)).toBe(false);
  });

  test('a part may be below the minimum of a whole payment', () => {
    expect(echoesAmount(rules, { amount: 10, currency: 'eur' }, 10, 'eur')).toBe(false);
    expect(echoesPart(rules, { amount: 10, currency: 'eur' }, 10, 'eur')).toBe(true);
  });

  test('money back from the wire, or nothing', () => {
    expect(moneyFromWire(rules, 500, 'ISK')).toEqual({ amount: 5, currency: 'isk' });
    expect(moneyFromWire(rules, 550, 'isk')).toBeUndefined();
    expect(moneyFromWire(rules, 0, 'eur')).toEqual({ amount: 0, currency: 'eur' });
    expect(moneyFromWire(rules, -1, 'eur')).toBeUndefined();
    expect(moneyFromWire(rules, 1, 'xxx')).toBeUndefined();
    expect(moneyFromWire(rules, undefined, 'eur')).toBeUndefined();
  });

  test('a part of a minor unit that was refunded counts as a whole one', () => {
    expect(refundTotalFromWire(rules, 0, 'isk')).toBe(0);
    expect(refundTotalFromWire(rules, 1, 'isk')).toBe(1);
    expect(refundTotalFromWire(rules, 500, 'isk')).toBe(5);
    expect(refundTotalFromWire(rules, 501, 'isk')).toBe(6);
    expect(refundTotalFromWire(rules, -1, 'isk')).toBeUndefined();
    expect(refundTotalFromWire(rules, 501, 'eur')).toBe(501);
    expect(refundTotalFromWire(rules, 501, 'xxx')).toBeUndefined();
  });
});

test.each<[string | undefined, number | undefined]>([
  ['2025-11-20T09:00:00Z', 1_763_629_200],
  ['2025-11-20T10:00:00+01:00', 1_763_629_200],
  ['2025-11-20T09:00:00.999Z', 1_763_629_200],
  ['2025-11-20t09:00:00z', 1_763_629_200],
  ['2025-11-20T09:00:00.1234567891+00:00', 1_763_629_200],
  ['2025-11-20T03:30:00-05:30', 1_763_629_200],
  ['2025-11-20T10:00:00+0100', undefined],
  ['1969-12-31T23:59:59Z', -1],
  ['2025-13-20T09:00:00Z', undefined],
  ['2025-11-20T09:00:00', undefined],
  ['2025-11-20', undefined],
  ['20 November 2025', undefined],
  ['', undefined],
  [undefined, undefined],
])('the time %j is %j in Unix seconds', (text, seconds) => {
  expect(unixSeconds(text)).toBe(seconds);
});

describe('an email address that every PSP takes', () => {
  test.each(['ada@example.com', 'a.b+c@sub.example.co', "o'hara@x-y.example", 'A_1@EXAMPLE.ORG'])(
    '%s',
    (email) => {
      expect(plainEmail(email)).toBe(email);
    },
  );

  test.each([
    undefined,
    'ada@localhost',
    'ada..b@example.com',
    '.ada@example.com',
    'ada@exämple.com',
    'ädä@example.com',
    'ada@example..com',
    'ada@-example.com',
    '"ada"@example.com',
    'ada@example.c',
    `${'e'.repeat(65)}@example.com`,
    `ada@${'e'.repeat(250)}.com`,
  ])('not %s: it is left out', (email) => expect(plainEmail(email)).toBeUndefined());
});
