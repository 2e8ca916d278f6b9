import type { Capabilities } from '../types/capabilities.ts';
import type { Operation } from '../types/psp.ts';
import { coversRepeat, provesAbsence } from './elapsed-proof.ts';
import type { RecoverySettings } from './recovery-settings.ts';

/** An operation with the times of its first and last request, recorded before sending, Unix milliseconds. */
export type SentOperation = Operation & { readonly started: number; readonly sent: number };

/**
 * Whether an operation with an unknown outcome may be sent again under its key. `absent_at`: when the PSP was asked, if it showed no such operation.
 * Always if the key returns the first response again; otherwise only once no earlier request can still arrive, and never without a key.
 */
export const mayRepeat = (
  { idempotency, look_up }: Capabilities,
  { started, sent }: SentOperation,
  {
    absent_at,
    now,
    recovery,
  }: {
    readonly absent_at: number | undefined;
    readonly now: number;
    readonly recovery: RecoverySettings;
  },
): boolean => {
  if (coversRepeat(idempotency, started, now)) return true;
  if (absent_at === undefined || idempotency.kind === 'none') return false;
  return provesAbsence(sent, absent_at, look_up?.lag_ms ?? 0, recovery);
};

/** Whether another execution under the same key may follow one that the PSP reports as failed, because a request may still be sent. */
export const mayStillBeSent = (
  { idempotency, look_up }: Capabilities,
  {
    started,
    sent,
    accepted,
  }: { readonly started: number; readonly sent: number; readonly accepted: boolean },
  { now, recovery }: { readonly now: number; readonly recovery: RecoverySettings },
): boolean =>
  !accepted &&
  !coversRepeat(idempotency, started, now) &&
  !provesAbsence(sent, now, look_up?.lag_ms ?? 0, recovery);
