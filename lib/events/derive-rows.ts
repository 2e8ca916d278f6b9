import type { Event } from '../types/event.ts';
import type { Derivation, RecordChange } from '../types/record-change.ts';
import type { Row } from '../types/row.ts';
import { deriveParts } from './charge-parts.ts';
import { deriveAudit } from './derive-audit.ts';
import { deriveEvents } from './derive-events.ts';
import { eventRow } from './event-row.ts';

/** What lists show beside events, each derived by a function of its own. */
const derivations: readonly Derivation[] = [deriveParts, deriveAudit];

/** Everything that follows from a change. Pure. */
export const deriveRows = (
  change: RecordChange,
): { readonly events: readonly Event[]; readonly rows: readonly Row[] } => {
  const events = deriveEvents(change);
  return { events, rows: [...events.map(eventRow), ...derivations.flatMap((derive) => derive(change))] };
};
