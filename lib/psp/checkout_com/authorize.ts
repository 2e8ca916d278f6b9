import { toWire } from '../../types/amount-rules.ts';
import type { CardNetwork } from '../../types/card.ts';
import { type Credential, isMerchantInitiated, type RepeatReason } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import {
  type Address,
  type BillingDetails,
  isWallet,
  type PaymentMethod,
  type WalletMethod,
} from '../../types/given-method.ts';
import type { Attempt, AuthorizationResult, AuthorizeRequest, Call, Declined } from '../../types/psp.ts';
import type { Exemption } from '../../types/three-d-secure.ts';
import { cut, descriptorText, metadataText, orderText, plainEmail } from '../payment-words.ts';
import { refuseUnlinked } from '../refuse-unlinked.ts';
import { splitCall } from '../split-call.ts';
import { capabilities } from './capabilities.ts';
import type { CheckoutComClient } from './client.ts';
import { tokenizeWallet } from './psp-token.ts';
import { readNewPayment } from './read-payment.ts';
import { readRefusal } from './read-refusal.ts';

/** The account's settings: whether it requests 3-D Secure for every payment, the city on statements, and the channel of its payments. */
export type AuthorizeSettings = {
  readonly three_ds: boolean;
  readonly descriptor_city: string | undefined;
  readonly processing_channel_id: string | undefined;
};

/** `POST /payments`, keyed by the attempt's reference. Source: PaymentRequest. */
export const authorize = async (
  client: CheckoutComClient,
  settings: AuthorizeSettings,
  attempt: Attempt,
  request: AuthorizeRequest,
  call: Call,
): Promise<AuthorizationResult> => {
  const amount = toWire(capabilities.amounts, attempt);
  if (!amount.ok) return { outcome: 'not_supported', code: amount.reason };
  const refused = refuseUnlinked(request);
  if (refused) return refused;
  const { first, rest } = splitCall(call, 3);
  const made = await sourceOf(client, request, first);
  if ('refusal' in made) return made.refusal;
  const reply = await client.post(
    '/payments',
    attempt.reference,
    {
      source: made.source,
      amount: amount.value,
      currency: attempt.currency.toUpperCase(),
      reference: attempt.reference,
      capture: attempt.capture_method === 'automatic',
      ...(settings.processing_channel_id === undefined
        ? {}
        : { processing_channel_id: settings.processing_channel_id }),
      ...repeatFields(request),
      ...(asksForThreeDs(settings, request) ? threeDs(request) : {}),
      ...returnUrls(request),
      ...customer(attempt, request),
      ...detailFields(attempt, settings),
      ...processing(request.payment_method),
      // Every event repeats the metadata, so that events of a capture or refund also identify the charge.
      metadata: { charge: attempt.reference, session: attempt.session, ...ownData(attempt) },
    },
    isWallet(request.payment_method) ? rest : call,
  );
  return reply.kind === 'answered' && (reply.status === 201 || reply.status === 202)
    ? readNewPayment(attempt, reply.status, reply.json)
    : readRefusal(reply);
};

const sourceOf = async (
  client: CheckoutComClient,
  { payment_method: method, credential }: AuthorizeRequest,
  call: Call,
): Promise<{ readonly source: object } | { readonly refusal: Declined }> => {
  if (!isWallet(method)) return { source: source(method, credential) };
  const made = await tokenizeWallet(client, method, call);
  if ('refusal' in made) return made;
  const { token } = made;
  return {
    source: { type: 'token', token, ...keepOf(credential), ...billingAddress(method.billing_details) },
  };
};

/** Sent in any case, because by default Checkout.com may store a card. Source: PaymentRequestCardSource, PaymentRequestTokenSource. */
const keepOf = (credential: Credential | undefined) => ({
  store_for_future_use: credential?.usage === 'store',
});

/** A `psp_token` is a token (`tok_…`) or a stored source (`src_…`). */
const source = (method: Exclude<PaymentMethod, WalletMethod>, credential: Credential | undefined) => {
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
        ...(cvc && { cvv: cvc.reveal() }),
        ...defined({ name: holder }),
        ...(credential?.usage === 'stored' && { stored: true }),
        ...keepOf(credential),
        ...address,
      };
    }
    case 'psp_token': {
      const token = method.token.reveal();
      return token.startsWith('src_')
        ? { type: 'id', id: token }
        : { type: 'token', token, ...keepOf(credential), ...address };
    }
    default:
      return method satisfies never;
  }
};

const billingAddress = (details: BillingDetails | undefined) => {
  const address = addressFields(details?.address);
  return address ? { billing_address: address } : {};
};

