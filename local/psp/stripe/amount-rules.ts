import { exponentOf } from '../../../lib/types/currency.ts';

// From Stripe's currency documentation, as the adapter's rules are, and not from the adapter: a mistake there is found only if it is not made here.

/** Digits that Stripe writes after the decimal point, if they differ from ISO 4217. */
export const stripeExponents: Readonly<Record<string, number>> = { mga: 0, isk: 2, ugx: 2 };

const multiples: Readonly<Record<string, number>> = {
  isk: 100,
  ugx: 100,
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
};

const minima: Readonly<Record<string, number>> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  jpy: 50,
  chf: 50,
  aud: 50,
  cad: 50,
  nzd: 50,
  sgd: 50,
  brl: 50,
  inr: 50,
  sek: 300,
  nok: 300,
  dkk: 250,
  pln: 200,
  czk: 1500,
  huf: 17500,
  hkd: 400,
  mxn: 1000,
  aed: 200,
  myr: 200,
  ron: 200,
  thb: 1000,
};

const maximum = 999_999_999_999;

export type AmountProblem = {
  readonly code: string;
  readonly param: 'amount' | 'currency';
  readonly message: string;
};

/** Stripe's objection to charging this amount, or undefined. */
export const amountProblem = (amount: number, currency: string): AmountProblem | undefined => {
  if (exponentOf(currency) === undefined)
    return { code: 'parameter_invalid', param: 'currency', message: `Invalid currency: ${currency}.` };
  if (amount < (minima[currency] ?? 1))
    return { code: 'amount_too_small', param: 'amount', message: 'Amount is below the minimum charge.' };
  if (amount > maximum)
    return { code: 'amount_too_large', param: 'amount', message: 'Amount has more than 12 digits.' };
  const multiple = multiples[currency] ?? 1;
  if (amount % multiple !== 0)
    return {
      code: 'parameter_invalid_integer',
      param: 'amount',
      message: `Amounts in ${currency} must be multiples of ${multiple}.`,
    };
  return undefined;
};
