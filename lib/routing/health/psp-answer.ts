import type { Charge } from '../../types/charge.ts';
import { vaultFailureOf } from '../../types/vault-failure.ts';
import { outcomeSignals } from './outcome-signals.ts';

/** Whether a PSP account answered an attempt, with whatever result. */
export type PspAnswer = { readonly psp: string; readonly ok: boolean };

/**
 * What a write to a charge says about whether its PSP can be reached: of every attempt, whatever rule, card or failover it came from. Undefined for a
 * write that says nothing, including one that only resolves an unknown outcome, which a look-up or an event did, for an attempt that the vault
 * kept from its PSP, and for a payment that another program made.
 */
export const pspAnswerOf = (before: Charge | undefined, after: Charge): PspAnswer | undefined => {
  const { psp, outcome, code, other_payment_of } = after;
  if (other_payment_of !== undefined) return undefined;
  if (outcome === null || outcome === before?.outcome || before?.outcome === 'unknown') return undefined;
  if (vaultFailureOf({ outcome, code })) return undefined;
  const { technical: ok } =
    outcome === 'requires_action'
      ? { technical: true }
      : (outcomeSignals[outcome as keyof typeof outcomeSignals] ?? {});
  return ok === undefined ? undefined : { psp, ok };
};