const addressFields = ({ line1, line2, city, state, postal_code, country }: Address = {}) => {
  const fields = Object.entries({
    address_line1: line1,
    address_line2: line2,
    city: city && cut(city, 50),
    state: state && cut(state, 50),
    zip: postal_code,
    // Checkout.com's country codes do not include Kosovo.
    country: country === 'XK' ? undefined : country,
  }).filter(([, value]) => value !== undefined && value !== '');
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
};

/** The networks that can be preferred. Source: ProcessingSettings. */
const schemes: readonly CardNetwork[] = ['mastercard', 'visa', 'cartes_bancaires'];

const processing = (method: PaymentMethod) =>
  method.type === 'card' && method.card.network && schemes.includes(method.card.network)
    ? { processing: { preferred_scheme: method.card.network } }
    : {};

const asksForThreeDs = (settings: AuthorizeSettings, { challenge, credential }: AuthorizeRequest): boolean =>
  !isMerchantInitiated(credential) && (settings.three_ds || challenge === true);

/** Source: `previous_payment_id`, which takes a network transaction id as well as a Checkout.com payment id. */
const repeatFields = ({ credential }: AuthorizeRequest) => {
  if (storesForMerchant(credential)) return { payment_type: paymentTypes.unscheduled };
  return isMerchantInitiated(credential)
    ? {
        merchant_initiated: true,
        payment_type: paymentTypes[credential.reason],
        ...(credential.network_transaction_id === undefined
          ? {}
          : { previous_payment_id: credential.network_transaction_id }),
      }
    : {};
};

/** The customer agrees to later payments in their absence. */
const storesForMerchant = (credential: Credential | undefined): boolean =>
  credential?.usage === 'store' && credential.for === 'off_session';

/** A merchant-initiated payment must not be `Regular`. Source: PaymentRequest of Checkout.com's .NET library, August 2026. */
const paymentTypes: Readonly<Record<RepeatReason, string>> = {
  recurring: 'Recurring',
  unscheduled: 'Unscheduled',
  installment: 'Installment',
};

/** A card whose issuer does not participate in 3-D Secure is charged without it. */
const threeDs = (request: AuthorizeRequest) => ({
  '3ds': {
    enabled: true,
    attempt_n3d: true,
    ...(request.exemption && { exemption: exemptionNames[request.exemption] }),
    ...(requestsChallenge(request) && { challenge_indicator: 'challenge_requested_mandate' }),
  },
});

/**
 * Payments in the customer's absence may be declined unless the first one requested a challenge. Source: Checkout.com, "Unscheduled payments with
 * stored card details", of 7 January 2026.
 */
const requestsChallenge = ({ exemption, challenge, credential }: AuthorizeRequest) =>
  challenge || (storesForMerchant(credential) && !exemption);

/**
 * Also for a payment without 3-D Secure: if the issuer insists, Checkout.com itself adds it and returns a page for the customer. Source: Checkout.com,
 * "Manage SCA retries", of 7 January 2026.
 */
const returnUrls = ({ return_url, credential }: AuthorizeRequest) =>
  isMerchantInitiated(credential) ? {} : { success_url: return_url, failure_url: return_url };

const exemptionNames: Readonly<Record<Exemption, string>> = {
  low_value: 'low_value',
  tra: 'transaction_risk_assessment',
  secure_corporate: 'secure_corporate_payment',
  trusted_beneficiary: 'trusted_listing',
};

const customer = ({ details }: Attempt, { client_ip }: AuthorizeRequest) => ({
  ...customerWith(plainEmail(details?.customer?.email)),
  // Checkout.com's risk engine accepts only IPv4.
  ...(client_ip !== undefined && /^\d{1,3}(\.\d{1,3}){3}$/.test(client_ip) ? { payment_ip: client_ip } : {}),
});

const customerWith = (email: string | undefined) => (email === undefined ? {} : { customer: { email } });

/** A descriptor requires the city shown on the statement, which is the account's. */
const detailFields = ({ details = {} }: Attempt, { descriptor_city }: AuthorizeSettings) => {
  const description = orderText(details, 100);
  const name = descriptorText(capabilities, details);
  const address = addressFields(details.shipping?.address);
  return {
    ...defined({ description }),
    ...(name === undefined || descriptor_city === undefined
      ? {}
      : { billing_descriptor: { name, city: descriptor_city } }),
    ...(address && { shipping: { address } }),
  };
};

const ownData = ({ details = {} }: Attempt) => {
  const metadata = metadataText(details, 255);
  return {
    ...defined({ order: details.order, customer: details.customer?.id, metadata }),
  };
};
