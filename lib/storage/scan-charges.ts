import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Charge } from '../types/charge.ts';
import { callStorage } from './call-storage.ts';
import { fromChargeItem, type Item } from './items.ts';
import type { Storage } from './storage.ts';

/**
 * Every charge, in no particular order. Reads the whole table, at half a read unit for each 4 KB. Eventually consistent. For tools, never for an
 * endpoint.
 */
export async function* scanCharges(storage: Storage): AsyncGenerator<Charge> {
  let start: Item | undefined;
  do {
    const command = new ScanCommand({
      TableName: storage.tables.charges,
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await callStorage(storage, () => storage.client.send(command));
    for (const item of Items) yield fromChargeItem(item);
    start = LastEvaluatedKey;
  } while (start !== undefined);
}
