import { createHash } from 'node:crypto';

/** The key of an operation made elsewhere, derived only from the PSP's id of it. */
export const keyElsewhere = (prefix: 'ext' | 'again' | 'dp', psp_reference: string): string =>
  `${prefix}_${createHash('sha256').update(psp_reference).digest('base64url').slice(0, 22)}`;
