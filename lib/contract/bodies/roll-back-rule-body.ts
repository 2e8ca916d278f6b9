import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { integer } from '../fields/integer.ts';
import { text } from '../fields/text.ts';

export const rollBackRuleBody = strictObject({
  to: integer(1, 2 ** 31),
  version: z.exactOptional(integer(0, 2 ** 31)),
  note: z.exactOptional(text(500)),
});
