import { paymentStore } from '../../lib/edge/dynamodb.ts';
import { recoveryShards } from '../../lib/edge/payment-ports.ts';
import { openThings } from '../../lib/payments/recovery/open-things.ts';
import { unscheduled } from '../../lib/payments/recovery-mark.ts';

import type { Charge } from '../../lib/types/records.ts';

/** Charges with something open, as the records stand. `environment`: that of the service's functions. */
export const openCharges = async (
  environment: Readonly<Record<string, string>>,
): Promise<readonly Charge[]> => {
  Object.assign(process.env, environment);
  const open: Charge[] = [];
  for (let shard = 0; shard < recoveryShards; shard++)
    for (const id of await paymentStore().due(shard, unscheduled, 10_000)) {
      const charge = await paymentStore().charge(id);
      if (charge && openThings(charge).length > 0) open.push(charge);
    }
  return open;
};
