import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromAttributes, toAttributes } from '../../../lib/storage/attribute-value.ts';

describe('attribute values', () => {
  test('are the types DynamoDB knows', () => {
    const record = { s: '', n: -0.5, b: false, z: null, l: [1, ['a']], m: { k: {} }, u: undefined };
    expect(toAttributes(record)).toEqual({
      s: { S: '' },
      n: { N: '-0.5' },
      b: { BOOL: false },
      z: { NULL: true },
      l: { L: [{ N: '1' }, { L: [{ S: 'a' }] }] },
      m: { M: { k: { M: {} } } },
    });
  });

  test('any JSON record comes back as it was, through the wire too', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'length'));
    const number = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const { record } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'binary' }),
        number.map((n) => n || 0),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 4 }),
        tie('record'),
      ),
      record: fc.dictionary(key, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    }));
    fc.assert(
      fc.property(record, (value) => {
        if (typeof value !== 'object' || value === null) throw new TypeError('not a record');
        const wire = JSON.parse(JSON.stringify(toAttributes(value)));
        // Unlike a matcher, this compares a key `constructor` or `__proto__` as the data it is.
        expect(isDeepStrictEqual(fromAttributes(wire), value)).toBe(true);
      }),
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1, Symbol('s')])(
    '%p is refused before it is sent',
    (value) => {
      expect(() => toAttributes({ value })).toThrow(TypeError);
    },
  );

  test('a type this service never writes is not guessed at', () => {
    expect(() => fromAttributes({ set: { SS: ['a'] } })).toThrow(/SS/);
  });
});
