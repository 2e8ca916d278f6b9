import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { refundReasons } from '../../types/psp.ts';
import { amount } from '../fields/amount.ts';
import { id } from '../fields/id.ts';
import { metadata } from '../fields/metadata.ts';
import { psp_reference } from '../fields/psp-reference.ts';

export const refundBody = strictObject({
  charge: id('ch', 'charge'),
  psp_reference,
  amount: z.exactOptional(amount),
  reason: z.exactOptional(
    z.enum(refundReasons, 'expected "duplicate", "fraudulent" or "requested_by_customer"'),
  ),
  allow_disputed: z.exactOptional(z.boolean('expected true or false')),
  metadata: z._default(metadata(1024), {}),
});
