import type * as registry from '../../lib/psp/registry.ts';
import { adyenSubject } from './adyen-subject.ts';
import { checkoutComSubject } from './checkout-com-subject.ts';
import { paypalSubject } from './paypal-subject.ts';
import type { PspSubject } from './psp-subject.ts';
import { squareSubject } from './square-subject.ts';
import { stripeSubject } from './stripe-subject.ts';

/** Every PSP as the contract suite sees it. One of the registry that is not here does not compile. */
export const subjects = {
  adyen: adyenSubject,
  checkout_com: checkoutComSubject,
  paypal: paypalSubject,
  square: squareSubject,
  stripe: stripeSubject,
} satisfies Readonly<Record<keyof typeof registry, PspSubject>>;
