import type { Charge, KeptEvent } from '../types/charge.ts';
import { defined } from '../types/defined.ts';
import type { PspEvent } from '../types/psp.ts';
import { saysNothingNew } from './says-nothing-new.ts';

/** Events kept per charge, those for a person included. */
const maxKept = 8;

/** The events that wait on the charge: each is taken up again until it can be applied. */
export const waitingEvents = ({ unbelieved = [] }: Charge): readonly PspEvent[] =>
  unbelieved.flatMap(({ whole }) => whole ?? []);

/** What is kept of an event; undefined if it is not kept. */
export const keptEvent = ({ unbelieved = [] }: Charge, event: string): KeptEvent | undefined =>
  unbelieved.find((kept) => kept.event === event);

/**
 * The charge with this event kept, in the place of what is kept of it: events are taken up in the order in which they came. The oldest that nobody
 * waits for gives way; undefined if there is none.
 */
export const withKeptEvent = (charge: Charge, kept: KeptEvent): Charge | undefined => {
  const { unbelieved = [] } = charge;
  const known = keptEvent(charge, kept.event);
  if (known) return { ...charge, unbelieved: unbelieved.map((one) => (one === known ? kept : one)) };
  if (unbelieved.length < maxKept) return { ...charge, unbelieved: [...unbelieved, kept] };
  const oldest = unbelieved.find(({ whole }) => whole === undefined);
  return oldest && { ...charge, unbelieved: [...unbelieved.filter((one) => one !== oldest), kept] };
};

/** The charge without the events that wait, and say nothing new by now. */
export const withoutOldEvents = (charge: Charge): Charge =>
  waitingEvents(charge)
    .filter((event) => saysNothingNew(charge, event))
    .reduce((known, { id }) => withoutKeptEvent(known, id), charge);

export const withoutKeptEvent = ({ unbelieved = [], ...charge }: Charge, event: string): Charge => {
  const left = unbelieved.filter((kept) => kept.event !== event);
  return left.length > 0 ? { ...charge, unbelieved: left } : charge;
};

/** The event as it is kept while it waits: recorded with the capture of that time, which it may be about. */
export const waitingEvent = (charge: Charge, event: PspEvent, at: number): KeptEvent => ({
  ...eventForPerson(event, at),
  capture: charge.capture?.id ?? '',
  whole: event,
});

/** What is kept of an event for a person. */
export const eventForPerson = ({ id, claim, psp_reference, money }: PspEvent, at: number): KeptEvent => ({
  event: id,
  about: claim.about,
  at,
  ...defined({ psp_reference }),
  ...(money && { amount: money.amount, currency: money.currency }),
});
