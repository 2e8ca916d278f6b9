import type { PspEvent } from '../../types/psp.ts';
import { at, integerAt, textAt } from '../json.ts';
import { moneyFromWire } from '../money-from-wire.ts';
import { readReference } from '../reference.ts';
import { capabilities } from './capabilities.ts';
import { readErrors } from './read-errors.ts';
import { describeRefund } from './read-refund.ts';

/** One genuine event, or undefined where it lacks what every event has. `psp_reference` of the event is the payment's id. */
export const readEvent = (event: unknown): PspEvent | undefined => {
  const id = textAt(event, 'event_id');
  const type = textAt(event, 'type');
  if (id === undefined || type === undefined) return undefined;
  switch (type) {
    case 'payment.created':
    case 'payment.updated':
      return ofPayment(id, at(event, 'data', 'object', 'payment'));
    case 'refund.created':
    case 'refund.updated':
      return ofRefund(id, at(event, 'data', 'object', 'refund'));
    default:
      return { id, claim: { about: 'nothing_of_ours' } };
  }
};

const ofPayment = (id: string, payment: unknown): PspEvent => {
  const reference = readReference(textAt(payment, 'reference_id'))?.charge;
  const psp_reference = textAt(payment, 'id');
  const claim = psp_reference === undefined ? undefined : readClaim(payment, psp_reference);
  if (reference === undefined || psp_reference === undefined || claim === undefined)
    return { id, claim: { about: 'nothing_of_ours' } };
  return { id, reference, psp_reference, ...moneyOf(payment), claim };
};

const readClaim = (payment: unknown, psp_reference: string): PspEvent['claim'] | undefined => {
  switch (at(payment, 'status')) {
    // Whether it was completed at once or later by a call of its own, the payment does not say.
    case 'COMPLETED':
      return { about: 'capture', answer: { outcome: 'succeeded' } };
    case 'APPROVED':
      return { about: 'authorization', answer: { outcome: 'approved', psp_reference } };
    case 'PENDING':
      return { about: 'authorization', answer: { outcome: 'unknown', doubt: 'pending', psp_reference } };
    case 'CANCELED':
      return { about: 'authorization', answer: { outcome: 'canceled', psp_reference } };
    case 'FAILED':
      return {
        about: 'authorization',
        answer: { ...readErrors(at(payment, 'card_details', 'errors')), psp_reference },
      };
    default:
      return undefined;
  }
};

const ofRefund = (id: string, refund: unknown): PspEvent => {
  const ours = readReference(textAt(refund, 'reason'));
  const payment = textAt(refund, 'payment_id');
  if (ours?.operation === undefined) return { id, claim: { about: 'nothing_of_ours' } };
  return {
    id,
    reference: ours.charge,
    operation: ours.operation,
    ...(payment === undefined ? {} : { psp_reference: payment }),
    ...moneyOf(refund),
    claim: { about: 'refund', answer: describeRefund(refund) },
  };
};

const moneyOf = (object: unknown): Pick<PspEvent, 'money'> => {
  const money = moneyFromWire(
    capabilities.amounts,
    integerAt(object, 'amount_money', 'amount'),
    textAt(object, 'amount_money', 'currency'),
  );
  return money === undefined ? {} : { money };
};
