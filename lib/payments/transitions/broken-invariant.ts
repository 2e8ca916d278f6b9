import type { Charge, ChargeOperation } from '../../types/charge.ts';
import { type ChargeState, isUnderWay, stateOf, statusOf } from '../../types/charge-state.ts';
import { openThings } from '../../types/open-things.ts';

/** What must hold for every charge, and the message if it does not. */
export type Invariant = {
  readonly otherwise: string;
  readonly holds: (charge: Charge) => boolean;
};

const isOneOf = (charge: Charge, states: readonly ChargeState[]): boolean => states.includes(stateOf(charge));
const isAttempt = (charge: Charge): boolean => isOneOf(charge, ['pending', 'requires_action']);
const isGivenUp = (charge: Charge): boolean => isOneOf(charge, ['failed', 'reversing', 'reversed']);

/** Checked at every write: a record that breaks one is not stored. */
const invariants: readonly Invariant[] = [
  {
    otherwise: 'captured is not between 0 and the amount',
    holds: ({ amount, amount_captured }) => amount_captured >= 0 && amount_captured <= amount,
  },
  {
    otherwise: 'refundable with disputed amounts does not add up',
    holds: ({ amount_captured, amount_refundable_disputed, refunds, disputes }) =>
      amount_refundable_disputed ===
      amount_captured -
        sum(Object.values(refunds).filter(({ status }) => status !== 'failed')) -
        sum(Object.values(disputes).filter(({ status }) => status === 'lost')),
  },
  {
    otherwise: 'refundable does not add up',
    holds: ({ amount_refundable, amount_refundable_disputed, disputes }) =>
      amount_refundable ===
      amount_refundable_disputed - sum(Object.values(disputes).filter(({ status }) => status === 'open')),
  },
  {
    otherwise: 'the status does not follow from intents and facts',
    holds: (charge) => charge.status === statusOf(charge),
  },
  {
    otherwise: 'something is open and no check is scheduled',
    holds: (charge) => charge.recover_at !== undefined || openThings(charge).length === 0,
  },
  {
    otherwise: 'money is captured of an attempt that has not taken any',
    holds: (charge) => charge.amount_captured === 0 || !(isAttempt(charge) || isGivenUp(charge)),
  },
  {
    otherwise: 'more is asked for than was authorised',
    holds: ({ amount, capture, cancel }) => [capture, cancel].every((asked) => isWithin(asked, amount)),
  },
];

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
    holds: (charge) => !isAttempt(charge) || (charge.capture ?? charge.cancel) === undefined,
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
    holds: (charge) => charge.hold === undefined || !isAttempt(charge),
  },
  {
    otherwise: 'a person has said more than that the money is held, and a capture is under way',
    holds: ({ presumed, capture, amount_captured, hold }) =>
      !(presumed && isUnderWay(capture)) || (amount_captured === 0 && hold === undefined),
  },
  {
    otherwise: 'a capture made elsewhere is told and not counted',
    holds: ({ amount, amount_captured, captures }) => amount_captured >= Math.min(amount, sumOf(captures)),
  },
];

const sumOf = (amounts: Readonly<Record<string, number>> = {}): number =>
  Object.values(amounts).reduce((total, amount) => total + amount, 0);

const isWithin = (asked: ChargeOperation | undefined, amount: number): boolean =>
  asked === undefined || asked.amount <= amount;

/** Why a charge must not be stored, or should not have been; undefined if it is sound. Pure. */
export const brokenInvariant = (charge: Charge): string | undefined =>
  invariants.find(({ holds }) => !holds(charge))?.otherwise;

/** The same, for all the invariants. Pure. */
export const malformed = (charge: Charge): string | undefined =>
  wellFormed.find(({ holds }) => !holds(charge))?.otherwise;

const sum = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((total, { amount }) => total + amount, 0);
