import { describe, expect, test } from '@jest/globals';
import { methodsOf } from '../../../lib/http/methods-of.ts';
import { returnTarget } from '../../../lib/http/return-target.ts';
import { routes } from '../../../lib/http/routes.ts';
import { toPaymentMethod } from '../../../lib/http/to-payment-method.ts';
import {
  parseListKeys,
  parseRecordKeys,
  parseSessionKeys,
  parseWebhookKeys,
} from '../../../lib/http/token-secrets.ts';
import { base32 } from '../../../lib/types/base32.ts';
import { brandOf, passesLuhn } from '../../../lib/types/card-number.ts';
import { sampleSession } from './records.ts';
import { sessionId } from './secrets.ts';

describe('base32', () => {
  test.each([
    [new Uint8Array(16), '0'.repeat(26)],
    [new Uint8Array(16).fill(255), `${'z'.repeat(25)}w`],
    [Uint8Array.from({ length: 16 }, (_, i) => i), '000g40r40m30e209185gr38e1w'],
  ])('%j', (bytes, text) => {
    expect(base32(bytes)).toBe(text);
  });

  test('every bit counts', () => {
    const seen = new Set<string>();
    for (let bit = 0; bit < 128; bit++) {
      const bytes = new Uint8Array(16);
      bytes[bit >> 3] = 1 << (bit & 7);
      seen.add(base32(bytes));
    }
    expect(seen.size).toBe(128);
  });
});

test.each([
  ['4242424242424242', true],
  ['378282246310005', true],
  ['4242424242424241', false],
  ['0000000000000000', true],
  ['79927398713', true],
  ['79927398710', false],
])('check digit of %s: %s', (number, passes) => {
  expect(passesLuhn(number)).toBe(passes);
});

