import { toWire } from '../../types/amount-rules.ts';
import type { Attempt, Call, Unknown } from '../../types/psp.ts';
import { descriptorText, metadataText } from '../payment-words.ts';
import { echoesAmount } from '../wire-amounts.ts';
import { addressFields } from './address-fields.ts';
import { isForeign, mismatch } from './authorization-result.ts';
import { capabilities } from './capabilities.ts';
import type { StripeClient } from './client.ts';
import { type PaymentIntent, readPaymentIntent } from './payment-intent.ts';
import type { Refusal } from './verdict.ts';

/** `created`: the intent at its creation. `refused`: no intent. `doubtful`: an unexpected response, so this intent must not be confirmed. */
export type CreatedIntent =
  | { readonly kind: 'created'; readonly intent: PaymentIntent; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly reply: Refusal }
  | { readonly kind: 'doubtful'; readonly doubt: Unknown };

/**
 * Creates the attempt's intent without a payment method, which moves no money. Key and body depend on the attempt alone: a repeat within Stripe's 24
 * hours, even by recovery without the card, gets the id of the same intent.
 */
export const createIntent = async (
  client: StripeClient,
  attempt: Attempt,
  call: Call,
): Promise<CreatedIntent> => {
  const amount = toWire(capabilities.amounts, attempt);
  const fields = {
    amount: amount.ok ? amount.value : undefined,
    currency: attempt.currency,
    capture_method: attempt.capture_method,
    payment_method_types: ['card'],
    customer: attempt.psp_customer,
    ...words(attempt),
    metadata: { charge: attempt.reference, session: attempt.session, ...ownData(attempt) },
  };
  const reply = await client.post('/v1/payment_intents', fields, `${attempt.reference}-pi`, call);
  if (reply.kind !== 'object') return { kind: 'refused', reply };
  const intent = readPaymentIntent(reply.body);
  if (intent === undefined || isForeign(attempt, intent))
    return { kind: 'doubtful', doubt: { outcome: 'unknown', doubt: 'unreadable_answer' } };
  if (!echoesAmount(capabilities.amounts, attempt, intent.amount, intent.currency))
    return { kind: 'doubtful', doubt: mismatch(intent) };
  return { kind: 'created', intent, replayed: reply.replayed };
};

/** A card's statement shows a suffix to the account's own text. Stripe accepts an address only with a name. */
const words = ({ details = {} }: Attempt) => {
  const { description, shipping } = details;
  const suffix = descriptorText(capabilities, details);
  return {
    description,
    statement_descriptor_suffix: suffix,
    shipping:
      shipping?.name === undefined
        ? undefined
        : { name: shipping.name, phone: shipping.phone, address: addressFields(shipping.address) },
  };
};

const ownData = ({ details = {} }: Attempt) => ({
  order: details.order,
  customer: details.customer?.id,
  metadata: metadataText(details, 500),
});
