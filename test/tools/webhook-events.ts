import { chosenEvents } from '../../lib/psp/adyen/examine-account.ts';
import { eventsRead as ofAdyen } from '../../lib/psp/adyen/read-claim.ts';
import { eventsRead as ofCheckoutCom } from '../../lib/psp/checkout_com/read-webhook.ts';
import { neededEvents as ofPayPal } from '../../lib/psp/paypal/examine-account.ts';
import type * as registry from '../../lib/psp/registry.ts';
import { eventsRead as ofSquare } from '../../lib/psp/square/read-webhook.ts';
import { eventsRead as ofStripe } from '../../lib/psp/stripe/read-webhook.ts';
import { pspName } from '../../local/pages/browser/words.ts';

/** The events that each account needs, by what a PSP's own pages sort them into; '' if they are not sorted. */
const webhookEvents: Readonly<Record<keyof typeof registry, Readonly<Record<string, readonly string[]>>>> = {
  stripe: { '': ofStripe },
  adyen: {
    'in every standard webhook': ofAdyen.filter((code) => !chosenEvents.includes(code)),
    'to be switched on': chosenEvents,
  },
  checkout_com: ofCheckoutCom,
  paypal: { '': ofPayPal },
  square: { '': ofSquare },
};

/** As a list in Markdown. */
export const webhookEventList = (): string =>
  Object.entries(webhookEvents)
    .map(([psp, sorted]) => `* **${pspName(psp)}**: ${Object.entries(sorted).map(sentence).join('; ')}`)
    .join('\n');

const sentence = ([sort, events]: readonly [string, readonly string[]]): string => {
  const names = events.map((name) => `\`${name}\``).join(', ');
  return sort === '' ? names : `${sort} ${names}`;
};