test.each([
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['3056930009020004', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['9999999999999995', undefined],
])('brand of %s: %s', (number, brand) => {
  expect(brandOf(number)).toBe(brand);
});

describe('methodsOf', () => {
  test('knows every route', () => {
    for (const { path, method } of routes)
      expect(methodsOf(path.replaceAll(/\{\w+\}/g, 'some-value'))).toContain(method);
  });

  test.each([
    ['/v1/routing/rules', ['POST', 'GET']],
    ['/v1/charges/refund', ['POST']],
    ['/v1/charges/ch_1', ['GET']],
    ['/v1/charges/', []],
    ['/v1/charges', ['GET']],
    ['/v1/charges/a/b', []],
    ['/v1/checkout/sessions//confirm', []],
    ['/', []],
    ['', []],
    ['/v2/charges/refund', []],
    ['/v1/checkout/sessions/cs_1/confirm/', []],
  ])('%s: %j', (path, methods) => {
    expect(methodsOf(path)).toEqual(methods);
  });
});

describe('where the customer goes after 3-D Secure', () => {
  const urls = { success_url: 'https://a.example/ok?x=1#f', cancel_url: 'https://a.example/no' };
  test.each([
    ['paid', urls, `https://a.example/ok?x=1&session_id=${sessionId}#f`],
    ['authorized', urls, `https://a.example/ok?x=1&session_id=${sessionId}#f`],
    ['processing', urls, `https://a.example/ok?x=1&session_id=${sessionId}#f`],
    ['requires_action', urls, `https://a.example/ok?x=1&session_id=${sessionId}#f`],
    ['unpaid', urls, `https://a.example/no?session_id=${sessionId}`],
    ['canceled', urls, `https://a.example/no?session_id=${sessionId}`],
    ['unpaid', { success_url: urls.success_url }, `https://a.example/ok?x=1&session_id=${sessionId}#f`],
  ] as const)('%s', (payment_status, given, target) => {
    expect(returnTarget(sampleSession({ ...given, payment_status }))).toBe(target);
  });

  test.each(['unpaid', 'canceled', 'requires_action'] as const)(
    '%s, from the hosted page: back to it',
    (payment_status) => {
      const session = sampleSession({ ...urls, payment_status });
      expect(returnTarget(session, 'https://pay.example/pay')).toBe(`https://pay.example/pay/${sessionId}`);
    },
  );

  test.each(['paid', 'authorized', 'processing'] as const)(
    '%s, from the hosted page: to the shop',
    (payment_status) => {
      const session = sampleSession({ ...urls, payment_status });
      expect(returnTarget(session, 'https://pay.example/pay')).toBe(returnTarget(session));
    },
  );

  test('the merchant’s other parameters stay as they are', () => {
    const query = 'q=a%20b+c&flag&sig=a~b*%2Fä&x=%zz&session_ids=7';
    const success_url = `https://a.example/ok?${query}#/done?x=1`;
    expect(returnTarget(sampleSession({ success_url, payment_status: 'paid' }))).toBe(
      `https://a.example/ok?${query.replace('ä', '%C3%A4')}&session_id=${sessionId}#/done?x=1`,
    );
  });

  test('a session_id from the merchant is replaced', () => {
    const success_url = 'https://a.example/?session_id=cs_other';
    expect(returnTarget(sampleSession({ success_url, payment_status: 'paid' }))).toBe(
      `https://a.example/?session_id=${sessionId}`,
    );
  });
});

describe('payment method', () => {
  const number = '4242424242424242';
  const given = { type: 'card' as const, card: { number, exp_month: 1, exp_year: 2030, cvc: '123' } };

  const now = Date.UTC(2027, 0, 1);
  const here = { vault: undefined, session: sessionId };

  test.each([
    [2, 2028, '2028-03-01T12:00Z'],
    [2, 2030, '2030-03-01T12:00Z'],
    [12, 2031, '2032-01-01T12:00Z'],
    [1, 2099, '2099-02-01T12:00Z'],
  ])('a card of %i/%i is taken until its month has ended everywhere', (exp_month, exp_year, end) => {
    const card = { ...given.card, exp_month, exp_year };
    const at = (time: number) => () =>
      toPaymentMethod({ ...given, card }, { ...here, cardCapture: true, now: time });
    expect(at(Date.parse(end) - 1)()).toMatchObject({ card: { exp_month, exp_year } });
    expect(at(Date.parse(end))).toThrow(
      expect.objectContaining({
        code: 'parameter_invalid',
        details: { param: 'payment_method.card.exp_year' },
        message: expect.not.stringMatching(/\d{2}/),
      }),
    );
  });

  test.each([
    ['4242424242424242', 'visa', true],
    ['4242424242424242', 'cartes_bancaires', true],
    ['4242424242424242', 'mastercard', false],
    ['5555555555554444', 'cartes_bancaires', true],
    ['378282246310005', 'amex', true],
    ['378282246310005', 'cartes_bancaires', false],
    ['6200000000000005', 'cartes_bancaires', false],
  ] as const)('a card %s of the network %s: %s', (number, network, taken) => {
    const card = { ...given.card, number, network };
    const read = () => toPaymentMethod({ ...given, card }, { ...here, cardCapture: true, now });
    if (taken) expect(read()).toMatchObject({ card: { network } });
    else
      expect(read).toThrow(
        expect.objectContaining({
          code: 'parameter_invalid',
          details: { param: 'payment_method.card.network' },
        }),
      );
  });

  test('a card is wrapped so that it shows only when revealed', () => {
    const method = toPaymentMethod(given, { ...here, cardCapture: true, now });
    expect(JSON.stringify(method)).not.toMatch(/4242|123/);
    expect(`${method.type === 'card' && method.card.number}`).toBe('[redacted]');
    expect(method).toMatchObject({ type: 'card', card: { brand: 'visa', exp_month: 1, exp_year: 2030 } });
    expect(method.type === 'card' && method.card.number.reveal()).toBe(number);
  });

  test('without card capture a card is refused and a token is taken', () => {
    expect(() => toPaymentMethod(given, { ...here, cardCapture: false, now })).toThrow(
      expect.objectContaining({
        code: 'card_capture_disabled',
        details: { param: 'payment_method.card' },
      }),
    );
    const token = toPaymentMethod(
      { type: 'psp_token', psp: 'stripe', token: 'pm_1' },
      { ...here, cardCapture: false, now },
    );
    expect(JSON.stringify(token)).toBe('{"type":"psp_token","psp":"stripe","token":"[redacted]"}');
  });
});

describe('token secret', () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const sessions = { signing_keys: [{ id: 'k1', secret }] };
  const records = {
    idempotency_secret: secret,
    request_keys: [{ id: 'r1', secret }],
    fingerprint_secret: secret,
  };

  test('is read part by part', () => {
    const { signing_keys, grant_keys } = parseSessionKeys(JSON.stringify(sessions));
    expect(signing_keys.map(({ id, key }) => [id, key.byteLength])).toEqual([['k1', 32]]);
    expect(grant_keys).toEqual([]);
    expect(parseRecordKeys(JSON.stringify(records)).idempotency_key.byteLength).toBe(32);
    expect(parseListKeys(JSON.stringify({ cursor_keys: [{ id: 'c1', secret }] })).cursor_keys).toHaveLength(
      1,
    );
    expect(parseWebhookKeys(JSON.stringify({ webhook_secret: secret })).webhook_key.byteLength).toBe(32);
  });

  test.each<[(json: string) => unknown, object, string]>([
    [parseSessionKeys, { signing_keys: [] }, 'no signing_keys'],
    [parseSessionKeys, records, 'no signing_keys'],
    [parseSessionKeys, { signing_keys: [{ id: 'K!', secret }] }, 'no id'],
    [
      parseSessionKeys,
      { signing_keys: [{ id: 'k1', secret: 'c2hvcnQ=' }] },
      'signing_keys of the token secret',
    ],
    [parseSessionKeys, { ...sessions, grant_keys: secret }, 'grant_keys'],
    [parseRecordKeys, { ...records, request_keys: undefined }, 'no request_keys'],
    [
      parseRecordKeys,
      { ...records, request_keys: [{ id: 'r1', secret: 'c2hvcnQ=' }] },
      'request_keys of the token secret is not base64',
    ],
    [parseRecordKeys, { ...records, idempotency_secret: 5 }, 'idempotency_secret'],
    [parseRecordKeys, { ...records, fingerprint_secret: 'short' }, 'fingerprint_secret'],
    [parseListKeys, { cursor_keys: [] }, 'no cursor_keys'],
    [parseListKeys, sessions, 'no cursor_keys'],
    [parseWebhookKeys, records, 'webhook_secret'],
  ])('%p of %j is refused by name and without its content', (parse, part, message) => {
    expect(() => parse(JSON.stringify(part))).toThrow(message);
    expect(() => parse(JSON.stringify(part))).not.toThrow(secret);
  });
});
