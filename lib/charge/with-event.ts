import type { Charge } from '../types/charge.ts';

/** Events kept per charge: more than any PSP sends about one payment. */
const maxEvents = 100;

export const withEvent = (charge: Charge, event: string): Charge => ({
  ...charge,
  events: [...(charge.events ?? []), event].slice(-maxEvents),
});
