import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { refundStatuses } from '../../types/charge.ts';
import { disputeStatuses } from '../../types/dispute.ts';
import { currency } from '../fields/currency.ts';
import { id } from '../fields/id.ts';
import { text } from '../fields/text.ts';
import { amountParameters, listParameters } from './list-parameters.ts';

/** Of refunds and disputes. */
const partFilters = <const Status extends readonly string[]>(statuses: Status) =>
  strictObject({
    ...listParameters,
    ...amountParameters,
    status: z.exactOptional(z.enum(statuses, `expected one of ${statuses.join(', ')}`)),
    psp: z.exactOptional(text(64)),
    currency: z.exactOptional(currency),
    charge: z.exactOptional(id('ch', 'charge')),
    session: z.exactOptional(id('cs', 'checkout session')),
    reference: z.exactOptional(text(100)),
  });

export const refundFilters = partFilters(refundStatuses);
export const disputeFilters = partFilters(disputeStatuses);
