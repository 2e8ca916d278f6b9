import * as z from 'zod/mini';
import { disputeStatuses } from '../../../types/dispute-status.ts';
import { currency } from '../fields/currency.ts';
import { id } from '../fields/id.ts';
import { text } from '../fields/text.ts';
import { amountParameters, listParameters } from './list-parameters.ts';

export const disputeFilters = z.strictObject({
  ...listParameters,
  ...amountParameters,
  status: z.exactOptional(z.enum(disputeStatuses, `expected one of ${disputeStatuses.join(', ')}`)),
  psp: z.exactOptional(text(64)),
  currency: z.exactOptional(currency),
  charge: z.exactOptional(id('ch', 'charge')),
  session: z.exactOptional(id('cs', 'checkout session')),
  reference: z.exactOptional(text(100)),
});
