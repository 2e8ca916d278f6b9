import * as z from 'zod/mini';
import type { OpenThing } from '../types/open-things.ts';
import { valuesOf } from './fields/values-of.ts';
import type { ObjectOf } from './object-of.ts';

const kinds = valuesOf<OpenThing['kind']>({
  attempt: true,
  capture: true,
  cancel: true,
  reversal: true,
  refund: true,
});

/** An open operation by its id, or an open attempt by the charge's id; `since` and `next_look` in Unix seconds. */
export const openOperation = z.strictObject({
  operation: z.string(),
  kind: z.enum(kinds),
  since: z.int(),
  needs_review: z.boolean(),
  next_look: z.nullable(z.int()),
});

export type OpenOperationObject = ObjectOf<typeof openOperation>;
