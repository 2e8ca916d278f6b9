import { loadOnce, type Pin } from './load-once.ts';
import type { PaymentFields } from './payment-types.ts';

/**
 * Loads the hosted fields, once per page.
 *
 * @param origin The service's: `https://pay.example.com`.
 * @param pin Another file with its hash, so that the browser runs no other one.
 * @returns A promise that rejects once the script has failed to load twice; then the window gets a `loaderror` event, and the next call tries again.
 * @example
 * const fields = await loadFields('https://pay.example.com');
 * const payment = fields.create('payment', { client_secret }).mount('#payment');
 */
export const loadFields = (
  origin: string,
  pin: Pin = { file: 'fields.js', integrity: '' },
): Promise<PaymentFields> => loadOnce(origin, 'PaymentFields', pin);
