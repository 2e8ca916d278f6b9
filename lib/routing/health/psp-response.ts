import type { Charge } from '../../types/charge.ts';
import { vaultFailureOf } from '../../types/vault-failure.ts';
import { outcomeSignals } from './outcome-signals.ts';

/** Whether a PSP account responded to an attempt, with whatever result. */
export type PspResponse = { readonly psp: string; readonly ok: boolean };

/**
 * The information in a write to a charge about whether its PSP can be reached. Every attempt counts, whatever rule, card or failover it came from.
 * Undefined for a write without such information: for one that only resolves an unknown outcome, by a look-up or an event; for an attempt that never
 * reached its PSP because of the vault; and for a payment made by another program.
 */
export const pspResponseOf = (before: Charge | undefined, after: Charge): PspResponse | undefined => {
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
