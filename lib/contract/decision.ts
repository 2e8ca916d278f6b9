import * as z from 'zod/mini';
import type { Decision } from '../types/charge.ts';
import { valuesOf } from './fields/values-of.ts';
import type { ObjectOf } from './object-of.ts';

const decided = valuesOf<Decision['outcome']>({
  captured: true,
  canceled: true,
  failed: true,
  succeeded: true,
  absent: true,
});

export const decision = z.strictObject({
  operation: z.string(),
  outcome: z.enum(decided),
  amount: z.nullable(z.int()),
  note: z.string(),
  by: z.string(),
  at: z.int(),
});

export type DecisionObject = ObjectOf<typeof decision>;
