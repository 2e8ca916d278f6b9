import type { Dispute } from '../types/charge.ts';
import type { Event, EventType } from '../types/event.ts';
import type { ChargeChange } from '../types/record-change.ts';
import { changedDisputes } from './charge-parts.ts';
import { newEvent } from './new-event.ts';

/** A dispute that is new or has changed. A dispute that is reopened counts as opened, and one closed without a decision as updated. */
export const disputeEvents = (change: ChargeChange): readonly Event[] => {
  const { before, after, at } = change;
  return changedDisputes(change).map((dispute) =>
    newEvent(typeOf(before?.disputes[dispute.id], dispute), at, after.livemode, {
      id: dispute.id,
      object: 'dispute',
      seq: after.rev,
      status: dispute.status,
      amount: dispute.amount,
      currency: after.currency,
      session: after.session,
      charge: after.id,
      psp: after.psp,
      reason: dispute.reason,
    }),
  );
};

const typeOf = (before: Dispute | undefined, after: Dispute): EventType =>
  before?.status === after.status || after.status === 'closed' ? 'dispute.updated' : moved[after.status];

const moved = { open: 'dispute.opened', won: 'dispute.won', lost: 'dispute.lost' } as const;
