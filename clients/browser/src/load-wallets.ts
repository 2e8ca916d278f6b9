import { loadOnce, type Pin } from './load-once.ts';
import type { PaymentWallets } from './wallet-types.ts';

/**
 * Loads the wallets' buttons, as `loadFields` loads the fields. A page without wallets does not need this script.
 *
 * @param origin The service's: `https://pay.example.com`.
 * @param pin Another file with its hash, so that the browser runs no other one.
 * @returns A promise that rejects once the script has failed to load twice.
 * @example
 * const wallets = await loadWallets('https://pay.example.com');
 */
export const loadWallets = (
  origin: string,
  pin: Pin = { file: 'wallets.js', integrity: '' },
): Promise<PaymentWallets> => loadOnce(origin, 'PaymentWallets', pin);
