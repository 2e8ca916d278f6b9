import { defined } from '../../types/defined.ts';
import { errorName } from '../../types/error-name.ts';
import type { Psp, PspEvent } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';

/** A held event is tried this long after it arrived, as long as no charge matches it. Then nobody pays with that payment here. */
const tries_ms = [60_000, 600_000, 7_200_000, 86_400_000, 259_200_000, 604_800_000];

/** When a held event is tried next, in Unix milliseconds; undefined if a week is over. */
export const nextTry = (at: number, now: number): number | undefined =>
  tries_ms.map((after) => at + after).find((due) => due > now);

/** Holds an event that cannot be stored with a charge. False if its account has too many of them. */
export const holdEvent = async (
  { store, clock, log }: PaymentPorts,
  { id: psp }: Psp,
  event: PspEvent,
): Promise<boolean> => {
  const at = clock.now();
  const isHeld = await store.holdEvent({ psp, event, at, due_at: nextTry(at, at) });
  if (isHeld) log({ event: 'webhook_held', psp, about: event.claim.about });
  return isHeld;
};

/** Reports why a charge did not take an event: its record cannot be read or written. */
export const reportUntaken = (
  { log }: PaymentPorts,
  psp: string,
  { reference: charge }: PspEvent,
  error: unknown,
): void => log({ event: 'recovery_failed', ...defined({ charge }), psp, error: errorName(error) });

/**
 * Whether an event that no charge matches may be about one: it gives only the PSP's id of the payment, and our charge may learn that id within moments.
 * Whatever takes money for one of our charges has its reference: without it, that is another program's payment.
 */
export const mayMatchLater = ({ reference, psp_reference, claim }: PspEvent): boolean => {
  if (reference !== undefined || psp_reference === undefined) return false;
  if (claim.about === 'authorization') return claim.result.outcome === 'canceled';
  return claim.about !== 'nothing_of_ours';
};
