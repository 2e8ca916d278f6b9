import * as z from 'zod/mini';
import { scopes } from '../../../types/scope.ts';

export const caller = z.strictObject({
  object: z.literal('caller'),
  kind: z.enum(['api_key', 'session']),
  name: z.nullable(z.string()),
  role: z.null(),
  scopes: z.array(z.enum(scopes)),
  livemode: z.boolean(),
  environment: z.string(),
});
