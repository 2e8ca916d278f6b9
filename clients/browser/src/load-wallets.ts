import { loadOnce, type Pin } from './load-once.ts';
import type { PaymentWallets } from './wallet-types.ts';

/** Loads the wallets' buttons from the service at `origin`, as `loadFields` loads the fields. A page without wallets does not need this script. */
export const loadWallets = (
  origin: string,
  pin: Pin = { file: 'wallets.js', integrity: '' },
): Promise<PaymentWallets> => loadOnce(origin, 'PaymentWallets', pin);
