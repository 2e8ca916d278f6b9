import * as z from 'zod/mini';
import { integer } from './fields/integer.ts';
import { text } from './fields/text.ts';

export const rollBackRuleBody = z.strictObject(
  { to: integer(1, 2 ** 31), note: z.exactOptional(text(500)) },
  'expected an object',
);
