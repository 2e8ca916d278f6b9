import type { Language } from './languages.ts';

/** The document of the card's frame in this language. */
export const frameName = (language: Language): string =>
  language === 'en' ? 'frame.html' : `frame.${language}.html`;
