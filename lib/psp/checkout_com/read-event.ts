import type { Money } from '../../types/money.ts';
import type { LookUpAnswer, OperationAnswer, PspEvent } from '../../types/psp.ts';
import { integerAt, textAt } from '../json.ts';
import { moneyFromWire } from '../money-from-wire.ts';
import { operationRefused } from '../operation-refused.ts';
import { capabilities } from './capabilities.ts';
import { ourIds } from './our-ids.ts';
import { readDeclined } from './read-declined.ts';
import { readDispute } from './read-dispute.ts';
import { responseOutcome } from './response-outcomes.ts';

/** An event that may be ours, without its id. */
export type Told = Omit<PspEvent, 'id'>;

/** What an event of this type says, by its data; undefined if it says nothing about us. Only a dispute may lack our charge id. */
export const readEvent = (type: string, data: unknown): Told | undefined => {
  const { charge, operation } = ourIds(data);
  const money = moneyFromWire(capabilities.amounts, integerAt(data, 'amount'), textAt(data, 'currency'));
  const known = {
    ...(charge === undefined ? {} : { reference: charge }),
    ...(money === undefined ? {} : { money }),
  };
  const dispute = readDispute(type, data);
  if (dispute !== undefined) {
    const payment = textAt(data, 'payment_id');
    return {
      ...known,
      operation_reference: dispute.psp_reference,
      ...(payment === undefined ? {} : { psp_reference: payment }),
      claim: { about: 'dispute', dispute },
    };
  }
  const psp_reference = textAt(data, 'id');
  if (charge === undefined || psp_reference === undefined) return undefined;
  const payment = { data, psp_reference, operation, money };
  const authorization = readAuthorization(type, payment);
  if (authorization !== undefined)
    return { ...known, psp_reference, claim: { about: 'authorization', answer: authorization } };
  const claim = readOperation(type, payment);
  if (claim === undefined) return undefined;
  const action = textAt(data, 'action_id');
  return {
    ...known,
    psp_reference,
    ...(operation === undefined ? {} : { operation }),
    ...(action === undefined ? {} : { operation_reference: action }),
    claim,
  };
};

type Payment = {
  readonly data: unknown;
  readonly psp_reference: string;
  readonly operation: string | undefined;
  readonly money: Money | undefined;
};

const readAuthorization = (
  type: string,
  { data, psp_reference, operation, money }: Payment,
): LookUpAnswer | undefined => {
  switch (type) {
    case 'payment_approved':
      return money === undefined
        ? { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference }
        : { outcome: 'approved', psp_reference };
    case 'payment_declined':
      return responseOutcome(textAt(data, 'response_code')) === 'duplicate'
        ? { outcome: 'duplicate', doubt: 'in_flight', psp_reference }
        : { ...readDeclined(data), psp_reference };
    case 'payment_pending':
    case 'payment_retry_scheduled':
      return { outcome: 'unknown', doubt: 'pending', psp_reference };
    case 'payment_canceled':
      return { outcome: 'canceled', psp_reference };
    case 'payment_expired':
      return released(data, psp_reference, 'expired');
    // Our own void is answered by it; anybody else's is the payment's outcome.
    case 'payment_voided':
      return operation === undefined ? released(data, psp_reference, 'voided') : undefined;
    default:
      return undefined;
  }
};

/** What was captured before a hold ended stays captured. */
const released = (data: unknown, psp_reference: string, hold: 'voided' | 'expired'): LookUpAnswer => {
  const captured = integerAt(data, 'balances', 'total_captured');
  const money = captured
    ? moneyFromWire(capabilities.amounts, captured, textAt(data, 'currency'))
    : undefined;
  return money === undefined
    ? { outcome: 'canceled', psp_reference, hold }
    : { outcome: 'captured', psp_reference, amount_captured: money.amount };
};

const readOperation = (type: string, { data, money }: Payment): PspEvent['claim'] | undefined => {
  const declined = () => operationRefused(readDeclined(data));
  switch (type) {
    case 'payment_captured':
      return { about: 'capture', answer: done(data, money) };
    case 'payment_capture_declined':
      return { about: 'capture', answer: declined() };
    case 'payment_voided':
      return { about: 'cancel', answer: { outcome: 'succeeded', ...actionId(data) } };
    case 'payment_void_declined':
      return { about: 'cancel', answer: declined() };
    case 'payment_refunded':
      return { about: 'refund', answer: done(data, money) };
    case 'payment_refund_declined':
      return { about: 'refund', answer: declined() };
    default:
      return undefined;
  }
};

const done = (data: unknown, money: Money | undefined): OperationAnswer =>
  money === undefined
    ? { outcome: 'unknown', doubt: 'unreadable_answer' }
    : { outcome: 'succeeded', amount: money.amount, ...actionId(data) };

const actionId = (data: unknown): { readonly psp_reference?: string } => {
  const psp_reference = textAt(data, 'action_id');
  return psp_reference === undefined ? {} : { psp_reference };
};
