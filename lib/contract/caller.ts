import * as z from 'zod/mini';
import { roles } from '../types/role.ts';
import { scopes } from '../types/scope.ts';
import type { ObjectOf } from './object-of.ts';

export const caller = z.strictObject({
  object: z.literal('caller'),
  kind: z.enum(['api_key', 'user', 'session']),
  name: z.nullable(z.string()),
  role: z.nullable(z.enum(roles)),
  scopes: z.array(z.enum(scopes)),
  livemode: z.boolean(),
  environment: z.string(),
});

export type CallerObject = ObjectOf<typeof caller>;
