import type { OperationAnswer, PspEvent } from '../../types/psp.ts';
import { at, integerAt, textAt } from '../json.ts';
import { moneyFromWire } from '../money-from-wire.ts';
import { operationRefused } from '../operation-refused.ts';
import { capabilities } from './capabilities.ts';
import { readDeclined } from './read-declined.ts';
import { responseOutcome } from './response-outcomes.ts';

/**
 * One genuine event, or undefined where it lacks what every event has. `data.reference` is the payment's or the action's, so the charge and the
 * operation are read from the metadata first. `psp_reference` of the event is the payment's, that of an operation's answer is the action's.
 */
export const readEvent = (event: unknown): PspEvent | undefined => {
  const id = textAt(event, 'id');
  const type = textAt(event, 'type');
  const data = at(event, 'data');
  if (id === undefined || type === undefined) return undefined;
  const psp_reference = textAt(data, 'id');
  const reference = textAt(data, 'reference');
  const charge = [textAt(data, 'metadata', 'charge'), reference].find((found) => found?.startsWith('ch_'));
  if (charge === undefined || psp_reference === undefined) return { id, claim: { about: 'nothing_of_ours' } };
  const operation = textAt(data, 'metadata', 'operation') ?? (reference === charge ? undefined : reference);
  const money = moneyFromWire(capabilities.amounts, integerAt(data, 'amount'), textAt(data, 'currency'));
  const claim = readClaim(type, data, psp_reference, money !== undefined);
  return {
    id,
    reference: charge,
    ...(operation === undefined || claim.about === 'authorization' ? {} : { operation }),
    psp_reference,
    ...(money === undefined ? {} : { money }),
    claim,
  };
};

const readClaim = (
  type: string,
  data: unknown,
  psp_reference: string,
  amount_readable: boolean,
): PspEvent['claim'] => {
  switch (type) {
    case 'payment_approved':
      return amount_readable
        ? { about: 'authorization', answer: { outcome: 'approved', psp_reference } }
        : {
            about: 'authorization',
            answer: { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference },
          };
    case 'payment_declined':
      return responseOutcome(textAt(data, 'response_code')) === 'duplicate'
        ? {
            about: 'authorization',
            answer: { outcome: 'duplicate', doubt: 'in_flight', psp_reference },
          }
        : { about: 'authorization', answer: { ...readDeclined(data), psp_reference } };
    case 'payment_pending':
      return {
        about: 'authorization',
        answer: { outcome: 'unknown', doubt: 'pending', psp_reference },
      };
    case 'payment_expired':
    case 'payment_canceled':
      return { about: 'authorization', answer: { outcome: 'canceled', psp_reference } };
    case 'payment_captured':
      return { about: 'capture', answer: succeeded(data) };
    case 'payment_capture_declined':
      return { about: 'capture', answer: operationRefused(readDeclined(data)) };
    case 'payment_voided':
      return { about: 'cancel', answer: succeeded(data) };
    case 'payment_void_declined':
      return { about: 'cancel', answer: operationRefused(readDeclined(data)) };
    case 'payment_refunded':
      return { about: 'refund', answer: succeeded(data) };
    case 'payment_refund_declined':
      return { about: 'refund', answer: operationRefused(readDeclined(data)) };
    default:
      return { about: 'nothing_of_ours' };
  }
};

const succeeded = (data: unknown): OperationAnswer => {
  const psp_reference = textAt(data, 'action_id');
  return { outcome: 'succeeded', ...(psp_reference === undefined ? {} : { psp_reference }) };
};
