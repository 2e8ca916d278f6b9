import { openThings } from '../../types/open-things.ts';
import type { OpenMark } from '../../types/ports.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { RecoveryRun } from './recover-due.ts';

/** Charges read at each end of a shard to find the oldest open item. */
const read = 25;

/** Only what has been open for a day waits for longer than this until its next check. */
const longestWaitOfFirstDay_ms = 22 * 3_600_000;

/** Reports how many charges have something open, and how old the oldest item is. `open`: what a recovery run has left. */
export const logOpen = async (ports: PaymentPorts, open: RecoveryRun['open']): Promise<void> => {
  const { store, clock, log } = ports;
  const since: number[] = [];
  for (const [shard, marks] of open.entries())
    for (const { id } of [...marks.slice(0, read), ...(await oldOnes(ports, shard, marks))]) {
      const charge = await store.charge(id);
      since.push(...(charge ? openThings(charge).map((thing) => thing.since) : []));
    }
  const oldest_ms = since.length === 0 ? 0 : clock.now() - Math.min(...since);
  log({ event: 'open_charges', count: open.flat().length, oldest_ms });
};

/** Old ones are checked seldom: in a full shard they are listed behind the new ones. */
const oldOnes = async (
  { store, clock }: PaymentPorts,
  shard: number,
  marks: readonly OpenMark[],
): Promise<readonly OpenMark[]> =>
  marks.length <= read ? [] : store.open(shard, read, clock.now() + longestWaitOfFirstDay_ms);
