import type { Event } from '../types/event.ts';
import type { RecordChange } from '../types/record-change.ts';
import { chargeEvents } from './charge-events.ts';
import { disputeEvents } from './dispute-events.ts';
import { refundEvents } from './refund-events.ts';
import { ruleEvents } from './rule-events.ts';
import { sessionEvents } from './session-events.ts';

/**
 * The events of a change. Pure: the same change gives the same events, and one that leaves the revision gives none. Each kind of object
 * has its table of transitions.
 */
export const deriveEvents = (change: RecordChange): readonly Event[] => {
  if (change.table === 'api_keys' || change.before?.rev === change.after.rev) return [];
  switch (change.table) {
    case 'sessions':
      return sessionEvents(change);
    case 'charges':
      return [...chargeEvents(change), ...refundEvents(change), ...disputeEvents(change)];
    case 'rules':
      return ruleEvents(change);
    default:
      return change satisfies never;
  }
};
