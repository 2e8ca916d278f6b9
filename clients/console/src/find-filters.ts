import type { FilterName } from './charges-query.ts';

/** What is known of a payment, as filters: the last four digits, an amount, a day, an e-mail address; anything else begins its reference. */
export const filtersOf = (words: readonly string[]): Partial<Record<FilterName, string>> => {
  const found: Partial<Record<FilterName, string>> = {};
  for (const word of words) {
    const name = filterOf(word);
    found[name] = name === 'reference' && found.reference ? `${found.reference} ${word}` : word;
  }
  return { ...found, ...(found.from && { to: found.from }) };
};

const filterOf = (word: string): FilterName => {
  if (/^\d{4}$/.test(word)) return 'last4';
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return 'from';
  if (/^\d+[.,]\d+$/.test(word)) return 'amount';
  return word.includes('@') ? 'email' : 'reference';
};

/** The session in the address of its hosted page, or in its client secret, which goes into no address and no log from here. */
export const sessionIn = (text: string): string | undefined =>
  /(?:^|[/#])(cs_[0-9a-z]{26})(?=_secret_|[#?]|$)/.exec(text)?.[1];
