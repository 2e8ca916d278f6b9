import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { cardBrands } from '../../types/card.ts';
import { chargeStatuses } from '../../types/charge.ts';
import { currency } from '../fields/currency.ts';
import { id } from '../fields/id.ts';
import { anyText, text } from '../fields/text.ts';
import { amountParameters, listParameters, prefixParameters, queryTrue } from './list-parameters.ts';

export const chargeFilters = strictObject({
  ...listParameters,
  ...amountParameters,
  status: z.exactOptional(z.enum(chargeStatuses, `expected one of ${chargeStatuses.join(', ')}`)),
  psp: z.exactOptional(text(64)),
  currency: z.exactOptional(currency),
  session: z.exactOptional(id('cs', 'checkout session')),
  reference: z.exactOptional(text(100)),
  psp_reference: z.exactOptional(anyText(255)),
  open: z.exactOptional(queryTrue),
  last4: z.exactOptional(z.string().check(z.regex(/^\d{4}$/, 'expected the last four digits of a card'))),
  brand: z.exactOptional(z.enum(cardBrands, `expected one of ${cardBrands.join(', ')}`)),
  ...prefixParameters,
});
