import type { PaymentWallets } from '../wallet-types.ts';
import { createWallets } from './create-wallets.ts';

/** The service's origin is the one this script came from; it could learn no other. */
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? '';

const wallets: PaymentWallets = {
  create: (options) => createWallets(new URL('wallet.html', source), options),
};

Object.assign(window, { PaymentWallets: wallets });
