import { language } from '#messages';
import { exponentOf } from '../../../../lib/types/currency.ts';
import { toDecimal } from '../../../../lib/types/money.ts';

/** With as many digits as ISO 4217 names, which is not always what a language shows. */
export const formatAmount = (amount: number, currency: string): string => {
  const digits = exponentOf(currency) ?? 2;
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(Number(toDecimal(amount, digits)));
};
