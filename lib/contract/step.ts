import * as z from 'zod/mini';
import { stepKinds } from '../types/step.ts';

export const step = z.strictObject({
  at_ms: z.int(),
  what: z.enum(stepKinds),
  code: z.exactOptional(z.string()),
  by: z.exactOptional(z.string()),
  count: z.exactOptional(z.int()),
});
