import { toWire } from '../../types/amount-rules.ts';
import type { BillingDetails, CardNetwork, PaymentMethod } from '../../types/card.ts';
import type { Attempt, AuthorizationAnswer, AuthorizeRequest, Call } from '../../types/psp.ts';
import { capabilities } from './capabilities.ts';
import type { CheckoutComConnection } from './connection.ts';
import { newPaymentAnswer } from './payment-answer.ts';
import { readRefusal } from './read-refusal.ts';

/** Whether the account asks for 3-D Secure on every payment. */
export type AuthorizeSettings = { readonly three_ds: boolean };

/** `POST /payments`, keyed by the attempt's reference. Source: PaymentRequest. */
export const authorize = async (
  connection: CheckoutComConnection,
  settings: AuthorizeSettings,
  attempt: Attempt,
  request: AuthorizeRequest,
  { timeout_ms }: Call,
): Promise<AuthorizationAnswer> => {
  const amount = toWire(capabilities.amounts, attempt);
  if (!amount.ok) return { outcome: 'not_supported', code: amount.reason };
  const reply = await connection.post(
    '/payments',
    attempt.reference,
    {
      source: source(request.payment_method),
      amount: amount.value,
      currency: attempt.currency.toUpperCase(),
      reference: attempt.reference,
      capture: attempt.capture_method === 'automatic',
      ...(settings.three_ds ? threeDs(request) : {}),
      ...customer(request),
      ...processing(request.payment_method),
      // Every event repeats it, so that events of a capture or refund lead to the charge, too.
      metadata: { charge: attempt.reference, session: attempt.session },
    },
    timeout_ms,
  );
  return reply.kind === 'answered' && (reply.status === 201 || reply.status === 202)
    ? newPaymentAnswer(attempt, reply.status, reply.json)
    : readRefusal(reply);
};

/** A `psp_token` is a token (`tok_…`) or a stored source (`src_…`). */
const source = (method: PaymentMethod) => {
  const address = billingAddress(method.billing_details);
  switch (method.type) {
    case 'card': {
      const { number, cvc, exp_month, exp_year, name } = method.card;
      const holder = name ?? method.billing_details?.name;
      return {
        type: 'card',
        number: number.reveal(),
        expiry_month: exp_month,
        expiry_year: exp_year,
        cvv: cvc.reveal(),
        ...(holder === undefined ? {} : { name: holder }),
        ...address,
      };
    }
    case 'psp_token': {
      const token = method.token.reveal();
      return token.startsWith('src_') ? { type: 'id', id: token } : { type: 'token', token, ...address };
    }
    default:
      return method satisfies never;
  }
};

const billingAddress = (details: BillingDetails | undefined) => {
  const { line1, line2, city, state, postal_code, country } = details?.address ?? {};
  const fields = Object.entries({
    address_line1: line1,
    address_line2: line2,
    city,
    state,
    zip: postal_code,
    country,
  }).filter(([, value]) => value !== undefined && value !== '');
  return fields.length === 0 ? {} : { billing_address: Object.fromEntries(fields) };
};

/** The networks that can be preferred. Source: ProcessingSettings. */
const schemes: readonly CardNetwork[] = ['mastercard', 'visa', 'cartes_bancaires'];

const processing = (method: PaymentMethod) =>
  method.type === 'card' && method.card.network && schemes.includes(method.card.network)
    ? { processing: { preferred_scheme: method.card.network } }
    : {};

/** A card whose issuer does not take part in 3-D Secure is charged without it. */
const threeDs = ({ return_url }: AuthorizeRequest) => ({
  '3ds': { enabled: true, attempt_n3d: true },
  success_url: return_url,
  failure_url: return_url,
});

const customer = ({ customer_email, client_ip, order }: AuthorizeRequest) => ({
  ...(customer_email === undefined ? {} : { customer: { email: customer_email } }),
  // Its risk engine takes IPv4 only.
  ...(client_ip !== undefined && /^\d{1,3}(\.\d{1,3}){3}$/.test(client_ip) ? { payment_ip: client_ip } : {}),
  ...(order === undefined ? {} : { description: order }),
});
