import type { WalletOptions } from '../../clients/browser/src/index.ts';

declare global {
  interface Window {
    /** What the wallet element has told. */
    reported: (readonly [string, unknown?])[];
    /** What the merchant's server was asked to validate. */
    validated: string[];
    /** What it answers; undefined: it does not. */
    merchantSession?: object;
  }
}

/** As a merchant with accounts at Adyen and Checkout.com has set it up. */
export const googlepay: NonNullable<WalletOptions['googlepay']> = {
  environment: 'TEST',
  merchantName: 'Test shop',
  country: 'DE',
  networks: ['VISA', 'MASTERCARD'],
  psps: {
    adyen: { gateway: 'adyen', gatewayMerchantId: 'ShopECOM' },
    checkout_com: { gateway: 'checkoutltd', gatewayMerchantId: 'pk_shop' },
  },
};

export const applepay: Omit<NonNullable<WalletOptions['applepay']>, 'validateMerchant'> = {
  version: 3,
  country: 'DE',
  label: 'Test shop',
  networks: ['visa', 'masterCard'],
  merchantCapabilities: ['supports3DS'],
  psps: ['adyen'],
};

/** A merchant's page with wallet buttons above the card. `window.card` is there once both have told what they are. */
export const walletsPage = (service: string, options: object): string => `<!doctype html>
<html lang="en"><title>Merchant</title><main><h1>Merchant</h1><div id="wallets"></div><div id="form"></div></main>
<script type="module">
import { loadFields, loadWallets } from '${service}/fields/v1/loader.js';
window.reported = [];
window.validated = [];
window.merchantSession = { merchantSessionIdentifier: 'SSH1' };
const validateMerchant = async (url) => {
  window.validated.push(url);
  if (!window.merchantSession) throw new Error('The server does not answer');
  return window.merchantSession;
};
const options = ${JSON.stringify(options)};
if (options.applepay) Object.assign(options.applepay, { validateMerchant });
const wallets = (await loadWallets('${service}')).create(options);
const decided = new Promise((resolve) => wallets.on('ready', resolve));
for (const name of ['ready', 'confirming', 'result', 'cancel', 'loaderror', 'violation'])
  wallets.on(name, (event) => window.reported.push(event === undefined ? [name] : [name, event]));
wallets.mount('#wallets');
const card = (await loadFields('${service}')).create('card');
card.on('ready', () => decided.then(() => (window.card = card)));
card.mount('#form');
</script></html>`;
