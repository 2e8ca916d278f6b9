import { createHash } from 'node:crypto';

/** The key of an operation made elsewhere, derived only from the PSP's id of it. */
export const keyElsewhere = (prefix: 'ext' | 'again' | 'dp', psp_reference: string): string =>
  `${prefix}_${createHash('sha256').update(psp_reference).digest('base64url').slice(0, 22)}`;

/** The key of the capture that this one repeats; undefined if it is no repetition. */
export const repeatedKey = (key: string): string | undefined =>
  key.startsWith('again_') ? key.replace('again_', 'ext_') : undefined;
