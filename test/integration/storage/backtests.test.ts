import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { emptyTally } from '../../../lib/routing/backtest/tally-session.ts';
import { createBacktests } from '../../../lib/storage/backtests.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import type { Backtest } from '../../../lib/types/backtest.ts';
import { rule } from '../../unit/routing/fixtures.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const connection = new DynamoDBClient(clientOf(dynamodb.url));
const clock = { now: () => 1_800_000_000_000, sleep: async () => undefined };
const backtests = createBacktests({
  client: documentClient(connection),
  tables: dynamodb.tables,
  clock,
  random: () => 0.5,
});

afterAll(async () => {
  connection.destroy();
  await dynamodb.close();
});

test('the last backtest of a rule is one that replayed all it should', async () => {
  const proposed = rule({ a: 1 });
  const ended: Backtest = {
    v: 1,
    rev: 1,
    id: 'bt_whole',
    rule: proposed,
    asked: 10,
    read: 10,
    ended: true,
    tally: emptyTally,
    created: clock.now(),
    alive: clock.now(),
  };
  await backtests.write(ended);
  await backtests.write({ ...ended, id: 'bt_early', ended_early: true });
  expect(await backtests.find('bt_early')).toMatchObject({ ended_early: true });
  expect((await backtests.lastOf(proposed))?.id).toBe('bt_whole');
});
