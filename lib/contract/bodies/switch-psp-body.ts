import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { pspStates } from '../../types/psp-switch.ts';
import { integer } from '../fields/integer.ts';
import { text } from '../fields/text.ts';

export const switchPspBody = strictObject({
  state: z.enum(pspStates, 'expected "open" or "closed"'),
  note: text(500),
  revision: integer(0, 2 ** 31),
  force: z._default(z.boolean('expected true or false'), false),
});
