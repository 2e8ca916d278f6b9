import type { OperationAnswer, PspEvent } from '../../types/psp.ts';
import { at, textAt } from '../json.ts';
import { moneyFromWire } from '../money-from-wire.ts';
import { operationRefused } from '../operation-refused.ts';
import { readReference } from '../reference.ts';
import { capabilities } from './capabilities.ts';
import { readMoney } from './money.ts';
import { readDeclined } from './read-declined.ts';
import { describeRefund } from './read-refund.ts';

/**
 * One genuine event, or undefined where it lacks what every event has. `psp_reference` of the event is the order's id. The charge is read from
 * the `custom_id` that captures and authorisations inherit from their order; refunds carry charge and refund in theirs.
 */
export const readEvent = (event: unknown): PspEvent | undefined => {
  const id = textAt(event, 'id');
  const type = textAt(event, 'event_type');
  const resource = at(event, 'resource');
  if (id === undefined || type === undefined || resource === undefined) return undefined;
  const ours =
    readReference(textAt(resource, 'custom_id')) ??
    readReference(textAt(resource, 'purchase_units', 0, 'custom_id'));
  const claim = ours && readClaim(type, resource);
  if (ours === undefined || claim === undefined) return { id, claim: { about: 'nothing_of_ours' } };
  const order = orderOf(resource);
  const written = readMoney(at(resource, 'amount') ?? at(resource, 'purchase_units', 0, 'amount'));
  const money = moneyFromWire(capabilities.amounts, written?.value, written?.currency);
  return {
    id,
    reference: ours.charge,
    ...(ours.operation === undefined ? {} : { operation: ours.operation }),
    ...(order === undefined ? {} : { psp_reference: order }),
    ...(money === undefined ? {} : { money }),
    claim,
  };
};

type Claim = PspEvent['claim'];

const readClaim = (type: string, resource: unknown): Claim | undefined => {
  const psp_reference = orderOf(resource) ?? '';
  switch (type) {
    case 'PAYMENT.CAPTURE.COMPLETED':
      return ofAuthorization(resource)
        ? { about: 'capture', answer: succeeded(resource) }
        : { about: 'authorization', answer: { outcome: 'captured', psp_reference } };
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
      return ofAuthorization(resource)
        ? { about: 'capture', answer: operationRefused(readDeclined(resource)) }
        : { about: 'authorization', answer: { ...readDeclined(resource), psp_reference } };
    case 'PAYMENT.CAPTURE.PENDING':
      return ofAuthorization(resource)
        ? { about: 'capture', answer: { outcome: 'pending' } }
        : pending(psp_reference);
    case 'PAYMENT.AUTHORIZATION.CREATED':
      return at(resource, 'status') === 'PENDING'
        ? pending(psp_reference)
        : { about: 'authorization', answer: { outcome: 'approved', psp_reference } };
    case 'PAYMENT.AUTHORIZATION.VOIDED':
      return { about: 'cancel', answer: { outcome: 'succeeded' } };
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.REFUND.PENDING':
    case 'PAYMENT.REFUND.FAILED':
      return { about: 'refund', answer: describeRefund(resource) };
    // The customer has authenticated; the money moves only with our call.
    case 'CHECKOUT.ORDER.APPROVED':
      return pending(psp_reference);
    default:
      return undefined;
  }
};

/** A capture that was made on an authorisation, and not with the order. */
const ofAuthorization = (capture: unknown): boolean =>
  textAt(capture, 'supplementary_data', 'related_ids', 'authorization_id') !== undefined;

const orderOf = (resource: unknown): string | undefined =>
  textAt(resource, 'supplementary_data', 'related_ids', 'order_id') ??
  (at(resource, 'purchase_units') === undefined ? undefined : textAt(resource, 'id'));

const pending = (psp_reference: string): Claim => ({
  about: 'authorization',
  answer: { outcome: 'unknown', doubt: 'pending', psp_reference },
});

const succeeded = (capture: unknown): OperationAnswer => {
  const psp_reference = textAt(capture, 'id');
  return { outcome: 'succeeded', ...(psp_reference === undefined ? {} : { psp_reference }) };
};
