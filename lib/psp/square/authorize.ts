import { toWire } from '../../types/amount-rules.ts';
import type { Credential } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import { type Address, isWallet } from '../../types/given-method.ts';
import type { Attempt, AuthorizationResult, AuthorizeRequest, Call } from '../../types/psp.ts';
import { at } from '../json.ts';
import { descriptorText, internationalPhone, orderText, plainEmail } from '../payment-words.ts';
import { capabilities } from './capabilities.ts';
import { readSuccess, type SquareClient } from './client.ts';
import { readToken } from './psp-token.ts';
import { readPayment } from './read-payment.ts';
import { readRefusal } from './read-refusal.ts';

/**
 * `POST /v2/payments`, keyed by the attempt's reference. Without the account's setting `location_id`, nothing is sent. Source: CreatePaymentRequest.
 */
export const authorize = async (
  client: SquareClient,
  attempt: Attempt,
  request: AuthorizeRequest,
  call: Call,
): Promise<AuthorizationResult> => {
  const { location_id } = client;
  const { payment_method } = request;
  if (payment_method.type === 'card') return { outcome: 'not_supported', code: 'card_not_supported' };
  // Only Square's own fields can turn a wallet's token into a Square token.
  if (isWallet(payment_method)) return { outcome: 'not_supported', code: 'wallet_not_supported' };
  const token = readToken(payment_method.token.reveal());
  if (token === undefined) return { outcome: 'invalid_request', code: 'psp_token_unreadable' };
  const amount = toWire(capabilities.amounts, attempt);
  if (!amount.ok) return { outcome: 'not_supported', code: amount.reason };
  if (location_id === undefined) return { outcome: 'psp_unavailable', code: 'location_missing' };
  const reply = await client.post(
    '/v2/payments',
    {
      ...token,
      idempotency_key: attempt.reference,
      amount_money: { amount: amount.value, currency: attempt.currency.toUpperCase() },
      autocomplete: attempt.capture_method === 'automatic',
      location_id,
      reference_id: attempt.reference,
      ...customerFields(request.credential),
      ...detailFields(attempt),
      ...fieldIfGiven('billing_address', addressFields(payment_method.billing_details?.address)),
    },
    call,
  );
  const json = readSuccess(reply);
  if (json === undefined) return readRefusal(reply);
  const result = readPayment(attempt, at(json, 'payment'));
  // A cancel made elsewhere is a definite decline that must not lead to another PSP.
  if (result.outcome !== 'canceled') return result;
  const { psp_reference } = result;
  return { outcome: 'unmapped', code: 'canceled', ...defined({ psp_reference }) };
};

/** Source: CustomerDetails. */
const customerFields = (credential: Credential | undefined) =>
  credential?.usage === 'stored'
    ? { customer_details: { customer_initiated: credential.initiator === 'customer' } }
    : {};

/** Square has no field for metadata, and its customer ids are its own. */
const detailFields = ({ details = {} }: Attempt) => ({
  ...fieldIfGiven('buyer_email_address', plainEmail(details.customer?.email)),
  ...fieldIfGiven('buyer_phone_number', squarePhone(details.customer?.phone)),
  ...fieldIfGiven('note', orderText(details, 500)),
  ...fieldIfGiven('statement_description_identifier', descriptorText(capabilities, details)),
  ...fieldIfGiven('shipping_address', addressFields(details.shipping?.address)),
});

/** Square refuses numbers with fewer than nine digits. */
const squarePhone = (given: string | undefined): string | undefined => {
  const phone = internationalPhone(given);
  return phone !== undefined && phone.length > 9 ? phone : undefined;
};

const fieldIfGiven = (field: string, value: unknown): { readonly [field: string]: unknown } =>
  value === undefined ? {} : { [field]: value };

const addressFields = ({ line1, line2, city, state, postal_code, country }: Address = {}) => {
  const fields = Object.entries({
    address_line_1: line1,
    address_line_2: line2,
    locality: city,
    administrative_district_level_1: state,
    postal_code,
    // Square's `Country` does not include Kosovo.
    country: country === 'XK' ? undefined : country,
  }).filter(([, value]) => value);
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
};
