import type { Event, EventData, EventType } from '../types/event.ts';
import { derivedId } from './derived-id.ts';

/** An event of `type` about `data`, with its time `at` (Unix milliseconds). Its id is derived from the object, its revision and the transition. */
export const newEvent = (type: EventType, at: number, livemode: boolean, data: EventData): Event => ({
  id: derivedId('evt', data.id, data.seq, type),
  object: 'event',
  type,
  created: Math.floor(at / 1000),
  livemode,
  data,
});
