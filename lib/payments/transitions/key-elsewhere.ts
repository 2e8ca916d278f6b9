import { createHash } from 'node:crypto';

/** The key under which something made elsewhere is recorded: nothing but the PSP's id of it. */
export const keyElsewhere = (prefix: 'ext' | 'again' | 'dp', psp_reference: string): string =>
  `${prefix}_${createHash('sha256').update(psp_reference).digest('base64url').slice(0, 22)}`;
