import type { Psp } from '../../types/psp.ts';

/** A token of its fields pays once, a source is a stored card. */
export const tokenKind: Psp['tokenKind'] = (token) => {
  if (/^tok_\w{26}$/.test(token)) return 'single_use';
  return /^src_\w{26}$/.test(token) ? 'stored' : undefined;
};
