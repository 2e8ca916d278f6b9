import { toWire } from '../../types/amount-rules.ts';
import type { Attempt, Call, LookUpResult, Unknown } from '../../types/psp.ts';
import { descriptorText, metadataText } from '../payment-words.ts';
import { toUnknown } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import { echoesAmount } from '../wire-amounts.ts';
import { addressFields } from './address-fields.ts';
import { capabilities } from './capabilities.ts';
import { keyOf, type StripeClient } from './client.ts';
import { type PaymentIntent, parseIntent } from './payment.ts';
import { isForeign, leaveUnknown } from './read-payment.ts';
import { type Refusal, readRefusal } from './read-refusal.ts';

/** `created`: the intent at its creation. `refused`: no intent. `unknown`: an unexpected response, so this intent must not be confirmed. */
type CreatedIntent =
  | { readonly kind: 'created'; readonly intent: PaymentIntent; readonly replayed: boolean }
  | { readonly kind: 'refused'; readonly reply: Refusal }
  | { readonly kind: 'unknown'; readonly result: Unknown };

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
  const reply = await client.post('/v1/payment_intents', fields, keyOf.intent(attempt.reference), call);
  if (reply.kind !== 'object') return { kind: 'refused', reply };
  const intent = parseIntent(reply.body);
  if (intent === undefined || isForeign(attempt, intent))
    return { kind: 'unknown', result: { outcome: 'unknown', doubt: 'unreadable_answer' } };
  if (!echoesAmount(capabilities.amounts, attempt, intent.amount, intent.currency))
    return { kind: 'unknown', result: leaveUnknown(intent, 'amount_mismatch') };
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

/** The attempt's intent and what is left of the call for it, or what follows if there is none. */
type Located =
  | { readonly kind: 'located'; readonly id: string; readonly rest: Call }
  | {
      readonly kind: 'unlocated';
      readonly result: Extract<LookUpResult, { outcome: 'unknown' | 'duplicate' | 'absent' }>;
    };

/** Finds an attempt's intent by its recorded id, or by repeating its creation, which returns the same intent while the key is kept. */
export const locateIntent = async (client: StripeClient, attempt: Attempt, call: Call): Promise<Located> => {
  if (attempt.psp_reference !== undefined) return { kind: 'located', id: attempt.psp_reference, rest: call };

  const { first, rest } = splitCall(call, 2);
  const created = await createIntent(client, attempt, first);
  switch (created.kind) {
    case 'unknown':
      return { kind: 'unlocated', result: created.result };
    case 'refused':
      // A stored 5xx: no call of this attempt ever got an intent to confirm, or will.
      return created.reply.kind === 'refused' && created.reply.status >= 500 && created.reply.replayed
        ? { kind: 'unlocated', result: { outcome: 'absent' } }
        : { kind: 'unlocated', result: toUnknown(readRefusal(created.reply)) };
    case 'created':
      return { kind: 'located', id: created.intent.id, rest };
    default: {
      const never: never = created;
      return never;
    }
  }
};
