import { languageOf } from '../language-of.ts';
import type { Language } from '../languages.ts';
import type { PaymentOptions } from '../payment-types.ts';
import type { CardStyle } from '../types.ts';
import { checkNames } from './check-names.ts';

export type CheckedOptions = {
  readonly style: CardStyle;
  readonly client_secret: string | undefined;
  readonly name: boolean | undefined;
  readonly patience_ms: number;
  readonly language: Language;
};

/** Throws a `TypeError` for a name that it does not know. */
export const checkOptions = (
  options: Partial<PaymentOptions>,
  names: readonly (keyof PaymentOptions)[],
): CheckedOptions => {
  checkNames('option', options, names);
  const { style = {}, client_secret, name, patience = 20, locale = 'en' } = options;
  if (!(patience > 0)) throw new TypeError('patience: expected a number of seconds');
  return {
    style,
    client_secret,
    name,
    patience_ms: patience * 1000,
    language: languageOf(locale),
  };
};
