import * as z from 'zod/mini';
import { strictObject } from '../../routing/fields/strict-object.ts';
import { amount } from '../fields/amount.ts';
import { integer } from '../fields/integer.ts';
import { psp_reference } from '../fields/psp-reference.ts';
import { text } from '../fields/text.ts';

export const decideBody = strictObject({
  operation: z.exactOptional(text(64)),
  outcome: z.enum(
    ['captured', 'canceled', 'failed', 'succeeded', 'absent'],
    'expected "captured", "canceled", "failed", "succeeded" or "absent"',
  ),
  amount: z.exactOptional(amount),
  psp_reference,
  note: text(500).check(z.refine((note) => note.trim() !== '', 'expected a reason, not blanks')),
  revision: integer(1, 2 ** 31),
});
