import type { Clock, NewId, PaymentStore, Psps, Report } from '../types/ports.ts';
import type { Answer, View } from '../types/records.ts';
import type { Result } from '../types/result.ts';

/** What the use-cases reach the world through. */
export type PaymentPorts = {
  readonly store: PaymentStore;
  readonly psps: Psps;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly report: Report;
  /** An id for one write, never given twice: by it a write whose answer was lost is recognised. */
  readonly newWrite: () => string;
  /** The bytes that are answered and remembered for a result. */
  readonly render: (result: Result, view: View) => Answer;
  /** Unix milliseconds after which nothing may be started that still has to be settled. */
  readonly deadline: number;
  readonly recovery: RecoverySettings;
};

/**
 * `schedule_s`: seconds, rising, from the moment something became open to each look at it; what is open after the last one needs review.
 * `absence_margin_ms`: how long after a request, beyond a look-up's own lag, absence is no proof; 11 minutes where not given.
 */
export type RecoverySettings = {
  readonly schedule_s: readonly number[];
  readonly shards: number;
  readonly absence_margin_ms?: number;
};
