import { errorName } from '../../types/error-name.ts';
import { inParallel } from '../../types/in-parallel.ts';
import type { ExpiringSessions } from '../../types/ports.ts';
import { isExpired } from '../confirm/claim-session.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { changeCharge } from '../records/change-charge.ts';

const page = 50;
export const endsAtOnce = 8;
/** No page starts with less time than this. */
export const leastForPage_ms = 10_000;

/**
 * Records the end of unpaid sessions that have expired, which makes it an event: until then it is only computed. Stops once nothing is left or time
 * is up; the next run tries a failed session again. Resolves to the number recorded.
 */
export const expireDue = async (ports: PaymentPorts, expiring: ExpiringSessions): Promise<number> => {
  const left = new Set<string>();
  let recorded = 0;
  while (ports.deadline - ports.clock.now() > leastForPage_ms) {
    const now_s = Math.floor(ports.clock.now() / 1000);
    // Sessions that failed, and those still in the index, stay in front of the others.
    const over = (await expiring.over(now_s, page + left.size)).filter((id) => !left.has(id));
    if (over.length === 0) break;
    await inParallel(over, endsAtOnce, async (id) => {
      if (await recordEnd(ports, id)) recorded += 1;
      else left.add(id);
    });
  }
  return recorded;
};

const recordEnd = async (ports: PaymentPorts, id: string): Promise<boolean> => {
  try {
    const read = await ports.store.session(id);
    if (!read) return false;
    const { written } = await changeCharge(ports, { session: read }, ({ session }) => ({
      outcome: undefined,
      ...(session.expired_at === undefined &&
        isExpired(session, ports.clock.now()) && {
          session: { ...session, expired_at: session.expires_at },
        }),
    }));
    return written;
  } catch (error) {
    ports.log({
      event: 'recovery_failed',
      session: id,
      error: errorName(error),
    });
    return false;
  }
};
