import { openThings } from '../../types/open-things.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Recovery } from './recover-due.ts';

/** Charges read per shard to find the oldest open item. */
const read = 25;

/** Reports how many charges have something open, and how old the oldest item is. `open`: what a recovery run has left. */
export const logOpen = async ({ store, clock, log }: PaymentPorts, open: Recovery['open']): Promise<void> => {
  const since: number[] = [];
  for (const marks of open)
    for (const { id } of marks.slice(0, read)) {
      const charge = await store.charge(id);
      since.push(...(charge ? openThings(charge).map((thing) => thing.since) : []));
    }
  const oldest_ms = since.length === 0 ? 0 : clock.now() - Math.min(...since);
  log({ event: 'open_charges', count: open.flat().length, oldest_ms });
};
