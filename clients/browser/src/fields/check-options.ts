import { languageOf } from '../language-of.ts';
import type { Language } from '../languages.ts';
import { complain, sessionOf } from '../session-of.ts';
import type { CardOptions, CardStyle } from '../types.ts';
import { checkNames } from './check-names.ts';

export type CheckedOptions = {
  readonly style: CardStyle;
  readonly client_secret: string | undefined;
  readonly patience_ms: number;
  readonly language: Language;
};

/** Throws a `TypeError` for a name that it does not know. A `client_secret` that is none is reported in the console, and not used. */
export const checkOptions = (options: CardOptions, names: readonly (keyof CardOptions)[]): CheckedOptions => {
  checkNames('option', options, names);
  const { style = {}, client_secret, patience = 20, locale = 'en' } = options;
  if (!(patience > 0)) throw new TypeError('patience: expected a number of seconds');
  const unusable = client_secret !== undefined && !sessionOf(client_secret);
  if (unusable) complain(client_secret);
  return {
    style,
    client_secret: unusable ? undefined : client_secret,
    patience_ms: patience * 1000,
    language: languageOf(locale),
  };
};
