import * as z from 'zod/mini';

export const email = z
  .string('expected an e-mail address')
  .check(
    z.maxLength(254, 'expected at most 254 characters'),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'expected an e-mail address'),
  );
