import type { Event } from '../types/event.ts';
import type { Row } from '../types/row.ts';

const keptSeconds = 30 * 24 * 3600;

/** The event as a row, stored for 30 days. */
export const eventRow = (event: Event): Row => ({
  id: event.id,
  kind: 'event',
  rev: event.data.seq,
  created_ms: event.created * 1000,
  ttl: event.created + keptSeconds,
  facets: { type: event.type, object: event.data.id, livemode: event.livemode },
  body: JSON.stringify(event),
});
