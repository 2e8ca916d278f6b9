import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { capabilitiesOf } from '#capabilities';
import { runBacktest, startBacktest } from '../lib/config/run-backtest.ts';
import { createBacktests } from '../lib/storage/backtests.ts';
import { createPastSessions } from '../lib/storage/past-sessions.ts';
import { documentClient, type Storage } from '../lib/storage/storage.ts';
import { type TableId, tables } from '../lib/storage/tables.ts';
import type { Account } from '../lib/types/capabilities.ts';
import type { PublishedRule } from '../lib/types/routing.ts';
import { connectTo } from '../local/aws/store-of.ts';
import { startFilled } from './growth/start-filled.ts';
import { temporaryFolder } from './support/bundle.ts';
import { printTable, thousands } from './support/print-table.ts';
import { startService } from './support/start-service.ts';

const sessions = 10_000;
/** A page of a thousand takes four queries and ten batches; the parts of the list end at different times. */
const allowed_calls = (sessions / 1_000) * (4 + 10) + 14;
const allowed_ratio = 1.5;

const accounts: readonly Account[] = ['stripe', 'adyen'].flatMap((id) => {
  const capabilities = capabilitiesOf[id];
  return capabilities ? [{ id, psp: id, capabilities }] : [];
});

const proposed: PublishedRule = {
  name: 'bench',
  version: 3,
  created: 0,
  targets: [
    { psp: 'stripe', weight: 60 },
    { psp: 'adyen', weight: 40 },
  ],
  failover: { on: ['psp_unavailable'], max_attempts: 2, attempt_timeout_ms: 8_000 },
  health: { mode: 'observe', max_shift: 50, min_share: 0 },
  overrides: [{ when: { currency: ['usd'] }, targets: [{ psp: 'adyen', weight: 1 }] }],
};

/**
 * A backtest over ten thousand paid sessions among twenty thousand: its calls to the store, and its processor time relative to the same calls alone.
 * Against DynamoDB, where four parts run in parallel, little of it is waiting; the seconds are for the local store.
 */
const main = async (): Promise<void> => {
  const service = await startService();
  const folder = temporaryFolder();
  const server = await startFilled(service, folder.path, 2 * sessions);
  const connection = connectTo(server);
  try {
    const storage: Storage = {
      client: documentClient(connection),
      tables: Object.fromEntries(
        tables.map(({ id, variable }) => [id, service.environment[variable] ?? '']),
      ) as Record<TableId, string>,
      clock: { now: Date.now, sleep: async () => {} },
      random: Math.random,
    };
    await measured(storage);
    const calls = recordCalls(storage);
    const whole = await measured(storage);
    const sent = calls.splice(0);
    const alone = await cpuOf(async () => {
      for (const command of sent) await storage.client.send(command as QueryCommand);
    });
    report({ ...whole, calls: sent.length, ratio: whole.cpu_ms / alone.cpu_ms });
  } finally {
    connection.destroy();
    await server.close();
    await service.stop();
    folder.remove();
  }
};

/** Collects the commands of all reads from now on. */
const recordCalls = ({ client }: Storage): (QueryCommand | BatchGetCommand)[] => {
  const calls: (QueryCommand | BatchGetCommand)[] = [];
  const send = client.send.bind(client);
  client.send = ((command: object) => {
    if (command instanceof QueryCommand || command instanceof BatchGetCommand) calls.push(command);
    return send(command as QueryCommand);
  }) as typeof client.send;
  return calls;
};

const measured = async (storage: Storage) => {
  const backtests = createBacktests(storage);
  const id = `bt_${performance.now()}`;
  const ports = { backtests, clock: storage.clock, wake: async () => {} };
  await startBacktest(
    { ...ports, clock: { ...storage.clock, now: leapingClock() } },
    { id, rule: proposed, sessions },
  );
  const times = await cpuOf(() =>
    runBacktest(
      { ...ports, past: createPastSessions(storage), accounts, deadline: Number.POSITIVE_INFINITY },
      id,
    ),
  );
  const found = await backtests.find(id);
  return { ...times, sessions: found?.ended ? found.tally.sessions : 0, moved: found?.tally.moved ?? 0 };
};

/** Each reading is a minute after the last, so that starting a backtest does not wait for its end. */
const leapingClock = (): (() => number) => {
  let now = Date.now();
  return () => {
    now += 60_000;
    return now;
  };
};

const cpuOf = async (act: () => Promise<void>) => {
  const start = performance.now();
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return { cpu_ms: (user + system) / 1000, seconds: (performance.now() - start) / 1000 };
};

type Figures = Awaited<ReturnType<typeof measured>> & { readonly calls: number; readonly ratio: number };

const report = (figures: Figures): void => {
  const { seconds, cpu_ms, calls, ratio, moved } = figures;
  printTable(
    ['sessions', 'moved', 'seconds', 'processor, s', 'reads', 'allowed', 'of the reads alone', 'allowed'],
    [
      [
        thousands(figures.sessions),
        thousands(moved),
        seconds.toFixed(2),
        (cpu_ms / 1000).toFixed(2),
        String(calls),
        String(allowed_calls),
        ratio.toFixed(2),
        allowed_ratio.toFixed(2),
      ],
    ],
  );
  if (figures.sessions === sessions && calls <= allowed_calls && ratio <= allowed_ratio) return;
  console.log('missed');
  process.exitCode = 1;
};

await main();
