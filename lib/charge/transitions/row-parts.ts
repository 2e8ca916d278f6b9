import type { ChargeState } from '../../types/charge-state.ts';
import { type Cell, ignore } from './cell.ts';
import type { Transition, Transitions } from './transitions.ts';

export type ChargeTable = { readonly [T in Transition]: Readonly<Record<ChargeState, Cell<Transitions[T]>>> };

/** The outcome of the attempt is open. */
type Attempt = 'pending' | 'requires_action';
/** The attempt held or took money, although all of that may have ended since. */
type HeldOrTook = 'authorized' | 'capturing' | 'canceling' | 'captured' | 'canceled';
/** The attempt has failed; any money it took after all goes back. */
type GivenUp = 'failed' | 'reversing' | 'reversed';

/** The same cell in each state of that group. */
export const whileOpen = <What>(cell: Cell<What>): Readonly<Record<Attempt, Cell<What>>> => ({
  pending: cell,
  requires_action: cell,
});
export const onceHeld = <What>(cell: Cell<What>): Readonly<Record<HeldOrTook, Cell<What>>> => ({
  authorized: cell,
  capturing: cell,
  canceling: cell,
  captured: cell,
  canceled: cell,
});
export const onceFailed = <What>(cell: Cell<What>): Readonly<Record<GivenUp, Cell<What>>> => ({
  failed: cell,
  reversing: cell,
  reversed: cell,
});
/** The same cell once the attempt has ended, however it did. */
export const onceEnded = <What>(cell: Cell<What>): Readonly<Record<HeldOrTook | GivenUp, Cell<What>>> => ({
  ...onceHeld(cell),
  ...onceFailed(cell),
});
export const everywhere = <What>(cell: Cell<What>): Readonly<Record<ChargeState, Cell<What>>> => ({
  ...whileOpen(cell),
  ...onceEnded(cell),
});

export const alreadyRecorded = ignore('already recorded');
export const attemptEnded = ignore('the attempt has already ended');
export const beingReturned = ignore('the money is being returned, until the PSP confirms that');
