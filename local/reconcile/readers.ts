import type { ReadReport } from './movement.ts';
import { readAdyen } from './reports/adyen.ts';
import { readCheckoutCom } from './reports/checkout-com.ts';
import { readPayPal } from './reports/paypal.ts';
import { readSquare } from './reports/square.ts';
import { readStripe } from './reports/stripe.ts';

/** The reader of each PSP's report, by the PSP's id in the registry. */
export const readers: ReadonlyMap<string, ReadReport> = new Map([
  ['stripe', readStripe],
  ['adyen', readAdyen],
  ['checkout_com', readCheckoutCom],
  ['paypal', readPayPal],
  ['square', readSquare],
]);
