import { clock_skew_ms } from '../../charge/elapsed-proof.ts';
import { keptEvent } from '../../charge/waiting-events.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Psp } from '../../types/psp.ts';
import { applyLookUp } from '../reports/apply-look-up.ts';
import type { EventContext } from './event-context.ts';

/**
 * Thrown while an event is applied: `take-event.ts` keeps it on its charge. The PSP gets the error, as 503, only for an event that can be neither
 * kept nor held, that says that a customer has authenticated, or that the PSP could not be asked about.
 */
export const mustWait = ({ id }: Pick<Psp, 'id'>): ApiError =>
  new ApiError('event_not_verified', `${id} does not confirm this event yet. Deliver it again.`, {
    retry_after: 30,
  });

/** Whether an event has to wait: for the PSP to confirm it, or for another one that must come first. */
export const isWait = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'event_not_verified';

/**
 * The look-up may be older than what was recorded meanwhile, so the event has to wait. If another delivery of it has been applied, the PSP is asked
 * once more.
 */
export const lookUpOnceMore = async ({ ports, psp, records, event }: EventContext): Promise<void> => {
  if (!records.charge.events?.includes(event.id)) throw mustWait(psp);
  await applyLookUp(ports, psp, records);
};

/** When the event first arrived, in Unix milliseconds. A lagging look-up needs that long before it proves that the event is out of date. */
export const arrivedAt = ({ ports, records, event }: EventContext): number =>
  keptEvent(records.charge, event.id)?.at ?? ports.clock.now();

/** Whether a look-up made at `asked_at` may show the state before `since`. The function may have been frozen since it asked. Unix milliseconds. */
export const mayPredate = (psp: Psp, since: number, asked_at: number): boolean => {
  const lag_ms = psp.capabilities.look_up?.lag_ms ?? 0;
  return lag_ms > 0 && asked_at - since <= lag_ms + clock_skew_ms;
};
