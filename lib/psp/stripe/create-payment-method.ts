import type { PaymentMethod } from '../../types/given-method.ts';
import type { Customer } from '../../types/payment-details.ts';
import type { Attempt, Call } from '../../types/psp.ts';
import type { FormValue } from '../encode-form.ts';
import { plainEmail } from '../payment-words.ts';
import { addressFields } from './address-fields.ts';
import { keyOf, type Reply, type StripeClient } from './client.ts';

type RawCard = Extract<PaymentMethod, { type: 'card' }>;

/** Sends the card to Stripe for one use; moves no money. It has its own key, so that a repeated attempt confirms with the same payment method id. */
export const createPaymentMethod = (
  client: StripeClient,
  attempt: Attempt,
  { card, billing_details }: RawCard,
  call: Call,
): Promise<Reply> =>
  client.post(
    '/v1/payment_methods',
    {
      type: 'card',
      card: {
        number: card.number.reveal(),
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        cvc: card.cvc?.reveal(),
      },
      billing_details: billing(card.name, billing_details, attempt.details?.customer),
    },
    keyOf.paymentMethod(attempt.reference),
    call,
  );

const billing = (
  name: string | undefined,
  details: RawCard['billing_details'],
  customer: Customer | undefined,
): FormValue => ({
  name: details?.name ?? name,
  email: plainEmail(details?.email ?? customer?.email),
  phone: details?.phone ?? customer?.phone,
  address: details?.address && addressFields(details.address),
});
