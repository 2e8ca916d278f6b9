import * as z from 'zod/mini';

export const note = z.strictObject({
  id: z.string(),
  object: z.literal('note'),
  text: z.string(),
  by: z.string(),
  created: z.int(),
});
