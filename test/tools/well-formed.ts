import { type Invariant, invariants, isGivenUp } from '../../lib/charge/broken-invariant.ts';
import type { Charge } from '../../lib/types/charge.ts';
import { isAttemptOpen, isUnderWay } from '../../lib/types/charge-state.ts';

/**
 * Every invariant of a charge, also those that no write checks. `npm run explore -- --inductive` shows that no step leads from a record that keeps
 * them all to one that does not. Every record of the simulator and of the exploration keeps them.
 */
export const wellFormed: readonly Invariant[] = [
  ...invariants,
  {
    otherwise: 'the attempt is called captured and nothing is',
    holds: ({ outcome, amount_captured }) => outcome !== 'captured' || amount_captured > 0,
  },
  {
    otherwise: 'a capture or cancel was asked for while the outcome of the attempt was not known',
    holds: (charge) => !isAttemptOpen(charge) || (charge.capture ?? charge.cancel) === undefined,
  },
  {
    otherwise: 'a capture or cancel is under way of an attempt that has failed',
    holds: (charge) => !isGivenUp(charge) || !(isUnderWay(charge.capture) || isUnderWay(charge.cancel)),
  },
  {
    otherwise: 'a capture and a cancel are under way at once',
    holds: ({ capture, cancel }) => !(isUnderWay(capture) && isUnderWay(cancel)),
  },
  {
    otherwise: 'a cancel is under way of money that is not held any more',
    holds: ({ cancel, amount_captured, hold }) =>
      !isUnderWay(cancel) || (amount_captured === 0 && hold === undefined),
  },
  {
    otherwise: 'the end of a hold is known of an attempt whose outcome is not',
    holds: (charge) => charge.hold === undefined || !isAttemptOpen(charge),
  },
  {
    otherwise: 'a person has said more than that the money is held, and a capture is under way',
    holds: ({ presumed, capture, amount_captured, hold }) =>
      !(presumed && isUnderWay(capture)) || (amount_captured === 0 && hold === undefined),
  },
  {
    otherwise: 'a reported capture made elsewhere is not counted',
    holds: ({ reversal, amount, amount_captured, captures }) =>
      reversal !== undefined || amount_captured >= Math.min(amount, sumOf(captures)),
  },
];

const sumOf = (amounts: Readonly<Record<string, number>> = {}): number =>
  Object.values(amounts).reduce((total, amount) => total + amount, 0);

/** What is wrong with a charge, by all the invariants; undefined if it is well-formed. */
export const malformed = (charge: Charge): string | undefined =>
  wellFormed.find(({ holds }) => !holds(charge))?.otherwise;
