import { openThings } from '../../types/open-things.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { unscheduled } from '../transitions/schedule.ts';

/** Charges counted per shard, and how many are read to find the oldest. Beyond either the figures are a lower bound; the alarm rings anyway. */
const counted = 1000;
const read = 25;

/** Reports how many charges have something open, and how old the oldest is. */
export const reportOpen = async ({ store, clock, recovery, report }: PaymentPorts): Promise<void> => {
  const marked: string[] = [];
  const since: number[] = [];
  for (let shard = 0; shard < recovery.shards; shard++) {
    const ids = await store.due(shard, unscheduled, counted);
    marked.push(...ids);
    for (const id of ids.slice(0, read)) {
      const charge = await store.charge(id);
      since.push(...(charge ? openThings(charge).map((thing) => thing.since) : []));
    }
  }
  const oldest_ms = since.length === 0 ? 0 : clock.now() - Math.min(...since);
  report({ event: 'open_charges', count: marked.length, oldest_ms });
};
