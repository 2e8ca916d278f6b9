import * as z from 'zod/mini';
import type { ObjectOf } from './object-of.ts';

export const nextAction = z.strictObject({
  type: z.literal('redirect_to_url'),
  redirect_to_url: z.strictObject({ url: z.string(), frame: z.exactOptional(z.literal(true)) }),
});

export type NextActionObject = ObjectOf<typeof nextAction>;
