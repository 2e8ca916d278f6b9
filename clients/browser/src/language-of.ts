import { type Language, languages } from './languages.ts';

/** The language of a BCP 47 tag, `de` of `de-AT`, and English for a language that is not here. Throws a `TypeError` for anything else. */
export const languageOf = (locale: string): Language => {
  if (!/^[a-z]{2,3}(-\w+)*$/i.test(locale)) throw new TypeError('locale: expected one like de-AT');
  const [tag] = locale.toLowerCase().split('-');
  return languages.find((language) => language === tag) ?? 'en';
};
