import type { Charge } from '../types/charge.ts';
import { keptEvent, withoutKeptEvent } from './waiting-events.ts';

/** Events kept per charge: more than any PSP sends about one payment. */
const maxEvents = 100;

/** The charge with an event that is applied now, and no longer waits. */
export const withEvent = (before: Charge, event: string): Charge => {
  const charge = keptEvent(before, event)?.whole ? withoutKeptEvent(before, event) : before;
  return { ...charge, events: [...(charge.events ?? []), event].slice(-maxEvents) };
};
