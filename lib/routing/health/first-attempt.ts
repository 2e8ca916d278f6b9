import type { Charge } from '../../types/charge.ts';
import type { Outcome } from '../../types/outcome.ts';
import type { Trial } from '../../types/trial.ts';
import { vaultFailureOf } from '../../types/vault-failure.ts';
import { outcomeSignals } from './outcome-signals.ts';

/** The outcome of a session's first attempt by card. It counts for the health of its PSP, for a rollout, or for both. */
export type FirstAttempt = {
  readonly psp: string;
  readonly currency: string;
  readonly outcome: Outcome;
  readonly counts?: true;
  readonly trial?: Trial;
};

/**
 * The information in a write to a charge about its PSP's health and a rollout's arm: the first outcome of an attempt that counts, once. `card` is its
 * fingerprint, for the card cap. Undefined for any other write, including one that only resolves an unknown outcome, and for an attempt that never
 * reached its PSP because of the vault.
 */
export const firstAttemptOf = (
  before: Charge | undefined,
  after: Charge,
): (FirstAttempt & { readonly card: string }) | undefined => {
  const { psp, currency, outcome, counts, trial, card_fingerprint: card } = after;
  if (!(counts || trial) || card === undefined) return undefined;
  if (vaultFailureOf({ outcome, code: after.code })) return undefined;
  if (saysSomething(before?.outcome) || !saysSomething(outcome)) return undefined;
  return { psp, currency, outcome, card, ...(counts && { counts }), ...(trial && { trial }) };
};

/** Whether an outcome has information about the PSP: `requires_action` has none yet, and what is not in the table, such as `canceled`, never has. */
const saysSomething = (outcome: Charge['outcome'] | undefined): outcome is Outcome =>
  Object.keys(outcomeSignals[outcome as Outcome] ?? {}).length > 0;
