import type { PspEvent } from '../../types/psp.ts';
import { at, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { moneyAt } from './money.ts';
import { describePayment } from './payment.ts';
import { readDispute } from './read-dispute.ts';
import { readRefund, refundAnswer } from './refunds.ts';

/** Our charge id of a Square payment. Undefined: not ours. `unanswered`: Square could not be asked. */
export type ChargeOf = (payment: string) => Promise<string | 'unanswered' | undefined>;

/**
 * One genuine event. `psp_reference` of the event is the payment's id. A refund made elsewhere, or a dispute, names only that id: `chargeOf` is
 * asked. Undefined: it lacks what every event has.
 */
export const readEvent = async (
  event: unknown,
  chargeOf: ChargeOf,
): Promise<PspEvent | 'unanswered' | undefined> => {
  const id = textAt(event, 'event_id');
  const type = textAt(event, 'type');
  if (id === undefined || type === undefined) return undefined;
  const told = toldBy(type, at(event, 'data', 'object'));
  const reference = told && (told.reference ?? (await chargeOf(told.psp_reference)));
  if (reference === 'unanswered') return reference;
  return told === undefined || reference === undefined
    ? { id, claim: { about: 'nothing_of_ours' } }
    : { ...told, id, reference };
};

type Told = Omit<PspEvent, 'id'> & { readonly psp_reference: string };

const toldBy = (type: string, object: unknown): Told | undefined => {
  switch (type) {
    case 'payment.created':
    case 'payment.updated':
      return ofPayment(at(object, 'payment'));
    case 'refund.created':
    case 'refund.updated':
      return ofRefund(at(object, 'refund'));
    case 'dispute.created':
    case 'dispute.state.updated':
    // Its older name.
    case 'dispute.state.changed':
      return ofDispute(at(object, 'dispute'));
    default:
      return undefined;
  }
};

/** The whole payment as it was when the event was written: repeated or late events add up to no more. */
const ofPayment = (payment: unknown): Told | undefined => {
  const psp_reference = textAt(payment, 'id');
  const reference = readReference(textAt(payment, 'reference_id'))?.charge;
  if (psp_reference === undefined || reference === undefined) return undefined;
  const answer = describePayment(payment);
  return {
    reference,
    psp_reference,
    ...moneyOf(payment, 'total_money'),
    claim: { about: 'authorization', answer },
  };
};

const ofRefund = (json: unknown): Told | undefined => {
  const refund = readRefund(json);
  if (refund?.payment === undefined) return undefined;
  const { id, payment, money, charge, operation } = refund;
  return {
    ...(charge !== undefined && operation !== undefined && { reference: charge, operation }),
    psp_reference: payment,
    operation_reference: id,
    money,
    claim: { about: 'refund', answer: refundAnswer(refund) },
  };
};

const ofDispute = (json: unknown): Told | undefined => {
  const dispute = readDispute(json);
  const payment = textAt(json, 'disputed_payment', 'payment_id');
  return (
    dispute &&
    (payment === undefined
      ? undefined
      : {
          psp_reference: payment,
          operation_reference: dispute.psp_reference,
          ...moneyOf(json, 'amount_money'),
          claim: { about: 'dispute', dispute },
        })
  );
};

const moneyOf = (object: unknown, field: string): Pick<PspEvent, 'money'> => {
  const money = moneyAt(object, field);
  return money === undefined ? {} : { money };
};
