import * as z from 'zod/mini';

export const vaultToken = z.string().check(z.regex(/^vt_[0-9a-z]{26}$/));
