import { clock_skew_ms } from '../../charge/elapsed-proof.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import type { Psp } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { applyLookUp } from '../reports/apply-look-up.ts';

/** The PSP redelivers the event: by then it may be able to confirm it. */
export const notVerified = (psp: Psp): ApiError =>
  new ApiError('event_not_verified', `${psp.id} does not confirm this event yet. Deliver it again.`, {
    retry_after: 30,
  });

/**
 * The look-up may be older than what was recorded meanwhile, so the event has to be delivered again. If another delivery of it has been applied, it
 * will not be: then the PSP is asked once more.
 */
export const lookUpOnceMore = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: string,
): Promise<void> => {
  if (!records.charge.events?.includes(event)) throw notVerified(psp);
  await applyLookUp(ports, psp, records);
};

/** Unverified events kept per charge, and for how long at least: an event that would replace a younger one has to be delivered again. */
const maxUnverified = 8;
const unverified_ms = 2 * 3_600_000;

const withoutOld = ({ doubted = [], events = [] }: Charge, now: number): NonNullable<Charge['doubted']> =>
  doubted.length < maxUnverified
    ? doubted
    : doubted.filter(({ event, at }) => !events.includes(event) && now - at < unverified_ms);

/**
 * When an event that is not confirmed yet first arrived, in Unix milliseconds; recorded on the charge if this is the first time. A lagging look-up
 * needs that long before it proves that the event is out of date.
 */
export const noteArrival = async (ports: PaymentPorts, records: Records, event: string): Promise<number> => {
  const now = ports.clock.now();
  const { outcome } = await changeCharge(ports, records, ({ charge }): Change<number> => {
    const known = charge.doubted?.find((doubted) => doubted.event === event);
    if (known) return { outcome: known.at };
    const doubt = { event, at: now, capture: charge.capture?.id ?? '' };
    const others = withoutOld(charge, now);
    if (others.length >= maxUnverified) return { outcome: now };
    return { charge: { ...charge, doubted: [...others, doubt] }, outcome: now };
  });
  return outcome;
};

/** Whether a look-up made at `asked` may show the state before `since`. The function may have been frozen since it asked. Unix milliseconds. */
export const mayPredate = (psp: Psp, since: number, asked: number): boolean => {
  const lag_ms = psp.capabilities.look_up?.lag_ms ?? 0;
  return lag_ms > 0 && asked - since <= lag_ms + clock_skew_ms;
};
