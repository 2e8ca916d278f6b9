import type { PaymentElement } from '../../clients/browser/src/index.ts';

declare global {
  interface Window {
    payment: PaymentElement;
  }
}

/**
 * A merchant's page with a payment element and a button of its own. `window.reported` has what the element tells; `window.payment` is there once the fields
 * are ready, or have failed.
 */
export const paymentPage = (service: string, options: object): string => `<!doctype html>
<html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>Merchant</title><style>
:root { color-scheme: light dark } body { margin: 0 auto; max-width: 28rem; padding: 16px; font: 16px system-ui }
#pay { width: 100%; min-height: 48px; margin-top: 12px }
</style></head><body><main><h1>Merchant</h1><div id="place"></div><button id="pay">Pay</button></main>
<script type="module">
import { loadFields } from '${service}/fields/v1/loader.js';
window.reported = [];
const options = ${JSON.stringify(options)};
const payment = (await loadFields('${service}')).create('payment', options);
for (const name of ['ready', 'submit', 'confirming', 'result', 'loaderror', 'violation'])
  payment.on(name, (event) => {
    window.reported.push(event === undefined ? [name] : [name, event]);
    if (name === 'ready' || name === 'loaderror') window.payment = payment;
  });
document.querySelector('#pay').addEventListener('click', payment.confirm);
payment.mount('#place');
</script></body></html>`;
