/**
 * Every PSP this service talks to, by the id that an account's configuration names. A PSP is one folder and one line here. A deployed function holds
 * those that its environment's accounts name.
 */
export { adyen } from './adyen/adyen.ts';
export { checkoutCom as checkout_com } from './checkout_com/checkout-com.ts';
export { paypal } from './paypal/paypal.ts';
export { square } from './square/square.ts';
export { stripe } from './stripe/stripe.ts';
