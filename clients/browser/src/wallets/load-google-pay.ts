import { loadScript } from '../load-script.ts';
import type { GooglePayApi } from './google-pay-api.ts';

declare global {
  interface Window {
    google?: { readonly payments?: { readonly api?: GooglePayApi } };
  }
}

const address = 'https://pay.google.com/gp/p/js/pay.js';

/** Google's own script, which runs in the merchant's page. Its content changes, so its integrity cannot be checked. */
export const loadGooglePay = async (): Promise<GooglePayApi> => {
  const there = () => window.google?.payments?.api;
  if (!there()) await loadScript(address);
  const api = there();
  if (!api) throw new Error(`${address} is not Google Pay`);
  return api;
};
