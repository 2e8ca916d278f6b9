import type { FilterName } from './charges-query.ts';

/** What is known of a payment, as filters: the last four digits, an amount, a day, an e-mail address; anything else begins its reference. */
export const filtersOf = (words: readonly string[]): Partial<Record<FilterName, string>> =>
  Object.fromEntries(words.map((word) => [filterOf(word), word]));

const filterOf = (word: string): FilterName => {
  if (/^\d{4}$/.test(word)) return 'last4';
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return 'from';
  if (/^\d+[.,]\d+$/.test(word)) return 'amount';
  return word.includes('@') ? 'email' : 'reference';
};
