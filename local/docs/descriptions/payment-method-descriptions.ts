import type { Descriptions } from './descriptions.ts';

const billing_details = 'Who pays, for the checks by PSP and issuer.';

export const paymentMethodDescriptions: Descriptions = {
  CardPaymentMethod: {
    '': 'A card number. Accepted only if the environment allows it (`CARD_CAPTURE`), because sending one puts you in the scope of PCI DSS.',
    type: 'Always `card`.',
    card: 'The card. Never stored, never logged.',
    billing_details,
  },
  Card: {
    '': 'A card.',
    number: '12 to 19 digits without spaces, with a valid check digit.',
    exp_month: 'The month of expiry.',
    exp_year: 'The year of expiry, four digits.',
    cvc: 'The security code, 3 or 4 digits.',
    name: 'The name on the card.',
    network:
      'The network that the customer chose, for a card with two. It must be the brand of the number, or `cartes_bancaires` on Visa, Mastercard or Maestro. Without it the PSP decides. PSPs that do not support a choice ignore it.',
  },
  CardTokenPaymentMethod: {
    '': 'A card that the vault collected for this session. Any PSP in the plan can charge it, and its number never reaches this service.',
    type: 'Always `card_token`.',
    token: "The vault's token for the card.",
    receipt:
      'The signed receipt from our own vault, with brand, last digits and expiry. A vendor’s vault gives none.',
    billing_details,
  },
  PspTokenPaymentMethod: {
    '': 'A token that a PSP issued for a card. It works only at that PSP, so no other one is tried.',
    type: 'Always `psp_token`.',
    psp: 'The PSP account that the token belongs to. It must be in the session’s plan.',
    token: "The token in that PSP's own format.",
    billing_details,
  },
  ApplePayPaymentMethod: {
    '': 'An Apple Pay token for one payment, still encrypted. This service cannot read it and passes it to a PSP that can.',
    type: 'Always `applepay`.',
    token: '`payment.token.paymentData` as JSON. Never stored, never logged.',
    psps: 'The PSP accounts it is encrypted for. Only these are tried, and a second one only if the first did nothing.',
    billing_details,
  },
  GooglePayPaymentMethod: {
    '': 'A Google Pay token for one payment, still encrypted. This service cannot read it and passes it to a PSP that can.',
    type: 'Always `googlepay`.',
    token: '`paymentMethodData.tokenizationData.token` as it is. Never stored, never logged.',
    psps: 'The PSP accounts it is encrypted for. Only these are tried, and a second one only if the first did nothing.',
    billing_details,
  },
  BillingDetails: {
    '': 'Who pays.',
    name: 'Full name.',
    email: 'Email address.',
    phone: 'Telephone number.',
    address: 'Postal address.',
  },
  StoredBillingDetails: {
    '': 'Who pays.',
    name: 'Full name.',
    email: 'Email address.',
    phone: 'Telephone number.',
    address: 'Postal address.',
  },
  Customer: {
    '': 'Who pays, as you know them.',
    id: 'Your own id.',
    email: 'Email address.',
    phone: 'Telephone number. PSPs that require a country code get it only in that form (`+44 20 …`).',
  },
  Shipping: {
    '': 'Where the goods are sent.',
    name: 'The recipient.',
    phone: 'Telephone number.',
    address: 'Postal address.',
  },
  Browser: {
    '': "The customer's browser, for 3-D Secure. Never stored.",
    color_depth: '`screen.colorDepth`.',
    language: '`navigator.language`.',
    screen_height: '`screen.height`, in pixels.',
    screen_width: '`screen.width`, in pixels.',
    time_zone_offset: '`new Date().getTimezoneOffset()`, in minutes.',
    java_enabled: '`navigator.javaEnabled()`.',
    user_agent: 'Its `user-agent` header. Required with an API key; a browser that confirms sends it anyway.',
    accept_header: 'Its `accept` header.',
  },
  Address: {
    '': 'A postal address.',
    line1: 'Street and number.',
    line2: 'Additional address line.',
    city: 'City.',
    state: 'State, county or province.',
    postal_code: 'Postal code.',
    country: 'Uppercase ISO 3166-1 alpha-2 code.',
  },
};
