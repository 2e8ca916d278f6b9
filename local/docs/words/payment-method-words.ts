import type { Words } from './words.ts';

const billing_details = 'Who pays, for the checks of PSP and issuer.';

export const paymentMethodWords: Words = {
  CardPaymentMethod: {
    '': 'A card number. Accepted only if the environment allows it (`CARD_CAPTURE`), because sending one puts you in the scope of PCI DSS.',
    type: 'Always `card`.',
    card: 'The card. Never stored, never logged.',
    billing_details,
  },
  Card: {
    '': 'A card.',
    number: '12 to 19 digits without spaces, with a right check digit.',
    exp_month: 'The month of expiry.',
    exp_year: 'The year of expiry, four digits.',
    cvc: 'The security code, 3 or 4 digits.',
    name: 'The name on the card.',
    network:
      'The network the customer chose on a card that has two. It has to be the brand of the number, or `cartes_bancaires` on Visa, Mastercard or Maestro. Without it the PSP decides. PSPs that take no choice ignore it.',
  },
  CardTokenPaymentMethod: {
    '': 'A card that the vault has taken for this session. Any PSP of the plan can charge it, and its number never comes here.',
    type: 'Always `card_token`.',
    token: "The vault's token of the card.",
    receipt:
      'What our own vault gave with it, signed: it tells brand, last digits and expiry. A vendor gives none.',
    billing_details,
  },
  PspTokenPaymentMethod: {
    '': 'A token that a PSP gave out for a card. It is worth something at that PSP only, so no other one is tried.',
    type: 'Always `psp_token`.',
    psp: 'The PSP account the token belongs to; it must be in the plan of the session.',
    token: "The token in that PSP's own form.",
    billing_details,
  },
  ApplePayPaymentMethod: {
    '': 'What Apple Pay gave out for one payment, still encrypted. Nothing here reads it; it is passed on to a PSP that can.',
    type: 'Always `applepay`.',
    token: '`payment.token.paymentData` as JSON. Never stored, never logged.',
    psps: 'The PSP accounts it is encrypted for. No other one is tried, and a second one only if the first did nothing.',
    billing_details,
  },
  GooglePayPaymentMethod: {
    '': 'What Google Pay gave out for one payment, still encrypted. Nothing here reads it; it is passed on to a PSP that can.',
    type: 'Always `googlepay`.',
    token: '`paymentMethodData.tokenizationData.token` as it is. Never stored, never logged.',
    psps: 'The PSP accounts it is encrypted for. No other one is tried, and a second one only if the first did nothing.',
    billing_details,
  },
  BillingDetails: {
    '': 'Who pays.',
    name: 'Full name.',
    email: 'E-mail address.',
    phone: 'Telephone number.',
    address: 'Postal address.',
  },
  StoredBillingDetails: {
    '': 'Who pays.',
    name: 'Full name.',
    email: 'E-mail address.',
    phone: 'Telephone number.',
    address: 'Postal address.',
  },
  Customer: {
    '': 'Who pays, as you know them.',
    id: 'Your own id.',
    email: 'E-mail address.',
    phone:
      'Telephone number. PSPs that want one with its country code get it only in that form (`+44 20 …`).',
  },
  Shipping: {
    '': 'Where the goods go.',
    name: 'To whom.',
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
    user_agent:
      'Its `user-agent` header. Needed with an API key; a browser that confirms by itself sends it.',
    accept_header: 'Its `accept` header.',
  },
  Address: {
    '': 'A postal address.',
    line1: 'Street and number.',
    line2: 'Anything more.',
    city: 'City.',
    state: 'State, county or province.',
    postal_code: 'Postal code.',
    country: 'Uppercase ISO 3166-1 alpha-2 code.',
  },
};
