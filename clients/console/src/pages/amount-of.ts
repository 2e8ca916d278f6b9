import type { Charge } from '../../../server/src/generated/api-types.ts';
import { refuse } from '../api-problem.ts';
import { decimal, money, readAmount } from '../format.ts';
import { words } from '../words/words.ts';

/** Of a form: a number of minor units that is at most what is left. */
export const amountOf = (data: FormData, { currency }: Charge, most: number): number => {
  const { payment } = words.value;
  const amount = readAmount(String(data.get('amount')), currency);
  if (amount === undefined || amount === 0)
    return refuse('amount', payment.noAmount(decimal(most, currency)));
  if (amount > most) return refuse('amount', payment.tooMuch(money(most, currency)));
  return amount;
};
