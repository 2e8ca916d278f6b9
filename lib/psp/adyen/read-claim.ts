import { defined } from '../../types/defined.ts';
import type { Money } from '../../types/money.ts';
import { settlesFormer } from '../../types/outcome.ts';
import type { Declined, LookUpResult, OperationResult, PspEvent } from '../../types/psp.ts';
import { at, textAt } from '../json.ts';
import { refusalCode, refusalOutcome } from './outcomes.ts';
import { disputeEvents, readDispute } from './read-dispute.ts';
import { readParticulars } from './read-particulars.ts';
import { readAdvice } from './read-refusal.ts';

/** A genuine notification item. */
export type Notification = {
  readonly code: string;
  readonly success: boolean;
  readonly item: unknown;
  /** The event's own `pspReference`, and the payment's if the event names it. */
  readonly own: string;
  readonly payment: string | undefined;
  readonly operation: string | undefined;
  readonly money: Money | undefined;
};

/** What a notification reports, by its event code. Source: Adyen's Webhooks v1. */
export const readClaim = (notification: Notification): PspEvent['claim'] => {
  const { code, success, item, own } = notification;
  const read = readers.get(code);
  if (read !== undefined) return read(notification);
  const dispute = success ? readDispute(code, own, item) : undefined;
  return dispute === undefined ? nothing : { about: 'dispute', dispute };
};

const nothing = { about: 'nothing_of_ours' } as const;

/**
 * `approved` even with automatic capture: the event reports only the authorisation. Adyen then captures without a further event, and the engine
 * concludes that from the capture method. A refusal gives its reason by name. The name is not signed; whatever it says, the refusal is definite.
 */
const readAuthorisation = ({ success, item, own, payment = own, money }: Notification): LookUpResult => {
  if (!success) return readDecline(item, payment);
  return money === undefined
    ? { outcome: 'unknown', doubt: 'amount_mismatch', psp_reference: payment }
    : { outcome: 'approved', psp_reference: payment, ...readParticulars(item) };
};

const readDecline = (item: unknown, psp_reference: string): Declined => {
  const code = refusalCode(textAt(item, 'reason'));
  const outcome = refusalOutcome(code);
  return {
    outcome: settlesFormer(outcome) ? outcome : 'unmapped',
    ...defined({ code }),
    psp_reference,
    ...readAdvice(item, code),
    ...readParticulars(item),
  };
};

const readEnd = ({ payment }: Notification, hold?: 'voided' | 'expired') => ({
  outcome: 'canceled' as const,
  ...defined({ psp_reference: payment, hold }),
});

/** A technical cancel that failed may have come too late or too early: it proves nothing. */
const readTechnicalCancel = (notification: Notification) =>
  notification.success
    ? readEnd(notification, 'voided')
    : ({
        outcome: 'unknown',
        doubt: 'ambiguous_error',
        ...defined({ psp_reference: notification.payment }),
      } as const);

/** With our operation id, the result of our cancel. Made elsewhere, it ends the hold, or means nothing if it failed. */
const readCancellation = (notification: Notification): PspEvent['claim'] => {
  if (notification.operation !== undefined) return { about: 'cancel', result: readRelease(notification) };
  return notification.success ? { about: 'authorization', result: readEnd(notification, 'voided') } : nothing;
};

/**
 * A reversal, which can only be made in the Customer Area. Whether it canceled or refunded is in no signed field, so the charge's state must refuse
 * the impossible one. If it says neither, it may have refunded.
 */
const readReversal = (notification: Notification): PspEvent['claim'] => {
  const action = at(notification.item, 'additionalData', 'modification.action');
  if (action === 'cancel') return readCancellation(notification);
  if (action === 'refund') return { about: 'refund', result: readMovement(notification) };
  return notification.success ? { about: 'refund', result: unread } : nothing;
};

const unread = { outcome: 'unknown', doubt: 'unreadable_answer' } as const;

const undone = { outcome: 'failed', reason: 'processor_error' } as const;

const readRelease = ({ success, own }: Notification): OperationResult =>
  success ? { outcome: 'succeeded', psp_reference: own } : undone;

/** A capture or refund without an amount does not count as succeeded. */
const readMovement = ({ success, own, money }: Notification): OperationResult => {
  if (!success) return undone;
  return money === undefined ? unread : { outcome: 'succeeded', psp_reference: own, amount: money.amount };
};

type Reader = (notification: Notification) => PspEvent['claim'];

/** Events that mean something only with `success`. */
const onSuccess =
  (read: Reader): Reader =>
  (notification) =>
    notification.success ? read(notification) : nothing;

/** The scheme or the bank reversed what an earlier event reported as done. */
const readUndone = (about: 'capture' | 'refund'): Reader => onSuccess(() => ({ about, result: undone }));

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['AUTHORISATION', (authorised) => ({ about: 'authorization', result: readAuthorisation(authorised) })],
  ['CANCELLATION', readCancellation],
  ['CANCEL_OR_REFUND', readReversal],
  ['CAPTURE', (capture) => ({ about: 'capture', result: readMovement(capture) })],
  ['CAPTURE_FAILED', readUndone('capture')],
  ['REFUND', (refund) => ({ about: 'refund', result: readMovement(refund) })],
  ['REFUND_FAILED', readUndone('refund')],
  ['REFUNDED_REVERSED', readUndone('refund')],
  [
    'TECHNICAL_CANCEL',
    (cancel) =>
      cancel.operation === undefined
        ? { about: 'fence', result: readTechnicalCancel(cancel) }
        : { about: 'cancel', result: readRelease(cancel) },
  ],
  // Whatever is not captured by now never will be. The event's amount is the whole payment's, however much was captured.
  ['EXPIRE', onSuccess((expiry) => ({ about: 'authorization', result: readEnd(expiry, 'expired') }))],
  // The customer never returned: Adyen withdraws the offer, after twelve hours for cards.
  ['OFFER_CLOSED', onSuccess((closed) => ({ about: 'authorization', result: readEnd(closed) }))],
  // Refunded before the capture: the refund waits for the capture.
  [
    'POSTPONED_REFUND',
    onSuccess(({ own }) => ({ about: 'refund', result: { outcome: 'pending', psp_reference: own } })),
  ],
]);

/** Codes of the events that we use. */
export const eventsRead: readonly string[] = [...readers.keys(), ...Object.keys(disputeEvents)];
