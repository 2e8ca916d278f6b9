import { createHash } from 'node:crypto';
import { base32 } from '../types/base32.ts';

/** An id that is always the same for the same parts: the prefix, `_` and 26 characters. */
export const derivedId = (prefix: 'evt' | 'aud' | 'mov', ...parts: readonly (string | number)[]): string =>
  `${prefix}_${base32(createHash('sha256').update(JSON.stringify(parts)).digest())}`;
