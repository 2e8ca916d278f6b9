import type { Decline } from '../types/outcome.ts';
import { type VaultFailure, vaultFailureOf } from '../types/vault-failure.ts';

const messages: Readonly<Record<Decline, string>> = {
  not_sent: 'The payment provider could not be reached. Nothing was charged; try again.',
  psp_unavailable: 'The payment provider is not available. Nothing was charged; try again.',
  rate_limited: 'The payment provider is busy. Nothing was charged; try again.',
  processor_error: 'The payment could not be processed. Nothing was charged; try again.',
  issuer_unavailable:
    'The bank that issued the card cannot be reached. Nothing was charged; try again later.',
  not_supported: 'This payment cannot be taken with this card. Nothing was charged; use another card.',
  do_not_honor: 'The bank declined the payment. Use another card or contact the bank.',
  insufficient_funds: 'The card has insufficient funds. Use another card.',
  limit_exceeded: "The payment exceeds the card's limit. Use another card.",
  incorrect_card_data: 'The card details are not correct. Check number, expiry date and security code.',
  authentication_required: 'The bank requires the customer to authenticate.',
  authentication_failed: 'The customer could not be authenticated. Try again or use another card.',
  card_lost_or_stolen: 'The bank declined the payment. Use another card.',
  card_closed: 'The card is no longer valid. Use another card.',
  fraud_suspected: 'The payment was declined. Use another card.',
  stop_payment: 'The cardholder has stopped payments of this kind with the bank.',
  invalid_request: 'The payment could not be processed as it was sent. Nothing was charged.',
  unmapped: 'The payment was declined. Use another card or contact the bank.',
};

const vaultMessages: Readonly<Record<VaultFailure, string>> = {
  vault_unavailable: 'The card vault cannot be reached. Nothing was charged; try again.',
  vault_refused: 'The card vault did not release the card. Nothing was charged; enter the card again.',
};

/** The text of a decline for people. Lost, stolen and fraud look like an ordinary decline. `code`: the attempt's. */
export const declineMessage = (decline: Decline, code?: string): string => {
  const failure = vaultFailureOf({ outcome: decline, code });
  return failure ? vaultMessages[failure] : messages[decline];
};
