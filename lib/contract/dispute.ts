import * as z from 'zod/mini';
import { type DisputeReason, disputeReasons, disputeStatuses } from '../types/dispute.ts';
import type { DisputeFact } from '../types/psp.ts';
import { currency } from './fields/currency.ts';
import { id } from './fields/id.ts';
import { valuesOf } from './fields/values-of.ts';
import type { ObjectOf } from './object-of.ts';

const stages = valuesOf<DisputeFact['stage']>({ inquiry: true, dispute: true, arbitration: true });

export const dispute = z.strictObject({
  id: z.string().check(z.regex(/^dp_[\w-]{22}$/)),
  object: z.literal('dispute'),
  charge: id('ch', 'charge'),
  psp: z.string(),
  psp_reference: z.string(),
  amount: z.int().check(z.minimum(0)),
  currency,
  reason: z.nullable(z.enum<readonly DisputeReason[]>(disputeReasons)),
  psp_reason: z.nullable(z.string()),
  stage: z.enum(stages),
  status: z.enum(disputeStatuses),
  respond_by: z.nullable(z.int()),
  created: z.int(),
});

export type DisputeObject = ObjectOf<typeof dispute>;
