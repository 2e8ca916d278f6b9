import { ApiError } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import { type ChargeState, stateOf, statusOf } from '../../types/charge-state.ts';
import { attemptRows } from './attempt-rows.ts';
import { besideRows } from './beside-rows.ts';
import type { Cell, Circumstances } from './cell.ts';
import { factRows } from './fact-rows.ts';
import { operationRows } from './operation-rows.ts';
import type { ChargeTable } from './row-parts.ts';
import type { Transition, Transitions } from './transitions.ts';

/** Every state of a charge × every transition: the compiler rejects a missing cell, and the engine runs from this table. */
export const chargeTable: ChargeTable = {
  ...factRows,
  ...attemptRows,
  ...operationRows,
  ...besideRows,
};

/** The charge afterwards (the same object if nothing changed), or why the transition must not happen. */
export type Transitioned =
  | { readonly charge: Charge; readonly changed: boolean }
  | { readonly impossible: string };

/**
 * The charge after this transition. Pure. Throws if a request must be refused. `given_up`: the charge no longer belongs to its session, so any money
 * it takes is returned.
 */
export const makeTransition = <T extends Transition>(
  charge: Charge,
  transition: T,
  what: Transitions[T],
  circumstances: Circumstances & { readonly given_up?: boolean },
): Transitioned => {
  const state = isMoney(transition) ? stateForMoney(charge, circumstances.given_up) : stateOf(charge);
  const cell: Cell<Transitions[T]> = chargeTable[transition][state];
  if ('ignored' in cell) return { charge, changed: false };
  if ('impossible' in cell) return { impossible: `${transition} in ${state}: ${cell.impossible}` };
  if ('refused' in cell) throw refusal(charge, cell);
  const next = cell.apply(charge, what, circumstances);
  if (next === charge) return { charge, changed: false };
  const to = stateOf(next);
  if (!cell.to.includes(to))
    return { impossible: `${transition} in ${state} led to ${to}, which the table does not allow` };
  const rose = next.amount_captured > charge.amount_captured ? { captured_at: circumstances.now } : {};
  return { charge: { ...next, ...rose, status: statusOf(next) }, changed: true };
};

/** The money of another payment is never late: no session counts it, even if a person has decided that it does not exist. */
const stateForMoney = (charge: Charge, given_up = false): ChargeState => {
  const now = stateOf(charge);
  if (now === 'failed' && charge.other_payment_of !== undefined) return 'pending';
  return given_up && (now === 'pending' || now === 'requires_action') ? 'failed' : now;
};

const isMoney = (transition: Transition): boolean =>
  transition === 'approved' || transition === 'captured_more';

const refusal = (
  { id, status }: Charge,
  { refused: code, because }: Extract<Cell<never>, { readonly refused: unknown }>,
): ApiError =>
  new ApiError(code, `Charge ${id} is ${status}: ${because}.`, {
    param: 'charge',
    ...(code === 'charge_operation_in_progress' ? { retry_after: 5 } : {}),
  });
