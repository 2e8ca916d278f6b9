import * as z from 'zod/mini';

type Prefix = 'cs' | 'ch' | 're' | 'evt' | 'aud' | 'we' | 'pm' | 'pl';

/** One of our ids: prefix and 26 characters of Crockford base32. */
export const id = (prefix: Prefix, what: string) =>
  z
    .string(`expected the id of a ${what}`)
    .check(z.regex(idPattern(prefix), `expected the id of a ${what} (${prefix}_…)`));

const idPattern = (prefix: Prefix): RegExp => new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`);
