import * as z from 'zod/mini';
import { cardBrands } from '../../types/card.ts';
import { countries } from '../../types/countries.ts';
import { currencies } from '../../types/currency.ts';
import type { OverrideCondition } from '../../types/routing.ts';
import { amountCondition } from './amount-condition.ts';
import type { Condition } from './condition.ts';
import { listCondition } from './list-condition.ts';

type Wanted = Required<OverrideCondition>;

/** Every condition that an override can have. A key of the type that is missing from the table does not compile. */
export const conditions = {
  currency: listCondition({
    entry: z.enum(currencies, 'expected a lowercase ISO 4217 code'),
    what: 'currencies',
    fact: ({ currency }) => currency,
    all: currencies,
  }),
  amount: amountCondition,
  // A payment may have no country, and a card may have a brand that is not in our list: a list of all values does not match these.
  country: listCondition({
    entry: z.enum(countries, 'expected an uppercase ISO 3166-1 alpha-2 code'),
    what: 'countries',
    fact: ({ country }) => country,
  }),
  card_brand: listCondition({
    entry: z.enum(cardBrands, `expected one of ${cardBrands.join(', ')}`),
    what: 'card brands',
    fact: (_, brand) => brand,
  }),
} satisfies { readonly [Key in keyof Wanted]: Condition<Wanted[Key]> };
