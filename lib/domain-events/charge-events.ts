import type { Charge } from '../types/charge.ts';
import { type ChargeState, stateOf } from '../types/charge-state.ts';
import type { Event, EventType } from '../types/event.ts';
import { type OpenThing, openThings } from '../types/open-things.ts';
import type { ChargeChange } from '../types/record-change.ts';
import { newEvent } from './new-event.ts';

type Transition = {
  readonly type: EventType;
  readonly happened: (before: Charge, after: Charge) => boolean;
  readonly reason?: (before: Charge, after: Charge) => string | undefined;
};

/** A new or failed attempt is reported by its session's events. */
const transitions: readonly Transition[] = [
  {
    type: 'charge.captured',
    happened: (before, after) => (isHeld(before) || isOfNoSession(before)) && tookMore(before, after),
  },
  {
    type: 'charge.capture_failed',
    happened: (before, after) => failures(after) > failures(before) || captureEnded(before, after),
    reason: (_, { capture }) => capture?.failure?.reason,
  },
  {
    type: 'charge.canceled',
    happened: (before, after) => stateOf(after) === 'canceled' && stateOf(before) !== 'canceled',
    reason: (_, { hold }) => hold,
  },
  {
    type: 'charge.needs_review',
    happened: (before, after) => newlyReviewed(before, after) !== undefined,
    reason: (before, after) => newlyReviewed(before, after)?.kind,
  },
  {
    type: 'charge.reversed',
    happened: (before, after) => stateOf(after) === 'reversed' && stateOf(before) !== 'reversed',
  },
  {
    type: 'charge.external_change',
    happened: (before, after) => after.external === true && before.external !== true,
  },
];

const held: readonly ChargeState[] = ['authorized', 'capturing', 'canceling', 'canceled', 'captured'];

/** A payment captured at once is reported by its session only, so that a plain payment is one event. */
const isHeld = (charge: Charge): boolean => held.includes(stateOf(charge));

/** Another payment under a charge's reference: no session reports it. */
const isOfNoSession = ({ other_payment_of }: Charge): boolean => other_payment_of !== undefined;

const tookMore = (before: Charge, after: Charge): boolean =>
  stateOf(after) === 'captured' && after.amount_captured > before.amount_captured;

const failures = ({ captures_failed = 0 }: Charge): number => captures_failed;

const captureEnded = ({ capture: before }: Charge, { capture: after }: Charge): boolean =>
  after?.status === 'failed' && !(before?.id === after.id && before.status === 'failed');

const newlyReviewed = (before: Charge, after: Charge): OpenThing | undefined => {
  const known = reviewed(before).map(({ id }) => id);
  return reviewed(after).find(({ id }) => !known.includes(id));
};

const reviewed = (charge: Charge): readonly OpenThing[] =>
  openThings(charge).filter(({ needs_review }) => needs_review);

export const chargeEvents = ({ before, after, at }: ChargeChange): readonly Event[] => {
  const eventOf = (type: EventType, reason: string | undefined): Event =>
    newEvent(type, at, after.livemode, {
      id: after.id,
      object: 'charge',
      seq: after.rev,
      status: after.status,
      amount: after.amount,
      amount_captured: after.amount_captured,
      currency: after.currency,
      session: after.session,
      psp: after.psp,
      reason,
    });
  if (before)
    return transitions
      .filter(({ happened }) => happened(before, after))
      .map(({ type, reason }) => eventOf(type, reason?.(before, after)));
  if (!isOfNoSession(after)) return [];
  return after.needs_review
    ? [eventOf('charge.needs_review', 'attempt')]
    : [eventOf('charge.external_change', undefined)];
};
