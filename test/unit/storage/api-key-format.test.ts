import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatApiKey, parseApiKey } from '../../../lib/storage/api-key-format.ts';

const bytes = fc.uint8Array({ minLength: 22, maxLength: 22 });

describe('API key format', () => {
  test('is stable: issued keys must parse forever', () => {
    const key = formatApiKey(
      false,
      Uint8Array.from({ length: 22 }, (_, i) => i),
    );
    expect(key).toBe('sk_test_000aoTeCmZZmK3mmfHwCoSC16fIvB701s5Bx');
    expect(parseApiKey(key)).toEqual({
      livemode: false,
      hash: createHash('sha256').update(key).digest('hex'),
    });
  });

  test('every key parses, in its mode, and two are never the same', () => {
    fc.assert(
      fc.property(fc.boolean(), bytes, bytes, (livemode, random, other) => {
        const key = formatApiKey(livemode, random);
        expect(key).toMatch(/^sk_(live|test)_[0-9A-Za-z]{36}$/);
        expect(parseApiKey(key)?.livemode).toBe(livemode);
        const same = Buffer.from(random).equals(Buffer.from(other));
        expect(formatApiKey(livemode, other) === key).toBe(same);
      }),
    );
  });

  test('all 176 bits are in the key', () => {
    const ones = formatApiKey(true, new Uint8Array(22).fill(0xff));
    const first = formatApiKey(true, Uint8Array.of(0x80, ...new Uint8Array(21)));
    const none = formatApiKey(true, new Uint8Array(22));
    expect(new Set([ones, first, none]).size).toBe(3);
    expect(none.slice(8, 38)).toBe('0'.repeat(30));
  });

  test('one changed character is noticed', () => {
    fc.assert(
      fc.property(bytes, fc.nat(43), fc.constantFrom('0', 'a', 'Z'), (random, at, character) => {
        const key = formatApiKey(false, random);
        const changed = key.slice(0, at) + character + key.slice(at + 1);
        expect(parseApiKey(changed) === undefined).toBe(changed !== key);
      }),
    );
  });

  test.each([
    '',
    'sk_test_',
    'sk_test_000000000000000000000000000000000000',
    'sk_prod_000aoTeCmZZmK3mmfHwCoSC16fIvB701s5Bx',
    'sk_live_000aoTeCmZZmK3mmfHwCoSC16fIvB701s5Bx',
    ' sk_test_000aoTeCmZZmK3mmfHwCoSC16fIvB701s5Bx',
    'sk_test_000aoTeCmZZmK3mmfHwCoSC16fIvB701s5Bx\n',
    'sk_test_000aoTeCmZZmK3mmfHwCoSC16fIvB701s5Bx0',
  ])('%j is not a key', (text) => {
    expect(parseApiKey(text)).toBeUndefined();
  });

  test('takes exactly 22 random bytes', () => {
    expect(() => formatApiKey(true, new Uint8Array(16))).toThrow(/22/);
  });
});
