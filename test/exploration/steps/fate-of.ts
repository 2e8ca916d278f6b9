import { functionLimit_ms } from '../engine/live-process.ts';
import type { Fate } from '../psp/operate.ts';
import type { Setting, World } from '../world.ts';

/** As it is meant to go with a request of a process that was started then. */
export const fateOf = ({ customer, decline }: Setting, { now }: World, started: number): Fate => ({
  now,
  // Nobody expects anything from a function whose time is over.
  sent: Math.min(now, started + functionLimit_ms),
  declined: false,
  decline,
  behind: false,
  customer,
});
