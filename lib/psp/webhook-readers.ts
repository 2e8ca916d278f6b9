import { readWebhook as adyen } from './adyen/webhooks.ts';
import { readWebhook as checkout_com } from './checkout_com/webhooks.ts';
import { readWebhook as paypal } from './paypal/webhooks.ts';
import type { ReadWebhook } from './psp-adapter.ts';
import type * as registry from './registry.ts';
import { readWebhook as square } from './square/webhooks.ts';
import { readWebhook as stripe } from './stripe/webhooks.ts';

/**
 * What reads the webhooks of each PSP. Separate from the adapters, so that only the function that receives them bundles it, for the PSPs of its
 * environment (`infra/lambda/bundling.ts`). Does not compile if a registered PSP is missing.
 */
export const webhookReaders = {
  adyen,
  checkout_com,
  paypal,
  square,
  stripe,
} as const satisfies Readonly<Record<keyof typeof registry, ReadWebhook>>;
