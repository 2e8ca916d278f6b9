import { adyen } from './adyen/adyen.ts';
import { checkoutCom } from './checkout_com/checkout-com.ts';
import { paypal } from './paypal/paypal.ts';
import type { PspAdapter } from './psp-adapter.ts';
import { square } from './square/square.ts';
import { stripe } from './stripe/stripe.ts';

/** Every PSP this service speaks to, by the id that an account's configuration names. A PSP is one folder and one line here. */
export const registry: Readonly<Record<string, PspAdapter>> = {
  stripe,
  adyen,
  checkout_com: checkoutCom,
  paypal,
  square,
};
