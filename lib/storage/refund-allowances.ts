import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { recordFormat } from '../types/records.ts';
import type { DayOfRefunds, RefundAllowances } from '../types/refund-limits.ts';
import { getItem } from './get-item.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { Storage } from './storage.ts';
import { unlessRefused } from './unless-refused.ts';

const kept_s = 2 * 86_400;

/** A person's day as an item in the table of limits. Written in a transaction, so that a repeat after a lost response is the same write. */
export const createRefundAllowances = (storage: Storage): RefundAllowances => ({
  read: async (person, day) => {
    const item = await getItem(storage, 'limits', { id: idOf({ person, day }) });
    if (item === undefined) return { person, day, rev: 0, taken: {} };
    refuseNewer(item);
    return { person, day, rev: Number(item.rev), taken: item.taken as DayOfRefunds['taken'] };
  },
  replace: (of) => {
    const Put = { TableName: storage.tables.limits, ...itemOf(of, storage.clock.now()) };
    const command = new TransactWriteCommand({ TransactItems: [{ Put }] });
    return unlessRefused(storage, () => storage.client.send(command));
  },
});

const idOf = ({ person, day }: Pick<DayOfRefunds, 'person' | 'day'>): string => `refunds_${day}_${person}`;

const itemOf = (of: DayOfRefunds, now: number) => ({
  Item: {
    id: idOf(of),
    v: recordFormat,
    rev: of.rev + 1,
    taken: of.taken,
    ttl: Math.floor(now / 1000) + kept_s,
  },
  ...(of.rev === 0
    ? { ConditionExpression: 'attribute_not_exists(id)' }
    : { ConditionExpression: 'rev = :rev', ExpressionAttributeValues: { ':rev': of.rev } }),
});
