import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { paymentStatuses } from '../../types/session.ts';
import { sessionStatuses } from '../../types/session-status.ts';
import { currency } from '../fields/currency.ts';
import { email } from '../fields/people.ts';
import { text } from '../fields/text.ts';
import { amountParameters, listParameters, prefixParameters } from './list-parameters.ts';

export const sessionFilters = strictObject({
  ...listParameters,
  ...amountParameters,
  status: z.exactOptional(z.enum(sessionStatuses, `expected one of ${sessionStatuses.join(', ')}`)),
  payment_status: z.exactOptional(z.enum(paymentStatuses, `expected one of ${paymentStatuses.join(', ')}`)),
  currency: z.exactOptional(currency),
  reference: z.exactOptional(text(100)),
  customer_email: z.exactOptional(email),
  ...prefixParameters,
});
