import { adyen } from './adyen/adyen.ts';
import { checkoutCom } from './checkout_com/checkout-com.ts';
import type { PspDefinition } from './framework/simulated-psp.ts';
import { paypal } from './paypal/paypal.ts';
import { square } from './square/square.ts';
import { stripe } from './stripe/stripe.ts';

/** Every PSP with a simulator: a folder and a line here. */
export const simulators: readonly PspDefinition[] = [stripe, adyen, checkoutCom, paypal, square];
