import type { Charge, ChargeOperation } from '../types/charge.ts';
import { type ChargeState, isAttemptOpen, stateOf, statusOf } from '../types/charge-state.ts';
import { openThings } from '../types/open-things.ts';

/** What must hold for every charge, and the message if it does not. */
export type Invariant = {
  readonly otherwise: string;
  readonly holds: (charge: Charge) => boolean;
};

const isOneOf = (charge: Charge, states: readonly ChargeState[]): boolean => states.includes(stateOf(charge));
export const isGivenUp = (charge: Charge): boolean => isOneOf(charge, ['failed', 'reversing', 'reversed']);

/** Checked before every write through `changeCharge`: a record that breaks one is not stored. After a single update, it is only reported. */
export const invariants: readonly Invariant[] = [
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
    holds: (charge) => charge.amount_captured === 0 || !(isAttemptOpen(charge) || isGivenUp(charge)),
  },
  {
    otherwise: 'more is asked for than was authorised',
    holds: ({ amount, capture, cancel }) => [capture, cancel].every((asked) => isWithin(asked, amount)),
  },
];

const isWithin = (asked: ChargeOperation | undefined, amount: number): boolean =>
  asked === undefined || asked.amount <= amount;

/** Why a charge must not be stored, or should not have been; undefined if it is sound. Pure. */
export const brokenInvariant = (charge: Charge): string | undefined =>
  invariants.find(({ holds }) => !holds(charge))?.otherwise;

const sum = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((total, { amount }) => total + amount, 0);
