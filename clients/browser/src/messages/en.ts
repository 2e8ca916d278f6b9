import type { Plural } from './plural.ts';

export const language = 'en';

/** In the document of the card's frame. */
export const labels = {
  form: 'Card',
  divide: 'Or pay by card',
  saved: 'Your saved cards',
  number: 'Card number',
  network: 'Pay with',
  expiry: 'Expiry date',
  expiry_format: 'MM / YY',
  cvc: 'Security code',
  name: 'Name on card',
  country: 'Country',
  postal_code: 'Postal code',
};

/** Of the frames, for screen readers: the whole card's, and each field's in a group. */
export const titles = {
  card: 'Secure card payment fields',
  number: 'Secure card number field',
  expiry: 'Secure expiry date field',
  cvc: 'Secure security code field',
  name: 'Secure name on card field',
  country: 'Secure country field',
  postal_code: 'Secure postal code field',
};

/** The length of a security code, three or four. */
export const digits: Plural = { other: '{count} digits' };

/** In the choice of saved cards: the one that is typed. */
export const another: string = 'Another card';

export const waiting: string = 'Your bank is taking longer than usual. Please wait.';

export const mistakes = {
  number: {
    missing: 'Your card number is missing.',
    incomplete: 'Your card number is incomplete.',
    invalid: 'Your card number is not valid.',
  },
  expiry: {
    missing: 'The expiry date of your card is missing.',
    incomplete: 'The expiry date of your card is incomplete.',
    invalid: 'The expiry date of your card is not valid.',
    expired: 'Your card has expired, or its date is too far ahead.',
  },
  cvc: {
    missing: 'Your security code is missing.',
    incomplete: 'Your security code is incomplete.',
    invalid: 'Your security code is not valid.',
  },
  name: {
    missing: 'The name on your card is missing.',
    invalid: 'The name on your card is not valid.',
  },
  country: { missing: 'Your country is missing.' },
  postal_code: { missing: 'Your postal code is missing.' },
};

const notNow =
  'This payment cannot be made right now. You have not been charged. Please try again in a few minutes.';

/** By the code of the API's error; `other` for a code that is not here. */
export const refusals = {
  psp_unavailable: notNow,
  vault_unavailable: notNow,
  vault_refused: 'Please enter your card again. You have not been charged.',
  session_expired: 'This checkout has expired. You have not been charged. Please start again.',
  too_many_attempts: 'Too many attempts. You have not been charged. Please try later or contact the shop.',
  too_many_requests: 'The shop is very busy. You have not been charged. Please try again in a minute.',
  payment_in_progress: 'Your bank is still waiting for you to confirm your first try. Please go on there.',
  order_already_paid: 'This order is already paid. You have not been charged again.',
  order_in_progress: 'This order is already being paid. You have not been charged again.',
  other: 'The payment did not go through. You have not been charged. Please try again.',
};

/** By `decline_code`. Lost, stolen and fraud look like an ordinary decline. */
export const declines = {
  not_sent: 'The payment provider could not be reached. You have not been charged. Please try again.',
  psp_unavailable: 'The payment provider is not available. You have not been charged. Please try again.',
  rate_limited: 'The payment provider is busy. You have not been charged. Please try again.',
  processor_error: 'The payment could not be processed. You have not been charged. Please try again.',
  issuer_unavailable: 'Your bank cannot be reached. You have not been charged. Please try again later.',
  not_supported: 'This card cannot be used for this payment. You have not been charged. Use another card.',
  do_not_honor: 'Your bank declined the payment. Use another card or contact your bank.',
  insufficient_funds: 'The card has insufficient funds. Use another card.',
  limit_exceeded: "The payment exceeds the card's limit. Use another card.",
  incorrect_card_data: 'The card details are not correct. Check number, expiry date and security code.',
  authentication_required: 'Your bank needs to check that it is you. Please try again.',
  authentication_failed: 'Your bank could not check that it is you. Try again or use another card.',
  card_lost_or_stolen: 'Your bank declined the payment. Use another card.',
  card_closed: 'The card is no longer valid. Use another card.',
  fraud_suspected: 'The payment was declined. Use another card.',
  stop_payment: 'Payments of this kind have been stopped at your bank. Use another card.',
  invalid_request: 'The payment could not be processed. You have not been charged. Please contact the shop.',
  unmapped: 'The payment was declined. Use another card or contact your bank.',
};

/** Around the bank's page, in a frame of the shop's. */
export const challenge = {
  title: 'Confirm this payment with your bank',
  full_page: 'Open in a full page',
  back: 'Go back',
};

/** In the document of the hosted page. */
export const pageLabels = {
  test: 'Test mode: no money moves.',
  moment: 'One moment, please.',
  bank: 'Go on at your bank',
  again: 'Try again',
  script: 'This page needs JavaScript.',
};

/** What the hosted page says as a payment goes on. */
export const page = {
  pay: 'Pay {amount}',
  pay_again: 'Pay again',
  pay_merchant: 'Pay {merchant}',
  payment: 'Payment',
  cancel: 'Cancel',
  go_on: 'Go on to {merchant}',
  back: 'Back to {merchant}',
  being_made: 'Your payment is being made. Please wait.',
  checked: 'Your bank needs to check that it is you.',
  not_answered: 'Your bank has not answered yet. Please do not pay again: you are never charged twice.',
  bank_waits: 'Your bank is waiting for you to confirm this payment. You can also pay with another card.',
  paid_heading: 'Thank you',
  paid: 'Your payment went through.',
  canceled_heading: 'This payment was canceled',
  canceled: 'You have not been charged.',
  expired_heading: 'This payment has expired',
  expired: 'You have not been charged. Please start again.',
  unknown_heading: 'This payment is unknown',
  unknown: 'The link is incomplete or out of date. Please go back to the shop and start again.',
  elsewhere_heading: 'Go on where you began',
  elsewhere:
    'You began this payment in another browser or window. Please go back there: it shows how your payment went.',
  unreachable: 'The payment cannot be read right now. You are never charged twice.',
  not_loaded: 'The card fields could not be loaded. You have not been charged. Please reload this page.',
  link_unknown_heading: 'This link is not valid',
  link_unknown:
    'It is incomplete or was withdrawn. You have not been charged. Please ask whoever sent it to you for a new one.',
  link_expired_heading: 'This link has expired',
  link_expired: 'You have not been charged. Please ask whoever sent it to you for a new one.',
  link_paid_heading: 'This has already been paid',
  link_paid: 'You have not been charged again.',
  link_busy: 'There have been too many attempts here. You have not been charged. Please try again later.',
  link_not_begun: 'The payment could not be started. You have not been charged. Please try again.',
};
