import type { Event, EventType } from '../types/event.ts';
import { indefinites } from '../types/outcome.ts';
import type { SessionChange } from '../types/record-change.ts';
import type { AttemptSummary, PaymentStatus, Session } from '../types/session.ts';
import { newEvent } from './new-event.ts';

type Transition = readonly [EventType, (before: Session, after: Session) => boolean];

const becomes =
  (status: PaymentStatus): Transition[1] =>
  (before, after) =>
    after.payment_status === status && before.payment_status !== status;

/** A new session makes no event: its creator has the response. */
const transitions: readonly Transition[] = [
  ['checkout.session.paid', becomes('paid')],
  ['checkout.session.authorized', becomes('authorized')],
  // Every attempt is `processing` during its call to the PSP. It becomes an event only if the call ended without an outcome.
  ['checkout.session.processing', (before, after) => isUnknown(after) && !isUnknown(before)],
  ['checkout.session.requires_action', becomes('requires_action')],
  ['checkout.session.payment_failed', becomes('unpaid')],
  ['checkout.session.canceled', becomes('canceled')],
  [
    'checkout.session.expired',
    (before, after) => before.expired_at === undefined && after.expired_at !== undefined,
  ],
];

const isUnknown = (session: Session): boolean => {
  const outcome = currentAttempt(session)?.outcome;
  return session.payment_status === 'processing' && indefinites.some((indefinite) => indefinite === outcome);
};

const currentAttempt = ({ attempts, charge }: Session): AttemptSummary | undefined =>
  attempts.find((attempt) => attempt.charge === charge);

export const sessionEvents = ({ before, after, at }: SessionChange): readonly Event[] => {
  if (before === undefined) return [];
  return transitions
    .filter(([, happened]) => happened(before, after))
    .map(([type]) =>
      newEvent(type, at, after.livemode, {
        id: after.id,
        object: 'checkout.session',
        seq: after.rev,
        payment_status: after.payment_status,
        amount: after.amount,
        currency: after.currency,
        reference: after.reference,
        ...attemptOf(before, after),
        reason: after.last_payment_error?.decline_code,
      }),
    );
};

/** The attempt in question: the open one, or the one that has just failed. */
const attemptOf = (before: Session, after: Session) => {
  const attempt = currentAttempt(after) ?? currentAttempt(before);
  return { charge: attempt?.charge, psp: attempt?.psp };
};
