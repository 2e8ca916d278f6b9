import type { Charge, ChargeOperation, ChargeStatus } from './charge.ts';
import { isDecline } from './outcome.ts';
import type { PaymentStatus } from './session.ts';

/** The columns of the state table: a charge's status, without `needs_review`, but with the state of money that came too late. */
export const chargeStates = [
  'pending',
  'requires_action',
  'authorized',
  'capturing',
  'canceling',
  'captured',
  'canceled',
  'failed',
  'reversing',
  'reversed',
] as const;

export type ChargeState = (typeof chargeStates)[number];

type Parts = Pick<
  Charge,
  'outcome' | 'amount_captured' | 'hold' | 'capture' | 'cancel' | 'reversal' | 'needs_review'
>;

/** The state of a charge, from its intents and facts. Captured money counts first, whoever captured it. Pure. */
export const stateOf = (charge: Parts): ChargeState => {
  const { outcome, amount_captured, hold, capture, cancel, reversal } = charge;
  if (reversal) return reversal.status === 'done' ? 'reversed' : 'reversing';
  if (outcome === null || outcome === 'unknown' || outcome === 'duplicate') return 'pending';
  if (outcome === 'requires_action') return 'requires_action';
  if (outcome === 'canceled' || outcome === 'absent' || isDecline(outcome)) return 'failed';
  if (amount_captured > 0) return 'captured';
  if (isUnderWay(capture)) return 'capturing';
  if (isUnderWay(cancel)) return 'canceling';
  return hold === undefined ? 'authorized' : 'canceled';
};

export const isUnderWay = (
  operation: ChargeOperation | undefined,
): operation is ChargeOperation & { readonly status: 'open' | 'accepted' } =>
  operation?.status === 'open' || operation?.status === 'accepted';

/** The status a charge shows and stores. Pure. */
export const statusOf = (charge: Parts): ChargeStatus => {
  const state = stateOf(charge);
  switch (state) {
    case 'pending':
    case 'requires_action':
      return charge.needs_review ? 'needs_review' : state;
    case 'capturing':
      return charge.capture?.needs_review ? 'needs_review' : state;
    case 'canceling':
      return charge.cancel?.needs_review ? 'needs_review' : state;
    case 'reversing':
    case 'reversed':
      return 'failed';
    default:
      return state;
  }
};

/** The payment status that a session shows while this charge belongs to it. Pure. */
export const paymentStatusOf = (charge: Parts): PaymentStatus => {
  const state = stateOf(charge);
  switch (state) {
    case 'pending':
      return 'processing';
    case 'capturing':
    case 'canceling':
      return 'authorized';
    case 'captured':
      return 'paid';
    case 'failed':
    case 'reversing':
    case 'reversed':
      return 'unpaid';
    default:
      return state;
  }
};

export const isAttemptOpen = (charge: Parts): boolean => {
  const state = stateOf(charge);
  return state === 'pending' || state === 'requires_action';
};

export const hasAttemptEnded = (before: Parts, after: Parts): boolean =>
  isAttemptOpen(before) && !isAttemptOpen(after);

/** The attempt held or took money, in time or too late, whatever has become of that. */
export const heldOrTookMoney = (charge: Parts): boolean =>
  !isAttemptOpen(charge) && stateOf(charge) !== 'failed';
