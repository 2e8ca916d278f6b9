import type { ShowChallenge } from '../challenge/show-challenge.ts';
import { languageOf } from '../language-of.ts';
import type { Language } from '../languages.ts';
import type { PaymentOptions } from '../payment-types.ts';
import type { CardStyle, FontSource } from '../types.ts';
import { checkName, checkNames } from './check-names.ts';

export type CheckedOptions = {
  readonly style: CardStyle;
  readonly fonts: readonly FontSource[] | undefined;
  readonly client_secret: string | undefined;
  readonly name: boolean | undefined;
  readonly patience_ms: number;
  readonly language: Language;
  /** 3-D Secure opens in a frame of the page, where it can. */
  readonly framed: boolean;
  /** Shows it there. */
  readonly challenge?: ShowChallenge | undefined;
};

/** Throws a `TypeError` for a name that it does not know. */
export const checkOptions = (
  options: Partial<PaymentOptions>,
  names: readonly (keyof PaymentOptions)[],
): CheckedOptions => {
  checkNames('option', options, names);
  const {
    style = {},
    fonts,
    client_secret,
    name,
    patience = 20,
    locale = 'en',
    redirect = 'always',
  } = options;
  if (!(patience > 0)) throw new TypeError('patience: expected a number of seconds');
  if (name !== undefined && typeof name !== 'boolean') throw new TypeError('name: expected true or false');
  checkName('redirect', redirect, ['always', 'if_required']);
  // No message can carry the proxies that frameworks make of what they watch.
  const plain: Pick<CheckedOptions, 'style' | 'fonts'> = JSON.parse(JSON.stringify({ style, fonts }));
  return {
    ...plain,
    client_secret,
    name,
    patience_ms: patience * 1000,
    language: languageOf(locale),
    framed: redirect === 'if_required',
  };
};
