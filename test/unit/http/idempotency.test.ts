import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type AskedWithKey, idempotentCall } from '../../../lib/http/idempotency.ts';
import { readIdempotencyKey } from '../../../lib/http/read-idempotency-key.ts';
import { tokenSecrets } from './secrets.ts';

const asked = (changes: Partial<AskedWithKey> = {}): AskedWithKey => ({
  secret: tokenSecrets.idempotency_key,
  endpoint: 'refund-charge',
  target: 'ch_1',
  view: 'full',
  key: 'key-1',
  body: { charge: 'ch_1', amount: 5 },
  ...changes,
});

const keyOf = (changes?: Partial<AskedWithKey>) => idempotentCall(asked(changes)).idempotency.key;
const hashOf = (body: unknown) => idempotentCall(asked({ body })).idempotency.hash;

describe('what an idempotency key stands for', () => {
  test('the same call gives the same key, hash and ids', () => {
    const [a, b] = [idempotentCall(asked()), idempotentCall(asked())];
    expect(a.idempotency).toEqual(b.idempotency);
    expect(a.derivedId('re')).toBe(b.derivedId('re'));
    expect(a.derivedId('re')).toMatch(/^re_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(a.derivedId('cs').slice(3)).toBe(a.derivedId('re').slice(3));
  });

  test.each([
    { key: 'key-2' },
    { target: 'ch_2' },
    { endpoint: 'capture-charge' },
    { view: 'redacted' },
    { secret: tokenSecrets.fingerprint_key },
  ] as const)('%j makes it another one', (changes) => {
    expect(keyOf(changes)).not.toBe(keyOf());
    expect(idempotentCall(asked(changes)).derivedId('re')).not.toBe(idempotentCall(asked()).derivedId('re'));
  });

  test('parts cannot be shifted into each other', () => {
    expect(keyOf({ target: 'ab', key: 'c' })).not.toBe(keyOf({ target: 'a', key: 'bc' }));
    expect(keyOf({ target: 'a","full","b', key: 'c' })).not.toBe(keyOf({ target: 'a', key: 'b' }));
  });

  test('neither the key nor the body can be read in what is stored', () => {
    const { idempotency, derivedId } = idempotentCall(
      asked({ key: 'plain-key', body: { number: '4242424242424242' } }),
    );
    expect(JSON.stringify([idempotency, derivedId('cs')])).not.toMatch(/plain-key|4242/);
  });
});

describe('request hash', () => {
  test('does not depend on the order of fields, at any depth', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, inner]) => [name, shuffled(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
        expect(hashOf(shuffled(body))).toBe(hashOf(body));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('depends on every value and on the order of lists', () => {
    const body = { a: 1, list: ['x', 'y'], inner: { b: null } };
    for (const other of [
      { ...body, a: 2 },
      { ...body, a: '1' },
      { ...body, list: ['y', 'x'] },
      { ...body, inner: {} },
      { ...body, inner: { b: 'null' } },
      { ...body, more: true },
      {},
      null,
    ])
      expect(hashOf(other)).not.toBe(hashOf(body));
  });

  test('leaves the security code of a card out, and nothing else that is called so', () => {
    const card = { number: '4242424242424242', exp_month: 1, exp_year: 2030, cvc: '123' };
    const method = (changes: object) => ({ payment_method: { type: 'card', card: { ...card, ...changes } } });
    expect(hashOf(method({ cvc: '999' }))).toBe(hashOf(method({})));
    expect(hashOf(method({ number: '4111111111111111' }))).not.toBe(hashOf(method({})));
    expect(hashOf({ metadata: { cvc: 'a' } })).not.toBe(hashOf({ metadata: { cvc: 'b' } }));
  });
});

describe('Idempotency-Key header', () => {
  test.each([undefined, 'a', '~', 'a'.repeat(255)])('%j is taken', (header) => {
    expect(readIdempotencyKey(header)).toBe(header);
  });

  test.each(['', ' ', 'a b', 'a\tb', 'é', 'a\u0000', 'a'.repeat(256)])('%j is refused', (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(
      expect.objectContaining({ code: 'parameter_invalid', details: { param: 'Idempotency-Key' } }),
    );
  });
});
