import { isMasked } from '../../../lib/types/role.ts';
import type { ListChargesQuery } from '../../server/src/generated/api-types.ts';
import { refuse } from './api-problem.ts';
import { caller } from './caller.ts';
import { dayOf, decimal, readAmount, startOfDay } from './format.ts';
import { words } from './words/words.ts';

const day_s = 86_400;

/** The filters of the list of payments, as they stand in the address. */
export const filterNames = [
  'status',
  'psp',
  'currency',
  'brand',
  'last4',
  'reference',
  'email',
  'amount',
  'from',
  'to',
] as const;
export type FilterName = (typeof filterNames)[number];

/** Who sees customers' data masked cannot search for it, nor for the beginning of a reference, which may hold an address. */
export const seesMasked = (): boolean => {
  const role = caller.value?.role ?? null;
  return role !== null && isMasked(role);
};

/** What the address asks for, as the API takes it. Days are those of the chosen time zone; an amount is one of the chosen currency, or of two digits. */
export const chargesQuery = (query: URLSearchParams): ListChargesQuery => {
  const given = (name: string) => query.get(name) || undefined;
  const currency = given('currency')?.toLowerCase();
  const amount = amountIn(given('amount'), currency ?? 'eur');
  const [from, until] = [dayIn('from', given('from')), dayIn('to', given('to'))];
  const created = {
    ...(from !== undefined && { gte: from }),
    ...(until !== undefined && { lte: endOfDay(until) }),
  };
  const wanted = {
    limit: 25,
    status: given('status'),
    psp: given('psp'),
    currency,
    brand: given('brand'),
    last4: given('last4'),
    [seesMasked() ? 'reference' : 'reference[prefix]']: given('reference'),
    'customer_email[prefix]': given('email'),
    starting_after: given('after'),
    ending_before: given('before'),
    ...(amount !== undefined && { amount: { gte: amount, lte: amount } }),
    ...(Object.keys(created).length > 0 && { created }),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
};

/** An amount that cannot be read is refused: without it, the list would be longer than was asked for. */
const amountIn = (text: string | undefined, currency: string): number | undefined =>
  text === undefined
    ? undefined
    : (readAmount(text, currency) ?? refuse('amount', words.value.payment.noAmount(decimal(2599, currency))));

/** Refused as an amount is: a search for the 30th of February would list every day. */
const dayIn = (name: string, day: string | undefined): number | undefined =>
  day === undefined ? undefined : (startOfDay(day) ?? refuse(name, words.value.exports.noDay));

/** A day may have 23 or 25 hours. */
const endOfDay = (start: number): number => {
  const next = startOfDay(dayOf((start + day_s * 1.5) * 1000));
  return (next ?? start + day_s) - 1;
};
