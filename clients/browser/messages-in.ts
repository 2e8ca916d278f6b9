import type { Language } from './src/languages.ts';
import * as de from './src/messages/de.ts';
import * as en from './src/messages/en.ts';
import * as es from './src/messages/es.ts';
import * as fr from './src/messages/fr.ts';
import * as it from './src/messages/it.ts';
import * as nl from './src/messages/nl.ts';
import * as pl from './src/messages/pl.ts';
import * as pt from './src/messages/pt.ts';

export type Messages = Omit<typeof en, 'language'> & { readonly language: Language };

/** All languages, for what builds documents of one. */
export const messagesIn: Readonly<Record<Language, Messages>> = { en, de, fr, es, it, nl, pt, pl };
