import * as z from 'zod/mini';
import type { ObjectOf } from './object-of.ts';

export const note = z.strictObject({
  id: z.string(),
  object: z.literal('note'),
  text: z.string(),
  by: z.string(),
  created: z.int(),
});

export type NoteObject = ObjectOf<typeof note>;
