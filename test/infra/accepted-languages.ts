/** What browsers send as `accept-language`, with the language of the page that each gets. */
export const acceptedLanguages: readonly (readonly [string, string])[] = [
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['PT-br', 'pt'],
  ['ja, pl;q=0.8, en;q=0.5', 'pl'],
  ['en-GB,fr;q=0.5', 'en'],
  ['ja,ko;q=0.5', 'en'],
  ['nld,den;q=0.5', 'en'],
  ['*', 'en'],
  ['', 'en'],
];
