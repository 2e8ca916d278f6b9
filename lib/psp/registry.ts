/**
 * Every PSP that this service supports, by the id used in an account's configuration. A PSP is one folder and one line here. A deployed function
 * contains only those of its environment's accounts.
 */
export { adyen } from './adyen/adyen.ts';
export { checkoutCom as checkout_com } from './checkout_com/checkout-com.ts';
export { paypal } from './paypal/paypal.ts';
export { square } from './square/square.ts';
export { stripe } from './stripe/stripe.ts';
