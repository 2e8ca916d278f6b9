import { defined } from '../types/defined.ts';
import type { Event, EventData, EventType } from '../types/event.ts';
import { derivedId } from './derived-id.ts';

type Given = Pick<EventData, 'id' | 'object' | 'seq'> & {
  readonly [Field in keyof EventData]?: EventData[Field] | undefined;
};

/**
 * An event of `type` about `data`, with its time `at` (Unix milliseconds). Its id is derived from the object, its revision and the transition; and
 * from `occasion`, if `seq` does not rise between two transitions of the same type.
 */
export const newEvent = (
  type: EventType,
  at: number,
  livemode: boolean,
  data: Given,
  ...occasion: readonly number[]
): Event => ({
  id: derivedId('evt', data.id, data.seq, type, ...occasion),
  object: 'event',
  type,
  created: Math.floor(at / 1000),
  livemode,
  data: defined(data),
});
