import type { Declined, PspEvent } from '../../types/psp.ts';
import { at, integerAt, textAt } from '../json.ts';
import { moneyFromWire } from '../money-from-wire.ts';
import { readReference } from '../reference.ts';
import { capabilities } from './capabilities.ts';
import { fenceOperation } from './fence.ts';
import { readAdvice } from './read-advice.ts';

/**
 * One genuine notification item as an event, or undefined where it lacks what every item has. `psp_reference` of the event is the payment's,
 * that of a capture's or refund's answer is the modification's own. Source: Adyen's Webhooks v1.
 */
export const readNotification = (
  item: unknown,
  merchant_account: string | undefined,
): PspEvent | undefined => {
  const psp_reference = textAt(item, 'pspReference');
  const eventCode = textAt(item, 'eventCode');
  const success = String(at(item, 'success') ?? '');
  if (psp_reference === undefined || eventCode === undefined || !/^(true|false)$/.test(success))
    return undefined;
  const id = `${psp_reference}.${eventCode}.${success}`;
  const ours = readReference(textAt(item, 'merchantReference'));
  if (ours === undefined || textAt(item, 'merchantAccountCode') !== merchant_account)
    return { id, claim: { about: 'nothing_of_ours' } };
  const payment = textAt(item, 'originalReference') ?? psp_reference;
  const money = moneyFromWire(
    capabilities.amounts,
    integerAt(item, 'amount', 'value'),
    textAt(item, 'amount', 'currency'),
  );
  return {
    id,
    reference: ours.charge,
    ...(ours.operation === undefined || ours.operation === fenceOperation
      ? {}
      : { operation: ours.operation }),
    psp_reference: payment,
    ...(money === undefined ? {} : { money }),
    claim: readClaim({
      eventCode,
      success: success === 'true',
      item,
      psp_reference,
      payment,
      operation: ours.operation,
      amount_readable: money !== undefined,
    }),
  };
};

type Notification = {
  readonly eventCode: string;
  readonly success: boolean;
  readonly item: unknown;
  readonly psp_reference: string;
  readonly payment: string;
  readonly operation: string | undefined;
  readonly amount_readable: boolean;
};

const readClaim = (notification: Notification): PspEvent['claim'] => {
  const { eventCode, success, item, psp_reference, payment, operation, amount_readable } = notification;
  switch (eventCode) {
    case 'AUTHORISATION':
      if (!success) return { about: 'authorization', answer: declined(item, payment) };
      return amount_readable
        ? { about: 'authorization', answer: { outcome: 'approved', psp_reference: payment } }
        : {
            about: 'authorization',
            answer: { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: payment },
          };
    // The customer never came back: Adyen withdraws the offer, after twelve hours for cards.
    case 'OFFER_CLOSED':
      return success
        ? { about: 'authorization', answer: { outcome: 'canceled', psp_reference: payment } }
        : nothing;
    case 'TECHNICAL_CANCEL':
      return operation === undefined || operation === fenceOperation
        ? { about: 'fence', answer: fenced(success, payment) }
        : { about: 'cancel', answer: result(success, psp_reference) };
    case 'CANCELLATION':
      return { about: 'cancel', answer: result(success, psp_reference) };
    case 'CAPTURE':
      return { about: 'capture', answer: result(success, psp_reference) };
    case 'REFUND':
      return { about: 'refund', answer: result(success, psp_reference) };
    // The scheme or the bank undid what an earlier event called done.
    case 'CAPTURE_FAILED':
      return success ? { about: 'capture', answer: result(false, psp_reference) } : nothing;
    case 'REFUND_FAILED':
    case 'REFUNDED_REVERSED':
      return success ? { about: 'refund', answer: result(false, psp_reference) } : nothing;
    default:
      return nothing;
  }
};

const nothing = { about: 'nothing_of_ours' } as const;

/** A refused authorisation names its reason in words only, which are not read: it is a definite no of no known kind. */
const declined = (item: unknown, psp_reference: string): Declined => {
  const advice = readAdvice(item);
  return { outcome: 'unmapped', psp_reference, ...(advice === undefined ? {} : { advice }) };
};

const result = (success: boolean, psp_reference: string) =>
  success
    ? ({ outcome: 'succeeded', psp_reference } as const)
    : ({ outcome: 'failed', reason: 'processor_error' } as const);

/** A technical cancel that failed may have come too late or too early: it proves nothing. */
const fenced = (success: boolean, psp_reference: string) =>
  success
    ? ({ outcome: 'canceled', psp_reference } as const)
    : ({ outcome: 'unknown', doubt: 'ambiguous_error', psp_reference } as const);
