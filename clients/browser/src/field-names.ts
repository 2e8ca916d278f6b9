import type { FieldName } from './types.ts';

/** In the order in which they are shown and checked. */
export const fieldNames = [
  'number',
  'expiry',
  'cvc',
  'name',
  'country',
  'postal_code',
] as const satisfies readonly FieldName[];
