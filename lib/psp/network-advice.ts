import type { Advice } from '../types/psp.ts';

/**
 * Mastercard's merchant advice code (two digits, possibly followed by text) as advice. 03 and 21 are final, 24 to 30 name a delay, 01 says that newer
 * account data exists. 04, 40, 41 and 43 describe the card or the token and give no advice.
 */
export const mastercardAdvice = (code: string | undefined): Advice | undefined => {
  const digits = /^\d{2}/.exec(code ?? '')?.[0];
  return digits !== undefined && Object.hasOwn(mastercardCodes, digits) ? mastercardCodes[digits] : undefined;
};

/** Visa's response code as advice: category 1 ("issuer will never approve") is final; categories 2 to 4 are limits on the number of attempts. */
export const visaAdvice = (code: string | undefined): Advice | undefined =>
  code !== undefined && visaCategory1.includes(code) ? 'never_again' : undefined;

/** The most binding advice of several. */
export const strictestAdvice = (...given: readonly (Advice | undefined)[]): Advice | undefined =>
  byStrictness.find((advice) => given.includes(advice));

const byStrictness = ['never_again', 'wait', 'correct_data'] as const satisfies readonly Advice[];

const mastercardCodes: Readonly<Record<string, Advice>> = {
  '01': 'correct_data',
  '02': 'wait',
  '03': 'never_again',
  '21': 'never_again',
  '24': 'wait',
  '25': 'wait',
  '26': 'wait',
  '27': 'wait',
  '28': 'wait',
  '29': 'wait',
  '30': 'wait',
};

const visaCategory1: readonly string[] = ['04', '07', '12', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3'];
