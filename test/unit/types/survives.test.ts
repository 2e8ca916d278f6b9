import { describe, expect, test } from '@jest/globals';
import { readJson } from '../../../lib/http/read-body.ts';
import { survives } from '../../../lib/types/survives.ts';

describe('a number is read as it is written, or not at all', () => {
  test.each([
    '0',
    '-0',
    '2599',
    '2599.00',
    '2.5990e3',
    '0.7',
    '1e2',
    '100000000000',
    '0.1',
    '9007199254740992',
    '1E-7',
  ])('%s', (text) => {
    expect(survives(text)).toBe(true);
  });

  test.each([
    '2599.0000000000000000001',
    '25989999999999999999999e-19',
    '9007199254740993',
    '0.70000000000000000001',
    '1e400',
    '1e-400',
    '-2599.00000000000000000001',
    '1732579200.0000000000001',
  ])('not %s', (text) => {
    expect(survives(text)).toBe(false);
    for (const body of [`{"amount":${text}}`, `{"targets":[{"weight": ${text} }]}`, `[${text}]`])
      expect(() => readJson({ body, isBase64Encoded: false, contentType: 'application/json' })).toThrow(
        'has more digits than can be kept',
      );
  });

  test('digits in a text are no number', () => {
    const body = '{"note":"2599.0000000000000000001","a\\"9007199254740993":1}';
    expect(readJson({ body, isBase64Encoded: false, contentType: 'application/json' })).toEqual(
      JSON.parse(body),
    );
  });
});
