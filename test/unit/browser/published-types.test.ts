import { expect, test } from '@jest/globals';
import type { PaymentLink } from '../../../clients/browser/src/page/begin-link.ts';
import type { CheckoutSession, SavedCard } from '../../../clients/browser/src/types.ts';
import {
  type RedactedCheckoutSessionObject,
  redactedCheckoutSession,
} from '../../../lib/contract/checkout-session.ts';
import type { RedactedPaymentLinkObject } from '../../../lib/contract/payment-link.ts';
import { renderSession } from '../../../lib/http/render-session.ts';
import { sampleSession } from '../http/records.ts';

type Card = NonNullable<RedactedCheckoutSessionObject['vault']>['saved_cards'][number];

/** The browser library publishes these wider than the service returns them. */
type Wider = 'vault' | 'last_payment_error';

/** Each compiles only while both sides agree: what the service returns is documented, and nothing is documented that it does not return. */
const returned = {
  session: (session: RedactedCheckoutSessionObject): CheckoutSession => session,
  card: (card: Card): SavedCard => card,
  link: (link: RedactedPaymentLinkObject): PaymentLink => link,
};
const documented = {
  session: (
    session: Omit<CheckoutSession, Wider>,
  ): Pick<RedactedCheckoutSessionObject, Exclude<keyof CheckoutSession, Wider>> => session,
  card: (card: SavedCard): Card => card,
};

test('a page gets the session that the browser library documents', () => {
  const rendered = renderSession(sampleSession(), { now: 0, client_secret: null, view: 'redacted' });
  const session = documented.session(returned.session({ vault: null, ...rendered }));
  expect(redactedCheckoutSession.parse(session)).toEqual(rendered);
});
