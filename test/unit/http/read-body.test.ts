import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type RawBody, readJson } from '../../../lib/http/read-body.ts';

const read = (body: string | undefined, changes: Partial<RawBody> = {}) =>
  readJson({ body, isBase64Encoded: false, contentType: 'application/json', ...changes });

const encoded = (bytes: Uint8Array) =>
  readJson({
    body: Buffer.from(bytes).toString('base64'),
    isBase64Encoded: true,
    contentType: 'application/json',
  });

const refusal = (code: string, message: RegExp = /./) =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('content type', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset=utf8'.replace('utf8', 'utf-8'),
  ])('%s is taken', (contentType) => {
    expect(read('{}', { contentType })).toEqual({});
  });

  test.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonp',
    'application/json,application/json',
    `text/${'x'.repeat(10_000)}`,
  ])('%s is refused', (contentType) => {
    const attempt = () => read('{}', { contentType });
    expect(attempt).toThrow(refusal('content_type_unsupported', /^.{1,200}$/));
  });
});

describe('what is not JSON', () => {
  test.each([
    ['{"a":1,}', 'line 1, column 8'],
    ['{"a":x}', 'line 1, column 6'],
    ["{'a':1}", 'line 1, column 2'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
    ['{"a":1}}', 'line 1, column 8'],
    ['{"a":tru}', 'line 1, column 9'],
    ['{"a":"line\nbreak"}', 'line 1, column 11'],
    ['{"a":01}', 'line 1, column 7'],
    ['{"number":"4242424242424242",,}', 'line 1, column 30'],
    ['{"a":[1,2', 'its end: something is missing'],
    ['{"a":"text', 'its end: something is missing'],
    ['{"a":-', 'its end: something is missing'],
  ])('%j is refused with its position, and without its text', (body, place) => {
    expect(() => read(body)).toThrow(
      refusal('body_invalid', new RegExp(`^The body cannot be read: not valid JSON at ${place}\\.$`)),
    );
  });
});

describe('size and depth', () => {
  test('64 KiB are taken, one byte more is not, counted in bytes', () => {
    const of = (size: number) => `"${'x'.repeat(size - 2)}"`;
    expect(read(of(65_536))).toHaveLength(65_534);
    expect(() => read(of(65_537))).toThrow(refusal('body_too_large', /65537 bytes/));
    expect(() => read(`"${'é'.repeat(32_768)}"`)).toThrow(refusal('body_too_large'));
    expect(() => encoded(Buffer.from(of(65_537)))).toThrow(refusal('body_too_large'));
  });

  test('16 levels are taken, 17 are not, however the 64 KiB are filled', () => {
    expect(read(nested(16))).toBeDefined();
    expect(() => read(nested(17))).toThrow(refusal('body_invalid', /deeper than 16/));
    expect(() => read(nested(32_000))).toThrow(refusal('body_invalid', /deeper than 16/));
    expect(() => read(`${'{"a":'.repeat(17)}1${'}'.repeat(17)}`)).toThrow(refusal('body_invalid', /deeper/));
    expect(read(`[${'[],'.repeat(1_000)}[]]`)).toHaveLength(1_001);
  });

  test('brackets in strings are not levels', () => {
    expect(read(JSON.stringify({ a: '['.repeat(100), '{"': `"\\${'}'.repeat(50)}` }))).toBeDefined();
  });

  test('a string of nothing but escapes is read', () => {
    expect(read(`"${'\\n'.repeat(32_000)}"`)).toHaveLength(32_000);
  });
});

describe('what JSON.parse would accept silently', () => {
  test.each([
    ['{"a":1,"a":2}', /"a" is given twice/],
    ['{"a":1,"\\u0061":2}', /"a" is given twice/],
    ['{"a" : 1 , "a" : 1}', /twice/],
    ['[{"b":[{"c":1,"c":1}]}]', /"c" is given twice/],
    ['{"__proto__":{}}', /__proto__/],
    ['{"a":{"__pro\\u0074o__":1}}', /__proto__/],
    ['{"a":"\\ud800"}', /surrogate/],
    ['{"\\udc00":1}', /surrogate/],
    ['["\\ud800\\ud800"]', /surrogate/],
  ])('%s is refused', (body, message) => {
    expect(() => read(body)).toThrow(refusal('body_invalid', message));
  });

  test.each(['{"a":1,"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a","b":"a"}', '"\\ud83d\\ude00"', '{"":1}'])(
    '%s is taken',
    (body) => {
      expect(read(body)).toEqual(JSON.parse(body));
    },
  );
});

describe('bytes', () => {
  test.each([undefined, '', ' ', '{', '{}{}', "{'a':1}", 'NaN', '{"a":1,}', '\uFEFF{}', 'undefined', '01'])(
    '%j is refused',
    (body) => {
      expect(() => read(body)).toThrow(refusal('body_invalid'));
    },
  );

  test.each([
    [[0x22, 0xff, 0x22]],
    [[0x22, 0xc0, 0xaf, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0xef, 0xbb, 0xbf, 0x7b, 0x7d]],
    [[0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('bytes %j are refused', (bytes) => {
    expect(() => encoded(new Uint8Array(bytes))).toThrow(refusal('body_invalid'));
  });

  test('a body that the gateway could not decode is refused', () => {
    expect(() => read('{"a":"\uFFFD"}')).toThrow(refusal('body_invalid', /UTF-8/));
    expect(() => read('{"a":"\ud800"}')).toThrow(refusal('body_invalid', /Unicode/));
  });

  test('base64 gives the same as text', () => {
    expect(encoded(Buffer.from('{"näme":"😀"}'))).toEqual({ näme: '😀' });
  });
});

test('every JSON value within the limits is read as JSON.parse reads it', () => {
  const values = fc
    .jsonValue({ maxDepth: 6 })
    .filter((value) => !JSON.stringify(value).includes('__proto__'));
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('\uFFFD') && !/\\u[dD][89a-fA-F]/.test(text));
      expect(read(text)).toEqual(JSON.parse(text));
    }),
    { seed: 2, numRuns: 500 },
  );
});
