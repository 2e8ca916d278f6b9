import { loadOnce, type Pin } from './load-once.ts';
import type { PaymentFields } from './payment-types.ts';

/**
 * Loads the hosted fields from the service at `origin` (`https://pay.example.com`), once per page. A script that fails to load is tried a second
 * time; after that the window gets a `loaderror` event and the promise rejects, and the next call tries again.
 */
export const loadFields = (
  origin: string,
  pin: Pin = { file: 'fields.js', integrity: '' },
): Promise<PaymentFields> => loadOnce(origin, 'PaymentFields', pin);
