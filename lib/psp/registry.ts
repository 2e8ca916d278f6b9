/**
 * Every PSP that this service supports, by the id used in an account's configuration. Here a PSP is one line; what else it takes is in
 * [the recipe](../README.md#recipes). A deployed function contains only those of its environment's accounts.
 */
export { adyen } from './adyen/adapter.ts';
export { checkoutCom as checkout_com } from './checkout_com/adapter.ts';
export { paypal } from './paypal/adapter.ts';
export { square } from './square/adapter.ts';
export { stripe } from './stripe/adapter.ts';
