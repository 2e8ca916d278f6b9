import type { Psp } from '../../types/psp.ts';
/** A vaulted card is always on file; PayPal has no single-use token. */
export const tokenKind: Psp['tokenKind'] = (token) => (vaultId.test(token) ? 'stored' : undefined);

/** PayPal's own form, without the shortest ids and without anything that could be a card number. */
const vaultId = /^(?!\d{12,19}$)[0-9a-zA-Z_-]{6,255}$/;
