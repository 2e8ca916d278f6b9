import * as z from 'zod/mini';
import { maxLength } from '../../../routing/length-checks.ts';
import { noCardNumber } from './no-card-number.ts';
import { noSlot } from './no-slot.ts';

export const email = z
  .string('expected an e-mail address')
  .check(
    maxLength(254, 'expected at most 254 characters'),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'expected an e-mail address'),
    noCardNumber,
    noSlot,
  );
