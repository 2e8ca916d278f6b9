import { fromWire } from '../../types/amount-rules.ts';
import { defined } from '../../types/defined.ts';
import type {
  ActionRequired,
  Attempt,
  AuthorizationResult,
  Authorized,
  Canceled,
  LookUpResult,
  Unknown,
} from '../../types/psp.ts';
import { at, findEntry, textAt } from '../json.ts';
import { echoesAmount, refundTotalFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { approvals, responseOutcome } from './outcomes.ts';
import { type Payment, parsePayment } from './payment.ts';
import type { PaymentAction } from './payment-actions.ts';
import { readDeclined } from './read-refusal.ts';

/** The body of a 201 or 202 from `POST /payments`. Sources: PaymentResponse and PaymentAcceptedResponse. */
export const readNewPayment = (attempt: Attempt, status: number, json: unknown): AuthorizationResult => {
  const psp_reference = textAt(json, 'id');
  // This response may omit the reference; if present, it must be the attempt's.
  if (psp_reference === undefined || (at(json, 'reference') ?? attempt.reference) !== attempt.reference)
    return { outcome: 'unknown', doubt: 'unreadable_answer' };
  const payment = parsePayment(json);
  if (payment === undefined) return leaveUnknown('unreadable_answer', psp_reference);
  // An accepted payment has no amount yet.
  if (status === 202)
    return payment.status === 'Pending'
      ? readPending(payment)
      : leaveUnknown('unreadable_answer', psp_reference);
  // Declined because of another payment, about which this response says nothing: look that one up by our reference, not by this id.
  if (payment.status === 'Declined' && responseOutcome(payment.response_code) === 'duplicate')
    return { outcome: 'duplicate', doubt: 'in_flight' };
  const result = readPayment(attempt, payment, []);
  return result.outcome === 'absent' || result.outcome === 'canceled'
    ? leaveUnknown('unreadable_answer', psp_reference)
    : result;
};

/**
 * The outcome of a payment that is certainly the attempt's, with its actions. Amount and currency are checked first, since no state of another amount
 * means anything; then how much was captured, whatever state followed.
 */
export const readPayment = (
  attempt: Attempt,
  payment: Payment,
  actions: readonly PaymentAction[],
): LookUpResult => {
  const { id, amount = 0 } = payment;
  if (!echoesAmount(capabilities.amounts, attempt, payment.amount, payment.currency))
    return leaveUnknown('amount_mismatch', id);
  const captured = sumCaptured(payment, actions);
  if (captured === undefined) return leaveUnknown('unreadable_answer', id);
  if (captured > amount) return leaveUnknown('amount_mismatch', id);
  return captured > 0 ? readCaptured(attempt, payment, captured) : readStatus(attempt, payment, actions);
};

/** As long as no captured amount is known. */
const readStatus = (attempt: Attempt, payment: Payment, actions: readonly PaymentAction[]): LookUpResult => {
  const { id: psp_reference } = payment;
  switch (payment.status) {
    case 'Authorized':
      return readAuthorized(attempt, payment, actions);
    case 'Declined':
      return {
        ...readDeclined(actions.find(isRefused)?.json ?? payment.json, payment.json),
        psp_reference,
        ...payment.particulars,
      };
    case 'Pending':
      return readPending(payment);
    // Declined; Checkout.com itself will try again.
    case 'Retry Scheduled':
      return leaveUnknown('pending', psp_reference);
    case 'Voided':
    case 'Expired':
    case 'Canceled':
      return actions.some(({ type, approved }) => type === 'Capture' && approved === undefined)
        ? leaveUnknown('pending', psp_reference)
        : { outcome: 'canceled', psp_reference, ...endOfHold(payment) };
    // Captured, but without an amount.
    case 'Captured':
    case 'Partially Captured':
    case 'Partially Refunded':
    case 'Refunded':
    case 'Paid':
    // A verification takes no money, and we never request one.
    case 'Card Verified':
      return leaveUnknown('unreadable_answer', psp_reference);
    default:
      return payment.status satisfies never;
  }
};

const leaveUnknown = (doubt: Unknown['doubt'], psp_reference: string): Unknown => ({
  outcome: 'unknown',
  doubt,
  psp_reference,
});

/** Everything ever captured: from the balances or, without them, from the captures among the actions. Undefined if one does not say how much. */
const sumCaptured = ({ captured }: Payment, actions: readonly PaymentAction[]): number | undefined => {
  if (captured !== undefined) return captured;
  const amounts = actions
    .filter(({ type, approved }) => type === 'Capture' && approved === true)
    .map(({ amount = 0 }) => amount);
  return amounts.every((amount) => amount > 0) ? amounts.reduce((sum, amount) => sum + amount, 0) : undefined;
};

const readCaptured = (attempt: Attempt, payment: Payment, captured: number): Authorized | Unknown => {
  const amount_captured = fromWire(capabilities.amounts, captured, attempt.currency);
  const amount_refunded =
    payment.refunded === undefined
      ? undefined
      : refundTotalFromWire(capabilities.amounts, payment.refunded, attempt.currency);
  if (amount_captured === undefined) return leaveUnknown('amount_mismatch', payment.id);
  return {
    outcome: 'captured',
    psp_reference: payment.id,
    amount_captured,
    ...payment.particulars,
    ...defined({ amount_refunded }),
  };
};

/**
 * Authorised with automatic capture counts as captured, because Checkout.com captures by itself, unless that capture was declined. A flagged payment
 * is the exception: a person has to capture or void it.
 */
const readAuthorized = (
  attempt: Attempt,
  payment: Payment,
  actions: readonly PaymentAction[],
): Authorized | Unknown => {
  const { id: psp_reference, amount = 0, approved, authorized } = payment;
  if (approved === false) return leaveUnknown('unreadable_answer', psp_reference);
  const approval = findEntry(approvals, payment.response_code);
  if (approval === 'partial' || (authorized !== undefined && authorized < amount))
    return leaveUnknown('amount_mismatch', psp_reference);
  const held = approval === 'held' || payment.flagged;
  const declined = actions.some(({ type, approved }) => type === 'Capture' && approved === false);
  if (attempt.capture_method === 'automatic' && !held && !declined) {
    const taken = readCaptured(attempt, payment, amount);
    return taken.outcome === 'captured' ? { ...taken, supposed: true } : taken;
  }
  const in_progress = actions.some(
    (action) => (action.type === 'Capture' || action.type === 'Void') && action.approved !== false,
  );
  return {
    outcome: 'approved',
    psp_reference,
    ...(in_progress ? { in_progress } : {}),
    ...payment.particulars,
  };
};

const isRefused = ({ type, approved }: PaymentAction): boolean =>
  type === 'Authorization' && approved !== true;

/** With a link to a page, the customer must act; otherwise Checkout.com is still processing. */
const readPending = ({ id: psp_reference, redirect_url }: Payment): ActionRequired | Unknown =>
  redirect_url === undefined
    ? leaveUnknown('pending', psp_reference)
    : { outcome: 'requires_action', redirect_url, psp_reference };

/** A payment whose customer never authenticated also expires, but then nothing was held. */
const endOfHold = ({ status, approved, authorized }: Payment): Pick<Canceled, 'hold'> => {
  if (status === 'Voided') return { hold: 'voided' };
  const wasHeld = approved !== false && authorized !== 0;
  return status === 'Expired' && wasHeld ? { hold: 'expired' } : {};
};
