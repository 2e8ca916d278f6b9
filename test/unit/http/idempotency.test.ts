import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type AskedWithKey, idempotentCall, readIdempotencyKey } from '../../../lib/http/idempotency.ts';
import type { NamedKey } from '../../../lib/http/token-secrets.ts';
import type { Idempotency } from '../../../lib/types/result.ts';
import { seenBefore } from '../../../lib/types/seen-before.ts';
import { tokenSecrets } from './secrets.ts';

const asked = (changes: Partial<AskedWithKey> = {}): AskedWithKey => ({
  secrets: tokenSecrets,
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
    { secrets: { ...tokenSecrets, idempotency_key: tokenSecrets.fingerprint_key } },
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

  test('leaves out the security code of a card, and nothing else of that name', () => {
    const card = { number: '4242424242424242', exp_month: 1, exp_year: 2030, cvc: '123' };
    const method = (changes: object) => ({ payment_method: { type: 'card', card: { ...card, ...changes } } });
    expect(hashOf(method({ cvc: '999' }))).toBe(hashOf(method({})));
    expect(hashOf(method({ number: '4111111111111111' }))).not.toBe(hashOf(method({})));
    const named = (cvc: string) => ({ cvc, exp_month: 1 });
    for (const elsewhere of [
      (cvc: string) => ({ metadata: named(cvc) }),
      (cvc: string) => ({ card: named(cvc) }),
      (cvc: string) => ({ payment_method: named(cvc) }),
      (cvc: string) => ({ metadata: { payment_method: { card: named(cvc) } } }),
      (cvc: string) => method({ name: { card: named(cvc) } }),
    ])
      expect(hashOf(elsewhere('a'))).not.toBe(hashOf(elsewhere('b')));
  });
});

describe('the hash of a request with a card’s number', () => {
  const body = (number: string) => ({
    payment_method: { type: 'card', card: { number, exp_month: 1, exp_year: 2030, cvc: '123' } },
  });

  test('cannot be used to try out the number: all that show the same ten digits have the same', () => {
    for (const middle of ['000000', '056655', '999999'])
      expect(hashOf(body(`400005${middle}5556`))).toBe(hashOf(body('4000056655665556')));
    for (const other of ['4000066655665556', '4000056655665564'])
      expect(hashOf(body(other))).not.toBe(hashOf(body('4000056655665556')));
  });
});

describe('the key of the request hash', () => {
  const [newest, before] = tokenSecrets.request_keys;
  const under = (...request_keys: [NamedKey, ...NamedKey[]]) =>
    idempotentCall(asked({ secrets: { ...tokenSecrets, request_keys } })).idempotency;
  const stored = { status: 200, body: '{}' };
  const replay = (first: Idempotency, again: Idempotency) =>
    seenBefore([{ ...first, answer: stored }], again);

  test('is named beside the hash by its id, and the id of the call does not depend on it', () => {
    expect(under(newest).hash).toMatch(/^r2\.[\w-]{43}$/);
    expect(under(newest).key).toBe(under({ ...newest, id: 'r9', key: new Uint8Array(32) }).key);
  });

  test('after a rotation the same request is still the same, and another is another', () => {
    if (!before) throw new Error('There are two keys.');
    const first = under(before);
    const again = { replay: stored, first: false };
    expect(replay(first, under(newest, before))).toEqual(again);
    expect(replay(under(newest), under(before, newest))).toEqual(again);
    const other = idempotentCall(asked({ body: { charge: 'ch_1', amount: 6 } })).idempotency;
    expect(() => replay(first, other)).toThrow(expect.objectContaining({ code: 'idempotency_key_reused' }));
  });

  test('gone from the secret, the request is refused and not repeated', () => {
    if (!before) throw new Error('There are two keys.');
    expect(() => replay(under(before), under(newest))).toThrow(
      expect.objectContaining({ code: 'idempotency_key_reused' }),
    );
  });

  test('only the newest hash is stored', () => {
    const asStored = JSON.parse(JSON.stringify({ ...under(...tokenSecrets.request_keys) }));
    expect(Object.keys(asStored)).toEqual(['key', 'hash', 'view']);
    expect(Object.keys(under(...tokenSecrets.request_keys))).toEqual(['key', 'hash', 'view']);
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
