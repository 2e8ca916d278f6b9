import { toWire } from '../../types/amount-rules.ts';
import { isMerchantInitiated } from '../../types/credential.ts';
import { defined } from '../../types/defined.ts';
import type { Address } from '../../types/given-method.ts';
import type { Attempt, AuthorizationResult, AuthorizeRequest, Call } from '../../types/psp.ts';
import type { BrowserData, Exemption } from '../../types/three-d-secure.ts';
import { descriptorText, internationalPhone, metadataText, plainEmail } from '../payment-words.ts';
import { refuseUnlinked } from '../refuse-unlinked.ts';
import { capabilities } from './capabilities.ts';
import type { AdyenClient } from './client.ts';
import { credentialFields, paymentMethodFields } from './payment-method-fields.ts';
import { readPayment } from './read-payment.ts';
import { readRefusal } from './read-refusal.ts';

/** `POST /payments`, keyed by the attempt's reference. Source: PaymentRequest of Checkout API v72. */
export const authorize = async (
  post: AdyenClient,
  store: string | undefined,
  attempt: Attempt,
  request: AuthorizeRequest,
  call: Call,
): Promise<AuthorizationResult> => {
  const amount = toWire(capabilities.amounts, attempt);
  if (!amount.ok) return { outcome: 'not_supported', code: amount.reason };
  const refused = refuseUnlinked(request);
  if (refused) return refused;
  const paymentMethod = paymentMethodFields(request);
  if (paymentMethod === undefined) return { outcome: 'invalid_request', code: 'psp_token_unreadable' };
  const reply = await post(
    '/payments',
    attempt.reference,
    (merchantAccount) => ({
      merchantAccount,
      ...defined({ store }),
      reference: attempt.reference,
      amount: { currency: attempt.currency.toUpperCase(), value: amount.value },
      ...paymentMethod,
      ...credentialFields(request.credential),
      ...storeFields(attempt, request),
      ...additionalData(attempt, request),
      ...authenticationFields(request),
      ...customerFields(request),
      ...detailFields(attempt, paymentMethod),
    }),
    call,
  );
  return reply.kind === 'answered' && reply.status === 200
    ? readPayment(attempt, reply.json)
    : readRefusal(reply);
};

/** The capture mode is set on every payment, so that the account's default never decides. */
const additionalData = ({ capture_method }: Attempt, { exemption }: AuthorizeRequest) => {
  const entries = {
    ...(capture_method === 'manual' && { manualCapture: 'true' }),
    ...(exemption && { scaExemption: exemptionNames[exemption] }),
  };
  return {
    ...(Object.keys(entries).length === 0 ? {} : { additionalData: entries }),
    ...(capture_method === 'manual' ? {} : { captureDelayHours: 0 }),
  };
};

const exemptionNames: Readonly<Record<Exemption, string>> = {
  low_value: 'lowValue',
  tra: 'transactionRiskAnalysis',
  secure_corporate: 'secureCorporate',
  trusted_beneficiary: 'trustedBeneficiary',
};

/** Adyen stores only cards encrypted by its own fields, and stores them for a shopper. */
const storeFields = ({ details }: Attempt, { payment_method, credential }: AuthorizeRequest) =>
  credential?.usage === 'store' && payment_method.type === 'psp_token' && shopperOf(details) !== undefined
    ? { storePaymentMethod: true }
    : {};

const authenticationFields = (request: AuthorizeRequest) =>
  isMerchantInitiated(request.credential)
    ? { returnUrl: request.return_url, authenticationData: { attemptAuthentication: 'never' } }
    : redirectFields(request);

/**
 * 3-D Secure by redirect only: this service has no native component, and both redirects are plain URLs (GET). The account's own rules decide when
 * Adyen authenticates, unless the issuer has required a challenge.
 */
const redirectFields = ({ return_url, browser, challenge }: AuthorizeRequest) => ({
  channel: 'Web',
  returnUrl: return_url,
  redirectToIssuerMethod: 'GET',
  redirectFromIssuerMethod: 'GET',
  authenticationData: {
    ...(challenge && { attemptAuthentication: 'always' }),
    threeDSRequestData: { nativeThreeDS: 'disabled' },
  },
  ...(challenge && { threeDS2RequestData: { threeDSRequestorChallengeInd: '04' } }),
  ...(browser && { browserInfo: browserInfo(browser) }),
});

const browserInfo = (browser: BrowserData) => ({
  userAgent: browser.user_agent,
  acceptHeader: browser.accept_header,
  language: browser.language,
  colorDepth: browser.color_depth,
  screenHeight: browser.screen_height,
  screenWidth: browser.screen_width,
  timeZoneOffset: browser.time_zone_offset,
  javaEnabled: browser.java_enabled,
});

const customerFields = ({ payment_method, client_ip }: AuthorizeRequest) => {
  const billingAddress = addressFields(payment_method.billing_details?.address);
  return {
    ...defined({ shopperIP: client_ip }),
    ...(billingAddress && { billingAddress }),
  };
};

/** Adyen refuses shorter shopper references. */
const shopperOf = (details: Attempt['details']): string | undefined => {
  const id = details?.customer?.id;
  return id === undefined || id.length < 3 ? undefined : id;
};

/** A stored card names its own shopper. */
const detailFields = ({ details = {} }: Attempt, method: object) => {
  const { order, customer, shipping } = details;
  const statement = descriptorText(capabilities, details);
  const phone = internationalPhone(customer?.phone);
  const shopper = shopperOf(details);
  const metadata = metadataText(details, 80);
  const deliveryAddress = addressFields(shipping?.address);
  return {
    ...defined({ shopperEmail: plainEmail(customer?.email), telephoneNumber: phone }),
    ...(shopper === undefined || 'shopperReference' in method ? {} : { shopperReference: shopper }),
    ...defined({ merchantOrderReference: order }),
    ...(deliveryAddress && { deliveryAddress }),
    ...defined({ shopperStatement: statement }),
    ...(metadata === undefined ? {} : { metadata: { metadata } }),
  };
};

/**
 * Adyen accepts only complete addresses, with a separate house number: an unused second line or Adyen's own placeholder fills it. Addresses that
 * Adyen would refuse are left out: in the USA and Canada it requires a state of two letters, and it has no code for Kosovo.
 */
const addressFields = (address: Address = {}) => {
  const { line1, line2, city, country } = address;
  const postalCode = postalCodeOf(address);
  const stateOrProvince = stateOf(address);
  if (!line1 || !city || !postalCode) return undefined;
  if (!country || country === 'XK') return undefined;
  if (statesNeeded.includes(country) && stateOrProvince === undefined) return undefined;
  return {
    street: line1,
    houseNumberOrName: line2 || 'NA',
    city,
    postalCode,
    ...defined({ stateOrProvince }),
    country,
  };
};

const statesNeeded: readonly string[] = ['US', 'CA'];

/** At most five digits in the USA, ten characters elsewhere. */
const postalCodeOf = ({ postal_code, country }: Address): string | undefined => {
  const code = country === 'US' ? /^(\d{5})(?:[ -]?\d{4})?$/.exec(postal_code ?? '')?.[1] : postal_code;
  return code !== undefined && code.length <= 10 ? code : undefined;
};

const stateOf = ({ state, country }: Address): string | undefined => {
  if (state === undefined || state.length > 3) return undefined;
  return statesNeeded.includes(country ?? '') && !/^[A-Z]{2}$/i.test(state) ? undefined : state || undefined;
};
