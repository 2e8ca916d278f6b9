import { isRecent } from '../types/is-recent.ts';
import type { Clock } from '../types/ports.ts';
import type { AnyMethodPsp } from '../types/psp.ts';
import { vaultFailureOf } from '../types/vault-failure.ts';

/** How many attempts in a row must fail to reach the PSP, and for how many milliseconds none is made after that. */
const failures_to_open = 5;
const open_ms = 5_000;

/**
 * The PSP with a circuit breaker: after several failures in a row to reach it, it is not called for a while, because each such attempt costs a
 * connect time-out that the next PSP could use. Then one attempt is let through, and the others are still not sent until its result is known. The
 * state belongs to this process. Any response of the PSP closes the circuit; a failure of the vault says nothing about the PSP.
 */
export const withCircuit = (psp: AnyMethodPsp, clock: Pick<Clock, 'now'>): AnyMethodPsp => {
  let failures = 0;
  let opened = 0;
  return {
    ...psp,
    authorize: async (attempt, request, call) => {
      const now = clock.now();
      if (failures >= failures_to_open && isRecent(opened, open_ms, now))
        return { outcome: 'not_sent', code: 'circuit_open' };
      if (failures >= failures_to_open) opened = now;
      const result = await psp.authorize(attempt, request, call);
      if ('code' in result && vaultFailureOf(result)) return result;
      failures = result.outcome === 'not_sent' ? failures + 1 : 0;
      if (failures === failures_to_open) opened = clock.now();
      return result;
    },
  };
};
