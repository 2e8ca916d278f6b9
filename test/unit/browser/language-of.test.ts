import { describe, expect, test } from '@jest/globals';
import { languageOf } from '../../../clients/browser/src/language-of.ts';

describe('the language of a locale', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-ch-1996', 'de'],
    ['pt-BR', 'pt'],
    ['en-GB', 'en'],
    ['xx', 'en'],
    ['ja-JP', 'en'],
    ['nld', 'en'],
    ['zh-Hant-TW', 'en'],
  ])('%s is %s', (locale, language) => {
    expect(languageOf(locale)).toBe(language);
  });

  test.each(['', 'german', 'de_AT', 'de-', '-de', 'd', ' de', 'de,en', '12'])('"%s" is none', (locale) => {
    expect(() => languageOf(locale)).toThrow(new TypeError('locale: expected one like de-AT'));
  });
});
