import { defined } from '../../types/defined.ts';
import type { LookUpResult, PspEvent } from '../../types/psp.ts';
import { at, textAt } from '../json.ts';
import { particulars } from '../particulars.ts';
import { unreadChange } from '../unread-change.ts';
import { authorizationIdOf, type Owner } from './event-owner.ts';
import { readIsoMoney } from './money.ts';
import { captureResult, readCapture } from './read-capture.ts';
import { readDispute } from './read-dispute.ts';
import { endOfHold } from './read-payment.ts';
import { readRefund, refundResult } from './read-refund.ts';
import { readDeclined } from './read-refusal.ts';

type Reported = Pick<PspEvent, 'claim' | 'operation' | 'operation_reference' | 'money' | 'at_most'>;

/** The event, once its owner is known. `psp_reference` is the order's id. */
export const readEvent = (id: string, type: string, resource: unknown, owner: Owner): PspEvent => {
  const reported = readers.get(type)?.(resource, owner);
  if (reported === undefined) return { id, claim: { about: 'nothing_of_ours' } };
  return {
    id,
    reference: owner.charge,
    ...defined({ psp_reference: owner.order }),
    ...reported,
  };
};

type Reader = (resource: unknown, owner: Owner) => Reported | undefined;

const ofCapture: Reader = (resource, owner) => {
  const capture = readCapture(resource);
  const money = defined({ money: capture.money });
  // A capture made with the order is the payment itself.
  if (authorizationIdOf(resource) === undefined)
    return { ...money, claim: { about: 'authorization', result: readPaid(capture, owner) } };
  const result = captureResult(capture);
  if (result.outcome === 'unknown') return claimLookUp(resource, owner);
  return {
    ...money,
    ...defined({ operation: capture.operation, operation_reference: capture.id }),
    claim: { about: 'capture', result },
  };
};

const readPaid = (capture: ReturnType<typeof readCapture>, { order }: Owner): LookUpResult => {
  const known = defined({ psp_reference: order });
  switch (capture.state) {
    case 'taken':
      return capture.money === undefined || order === undefined
        ? { outcome: 'unknown', doubt: 'unreadable_answer', ...known }
        : {
            outcome: 'captured',
            psp_reference: order,
            amount_captured: capture.money.amount,
            ...networkId(capture.json),
          };
    case 'refused':
      return { ...readDeclined(capture.json), ...known };
    case 'pending':
    case 'unreadable':
      return { outcome: 'unknown', doubt: 'pending', ...known };
    default:
      return capture.state satisfies never;
  }
};

/** An event contains nothing about the card. */
const networkId = (payment: unknown) =>
  particulars({ network_transaction_id: textAt(payment, 'network_transaction_reference', 'id') });

const ofAuthorization: Reader = (resource, owner) => {
  const money = readIsoMoney(at(resource, 'amount'));
  return {
    ...defined({ money }),
    claim: { about: 'authorization', result: readHeld(resource, owner) },
  };
};

/** PayPal writes an event when it sends it: a creation event may already show a later capture, which has its own event. */
const readHeld = (authorization: unknown, { order }: Owner): LookUpResult => {
  const known = defined({ psp_reference: order });
  switch (at(authorization, 'status')) {
    case 'CREATED':
    case 'CAPTURED':
    case 'PARTIALLY_CAPTURED':
      return order === undefined
        ? { outcome: 'unknown', doubt: 'unreadable_answer' }
        : { outcome: 'approved', psp_reference: order, ...networkId(authorization) };
    case 'VOIDED':
    case 'EXPIRED':
      return { outcome: 'canceled', hold: endOfHold(authorization), ...known };
    case 'DENIED':
      return { ...readDeclined(authorization), ...known };
    default:
      return { outcome: 'unknown', doubt: 'pending', ...known };
  }
};

const ofRefund: Reader = (resource, owner) => {
  const refund = readRefund(resource);
  if (refund === undefined) return claimLookUp(resource, owner);
  return {
    money: refund.money,
    ...defined({ operation: owner.operation }),
    operation_reference: refund.id,
    claim: { about: 'refund', result: refundResult(refund) },
  };
};

const ofDispute: Reader = (resource) => {
  const dispute = readDispute(resource);
  const isLost = dispute?.status === 'lost';
  const lost = isLost ? readIsoMoney(at(resource, 'dispute_outcome', 'amount_refunded')) : undefined;
  const money = lost ?? readIsoMoney(at(resource, 'dispute_amount'));
  return (
    dispute && {
      ...defined({ money }),
      ...(isLost && lost === undefined ? { at_most: true } : {}),
      operation_reference: dispute.psp_reference,
      claim: { about: 'dispute', dispute },
    }
  );
};

const claimLookUp: Reader = (_, { order }) => ({ claim: unreadChange(order) });

const readers: ReadonlyMap<string, Reader> = new Map([
  ['PAYMENT.CAPTURE.COMPLETED', ofCapture],
  ['PAYMENT.CAPTURE.DENIED', ofCapture],
  ['PAYMENT.CAPTURE.DECLINED', ofCapture],
  ['PAYMENT.CAPTURE.PENDING', ofCapture],
  ['PAYMENT.AUTHORIZATION.CREATED', ofAuthorization],
  ['PAYMENT.AUTHORIZATION.VOIDED', ofAuthorization],
  ['PAYMENT.CAPTURE.REFUNDED', ofRefund],
  ['PAYMENT.REFUND.PENDING', ofRefund],
  ['PAYMENT.REFUND.FAILED', ofRefund],
  // PayPal takes a capture back when it is disputed. The dispute's own events give the amount, and whether it comes back.
  ['PAYMENT.CAPTURE.REVERSED', claimLookUp],
  ['CUSTOMER.DISPUTE.CREATED', ofDispute],
  ['CUSTOMER.DISPUTE.UPDATED', ofDispute],
  ['CUSTOMER.DISPUTE.RESOLVED', ofDispute],
  ['CHECKOUT.ORDER.APPROVED', () => ({ claim: { about: 'authentication' } })],
]);

/** Types of the events that we use. */
export const eventsRead: readonly string[] = [...readers.keys()];
