import { toWire } from '../../types/amount-rules.ts';
import { defined } from '../../types/defined.ts';
import type { Address } from '../../types/given-method.ts';
import type { Attempt, Call, Declined, Unknown } from '../../types/psp.ts';
import { cutBytes, descriptorText, orderText } from '../payment-words.ts';
import { addressFields } from './address-fields.ts';
import { capabilities } from './capabilities.ts';
import { type PayPalClient, readSuccess } from './client.ts';
import { writeMoney } from './money.ts';
import { isAmountOf, isForeign, type Order, parseOrder } from './payment.ts';
import { readRefusal } from './read-refusal.ts';

/** `refusal`: no order. `doubt`: an unexpected response, so this order must not be paid. */
type CreatedOrder =
  | { readonly order: Order }
  | { readonly refusal: Declined | Unknown }
  | { readonly doubt: Unknown };

/**
 * Creates the attempt's order without a payment source, which moves no money. Key and body depend on the attempt alone: a repeat within PayPal's six
 * hours, even by recovery without the card, gets the same order in its current state. The invoice id depends on the attempt, too: an account that
 * requires unique ones (PayPal's default) never takes a second payment for it.
 */
export const createOrder = async (
  client: PayPalClient,
  attempt: Attempt,
  call: Call,
): Promise<CreatedOrder> => {
  const amount = toWire(capabilities.amounts, attempt);
  const unit = {
    reference_id: 'default',
    custom_id: attempt.reference,
    invoice_id: attempt.reference,
    ...(amount.ok ? { amount: writeMoney(amount.value, attempt.currency) } : {}),
    ...wordsOf(attempt),
  };
  const reply = await client.post({
    path: '/v2/checkout/orders',
    key: `${attempt.reference}-o`,
    headers: client.attribution,
    body: JSON.stringify({
      intent: attempt.capture_method === 'automatic' ? 'CAPTURE' : 'AUTHORIZE',
      purchase_units: [unit],
    }),
    ...call,
  });
  const success = readSuccess(reply);
  if (success === undefined) return { refusal: readRefusal(reply) };
  const order = parseOrder(success.json);
  if (order === undefined || isForeign(attempt, order))
    return { doubt: { outcome: 'unknown', doubt: 'unreadable_answer' } };
  return isAmountOf(attempt, order.amount)
    ? { order }
    : { doubt: { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: order.id } };
};

/** PayPal has no field for metadata. */
const wordsOf = ({ details = {} }: Attempt) => {
  // The length is meant for plain letters: other characters take more of it.
  const description = orderText(details, 127, cutBytes);
  const soft_descriptor = descriptorText(capabilities, details);
  const address = shippingAddress(details.shipping?.address);
  // PayPal requires names of three characters or more.
  const given = details.shipping?.name;
  const name = given !== undefined && given.length >= 3 ? given : undefined;
  return {
    ...defined({ description, soft_descriptor }),
    ...(address && { shipping: { ...(name === undefined ? {} : { name: { full_name: name } }), address } }),
  };
};

/** PayPal accepts a shipping address only if it is complete: an order with part of one would be refused. Not every country has postal codes. */
const shippingAddress = (address: Address | undefined) =>
  address?.line1 && address.city ? addressFields(address) : undefined;
