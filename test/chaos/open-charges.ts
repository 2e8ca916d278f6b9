import { paymentStore } from '../../lib/runtime/dynamodb.ts';
import { recoveryShards } from '../../lib/runtime/payment-ports.ts';
import type { Charge } from '../../lib/types/charge.ts';
import { openThings } from '../../lib/types/open-things.ts';

const mostPerShard = 10_000;

/** Charges with something open, longest first, from the tables that this process's environment names. */
export const openCharges = async (): Promise<readonly Charge[]> => {
  const charges: Charge[] = [];
  for (let shard = 0; shard < recoveryShards; shard++)
    for (const { id } of await paymentStore().open(shard, mostPerShard)) {
      const charge = await paymentStore().charge(id);
      if (charge && openThings(charge).length > 0) charges.push(charge);
    }
  return charges.sort((a, b) => openSince(a) - openSince(b));
};

const openSince = (charge: Charge): number => Math.min(...openThings(charge).map(({ since }) => since));
