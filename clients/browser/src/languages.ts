/** The languages of the fields and of the hosted page. Each has its file in `messages`. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const;

export type Language = (typeof languages)[number];
