import type * as registry from '../../lib/psp/registry.ts';
import { adyenSubject } from './adyen.ts';
import { checkoutComSubject } from './checkout-com.ts';
import { paypalSubject } from './paypal.ts';
import type { PspSubject, SpecSource } from './psp-subject.ts';
import { squareSubject } from './square.ts';
import { stripeSubject } from './stripe.ts';

/** Every PSP as the contract suite sees it. One of the registry that is not here does not compile. */
export const subjects = {
  adyen: adyenSubject,
  checkout_com: checkoutComSubject,
  paypal: paypalSubject,
  square: squareSubject,
  stripe: stripeSubject,
} satisfies Readonly<Record<keyof typeof registry, PspSubject>>;

/** Every official document that a test reads. */
export const specSources: readonly SpecSource[] = Object.values(subjects).flatMap(
  ({ specification }) => specification.sources,
);
