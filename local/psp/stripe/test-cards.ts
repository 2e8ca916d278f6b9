import { challengedCard, sharedCodeOf } from '../framework/shared-cards.ts';

/** A test card's behaviour. `decline` is a Stripe decline code; `later`: how its refunds end. */
export type CardBehavior = {
  readonly decline?: string;
  readonly three_d_secure?: boolean;
  readonly refund?: 'pending_then_succeeds' | 'succeeds_then_fails';
};

/** Documented test card numbers with their own behaviour (docs.stripe.com/testing); every other valid number is approved. */
const cards: Readonly<Record<string, CardBehavior>> = {
  '4000000000000002': { decline: 'generic_decline' },
  '4000000000009995': { decline: 'insufficient_funds' },
  '4000000000009987': { decline: 'lost_card' },
  '4000000000009979': { decline: 'stolen_card' },
  '4000000000000069': { decline: 'expired_card' },
  '4000000000000127': { decline: 'incorrect_cvc' },
  '4000000000000119': { decline: 'processing_error' },
  '4000000000006975': { decline: 'card_velocity_exceeded' },
  '4100000000000019': { decline: 'fraudulent' },
  '4000002760003184': { three_d_secure: true },
  '4000002500003155': { three_d_secure: true },
  '4000000000003220': { three_d_secure: true },
  '4000000000003063': { three_d_secure: true },
  '4000008400001629': { three_d_secure: true, decline: 'generic_decline' },
  '4000008260003178': { three_d_secure: true, decline: 'insufficient_funds' },
  [challengedCard]: { three_d_secure: true },
  '4000000000007726': { refund: 'pending_then_succeeds' },
  '4000000000005126': { refund: 'succeeds_then_fails' },
};

/** Payment methods of every test account, by the card they represent. */
const methods: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_mastercard_debit: '5200828282828210',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_diners: '3056930009020004',
  pm_card_jcb: '3566002020360505',
  pm_card_unionpay: '6200000000000005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_radarBlock: '4100000000000019',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
};

const sharedCodes = {
  do_not_honor: 'do_not_honor',
  insufficient_funds: 'insufficient_funds',
  incorrect_card_data: 'incorrect_cvc',
  card_lost_or_stolen: 'lost_card',
  fraud_suspected: 'fraudulent',
  issuer_unavailable: 'issuer_not_available',
} as const;

export const behaviorOf = (number: string): CardBehavior => {
  const decline = sharedCodeOf(number, sharedCodes);
  return decline === undefined ? (cards[number] ?? {}) : { decline };
};

/** The card behind a built-in payment method, or undefined. */
export const cardOfTestMethod = (id: string): string | undefined =>
  Object.hasOwn(methods, id) ? methods[id] : undefined;
