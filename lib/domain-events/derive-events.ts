import type { Event } from '../types/event.ts';
import type { Derivation, RecordChange } from '../types/record-change.ts';
import type { Row } from '../types/row.ts';
import { chargeEvents } from './charge-events.ts';
import { deriveParts } from './charge-parts.ts';
import { deriveAudit } from './derive-audit.ts';
import { deriveMovements } from './derive-movements.ts';
import { disputeEvents } from './dispute-events.ts';
import { eventRow } from './event-row.ts';
import { refundEvents } from './refund-events.ts';
import { ruleEvents } from './rule-events.ts';
import { sessionEvents } from './session-events.ts';

/** The rows that lists show besides events, each derived by its own function. */
const derivations: readonly Derivation[] = [deriveParts, deriveMovements, deriveAudit];

export const deriveRows = (
  change: RecordChange,
): { readonly events: readonly Event[]; readonly rows: readonly Row[] } => {
  const events = deriveEvents(change);
  return { events, rows: [...events.map(eventRow), ...derivations.flatMap((derive) => derive(change))] };
};

/**
 * The events of a change. Pure: the same change gives the same events, and one without a new revision gives none. Each kind of object has its own
 * table of transitions.
 */
export const deriveEvents = (change: RecordChange): readonly Event[] => {
  switch (change.table) {
    case 'sessions':
    case 'charges':
    case 'rules':
      return change.before?.rev === change.after.rev ? [] : eventsOf(change);
    default:
      return [];
  }
};

const eventsOf = (
  change: Extract<RecordChange, { readonly table: 'sessions' | 'charges' | 'rules' }>,
): readonly Event[] => {
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
