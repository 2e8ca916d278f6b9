import * as z from 'zod/mini';
import { refundStatuses } from '../../../types/charge.ts';
import { currency } from '../fields/currency.ts';
import { id } from '../fields/id.ts';
import { text } from '../fields/text.ts';
import { amountParameters, listParameters } from './list-parameters.ts';

export const refundFilters = z.strictObject({
  ...listParameters,
  ...amountParameters,
  status: z.exactOptional(z.enum(refundStatuses, `expected one of ${refundStatuses.join(', ')}`)),
  psp: z.exactOptional(text(64)),
  currency: z.exactOptional(currency),
  charge: z.exactOptional(id('ch', 'charge')),
  session: z.exactOptional(id('cs', 'checkout session')),
  reference: z.exactOptional(text(100)),
});
