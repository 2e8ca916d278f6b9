import { createHash } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Backtest, Backtests } from '../types/backtest.ts';
import type { RoutingRule } from '../types/routing.ts';
import { getItem } from './get-item.ts';
import { refuseNewer } from './refuse-newer.ts';
import type { Storage } from './storage.ts';
import { unlessRefused } from './unless-refused.ts';

const kept_s = 30 * 86_400;

/** Backtests as items in the table of events; also, for each content of a rule, an item that names the last finished backtest. */
export const createBacktests = (storage: Storage): Backtests => {
  const read = async (id: string) => {
    const item = await getItem(storage, 'events', { id });
    if (item !== undefined) refuseNewer(item);
    return item;
  };
  const find: Backtests['find'] = async (id) => {
    const item = await read(id);
    return item && JSON.parse(String(item.body));
  };
  return {
    find,
    write: (backtest) => {
      const isWhole = backtest.ended && !backtest.ended_early;
      const puts = [itemOf(backtest), ...(isWhole ? [{ Item: lastItem(backtest) }] : [])];
      const command = new TransactWriteCommand({
        TransactItems: puts.map((put) => ({ Put: { TableName: storage.tables.events, ...put } })),
      });
      return unlessRefused(storage, () => storage.client.send(command));
    },
    lastOf: async (rule) => {
      const last = await read(lastId(rule));
      return last && find(String(last.backtest));
    },
  };
};

const endOf = ({ created }: Backtest): number => Math.floor(created / 1000) + kept_s;

const itemOf = (backtest: Backtest) => {
  const { v, id, rev } = backtest;
  return {
    Item: { id, v, rev, body: JSON.stringify(backtest), ttl: endOf(backtest) },
    ...(rev === 1
      ? { ConditionExpression: 'attribute_not_exists(id)' }
      : { ConditionExpression: 'rev = :rev', ExpressionAttributeValues: { ':rev': rev - 1 } }),
  };
};

const lastItem = (backtest: Backtest) => ({
  id: lastId(backtest.rule),
  v: backtest.v,
  backtest: backtest.id,
  ttl: endOf(backtest),
});

/** The fields are in the schema's order, as validation leaves them. */
const lastId = ({ name, targets, failover, health, overrides }: RoutingRule): string => {
  const content = JSON.stringify({ name, targets, failover, health, overrides });
  return `bt_of#${createHash('sha256').update(content).digest('base64url')}`;
};
