import type { Event } from '../types/event.ts';
import type { RecordChange } from '../types/record-change.ts';
import type { Session } from '../types/session.ts';
import { newEvent } from './event-row.ts';

/** What a merchant is told of a change. Pure: the same change gives the same events, and one that changes nothing gives none. */
export const deriveEvents = (change: RecordChange): readonly Event[] =>
  change.table === 'sessions' ? sessionEvents(change.before, change.after, change.at) : [];

const sessionEvents = (before: Session | undefined, after: Session, at: number): readonly Event[] => {
  if (after.payment_status !== 'paid' || before?.payment_status === 'paid') return [];
  const { id, rev, payment_status, amount, currency, reference, charge, livemode } = after;
  return [
    newEvent('checkout.session.paid', at, livemode, {
      id,
      object: 'checkout.session',
      seq: rev,
      payment_status,
      amount,
      currency,
      ...(reference !== undefined && { reference }),
      ...(charge !== null && { charge }),
    }),
  ];
};
