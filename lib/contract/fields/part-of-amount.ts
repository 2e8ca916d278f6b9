import * as z from 'zod/mini';

/** An amount that may be zero: captured, refunded. */
export const partOfAmount = z.int().check(z.minimum(0));
