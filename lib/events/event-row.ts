import { createHash } from 'node:crypto';
import { base32 } from '../types/base32.ts';
import type { Event, EventData, EventType } from '../types/event.ts';
import type { Row } from '../types/row.ts';

const eventKeptSeconds = 30 * 24 * 3600;

/** An event of `type` about `data`, which happened `at` (Unix milliseconds). */
export const newEvent = (type: EventType, at: number, livemode: boolean, data: EventData): Event => ({
  id: derivedId('evt', data.id, data.seq, type),
  type,
  created: Math.floor(at / 1000),
  livemode,
  data,
});

/** An id that the same parts always give. */
const derivedId = (prefix: 'evt' | 'aud', ...parts: readonly (string | number)[]): string =>
  `${prefix}_${base32(createHash('sha256').update(JSON.stringify(parts)).digest())}`;

/** The event as a row, kept for 30 days. */
export const eventRow = (event: Event): Row => ({
  id: event.id,
  kind: 'event',
  rev: event.data.seq,
  created_ms: event.created * 1000,
  ttl: event.created + eventKeptSeconds,
  facets: { type: event.type, object: event.data.id, livemode: event.livemode },
  body: JSON.stringify(event),
});
