import type { Clock } from '../types/ports.ts';
import type { Psp } from '../types/psp.ts';

/** Attempts in a row that never reached the PSP, and for how many milliseconds none is tried after them. */
const failures_to_open = 5;
const open_ms = 5_000;

/**
 * The PSP, left alone for a while after several failures in a row to reach it: such an attempt costs its connect time-out, which the next PSP could
 * use. Then one attempt tries, and the others still wait for its result. The state belongs to this process. Any answer at all closes the circuit.
 */
export const withCircuit = (psp: Psp, clock: Pick<Clock, 'now'>): Psp => {
  let failures = 0;
  let closed_at = 0;
  return {
    ...psp,
    authorize: async (attempt, request, call) => {
      const now = clock.now();
      if (failures >= failures_to_open && now < closed_at)
        return { outcome: 'not_sent', code: 'circuit_open' };
      if (failures >= failures_to_open) closed_at = now + open_ms;
      const answer = await psp.authorize(attempt, request, call);
      failures = answer.outcome === 'not_sent' ? failures + 1 : 0;
      if (failures === failures_to_open) closed_at = clock.now() + open_ms;
      return answer;
    },
  };
};
