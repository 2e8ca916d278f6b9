import type { PaymentWallets } from '../wallet-types.ts';
import { createWallets } from './create-wallets.ts';

/** The service's origin is this script's; the script could not learn any other. */
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? '';

const wallets: PaymentWallets = {
  create: (options) => createWallets(new URL('wallet.html', source), options),
};

Object.assign(window, { PaymentWallets: wallets });
