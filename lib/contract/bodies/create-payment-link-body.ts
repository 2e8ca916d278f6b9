import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { amount } from '../fields/amount.ts';
import { currency } from '../fields/currency.ts';
import { orderFields } from '../fields/order.ts';
import { withoutBlanks } from '../fields/without-blanks.ts';

const timeError =
  'expected a time within a year from now, in Unix seconds, or null for a link that does not end';

const unixTime = z.int(timeError).check(z.minimum(0, timeError), z.maximum(9_999_999_999, timeError));

/** `expires_at`: null for a link that does not expire. */
export const createPaymentLinkBody = withoutBlanks(
  strictObject({
    amount,
    currency,
    description: orderFields.description,
    reference: orderFields.reference,
    pay_once: orderFields.pay_once,
    expires_at: z.exactOptional(z.nullable(unixTime)),
    routing_rule: orderFields.routing_rule,
    metadata: orderFields.metadata,
  }),
);
