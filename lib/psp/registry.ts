/**
 * Every PSP that this service supports, by the id used in an account's configuration. A PSP is one folder and one line here. A deployed function
 * contains only those of its environment's accounts.
 */
export { adyen } from './adyen/adapter.ts';
export { checkoutCom as checkout_com } from './checkout_com/adapter.ts';
export { paypal } from './paypal/adapter.ts';
export { square } from './square/adapter.ts';
export { stripe } from './stripe/adapter.ts';
