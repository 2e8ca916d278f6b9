import * as z from 'zod/mini';

/** A query parameter that is either `true` or left out. */
export const queryTrue = z.pipe(
  z.transform((text: string): unknown => text === 'true' || text),
  z.literal(true, 'expected true'),
);
