import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { type TableId, tables } from '../lib/storage/tables.ts';
import { createTables, type LocalDynamoDb, startDynamoDb } from '../local/aws/dynamodb.ts';
import { importSessions } from './growth/import-sessions.ts';
import type { GrowthTimes } from './programs/growth.ts';
import { connectApi, measuredPsp, publishMeasuredRule } from './support/api.ts';
import { bundle, temporaryFolder } from './support/bundle.ts';
import { measureInChild } from './support/measure-in-child.ts';
import { type Step, stepNames, steps } from './support/payment-chain.ts';
import { printTable, thousands } from './support/print-table.ts';
import { setWebhooks } from './support/set-webhooks.ts';
import { type MeasuredService, startService } from './support/start-service.ts';
import { median, percentile } from './support/statistics.ts';

const few = 1_000;
const many = Number(process.env.BENCH_SESSIONS || 1_000_000);
const allowed_ratio = 1.25;
/** Payments that take each step together before the other side's turn comes. */
const batch = 20;
const warm_up = 15;
const rounds = 50;

/** What a payment costs beside a thousand stored sessions and beside a million: two servers on disk, payments on both in turns. */
const main = async (): Promise<void> => {
  const service = await startService();
  const folder = temporaryFolder();
  const servers: LocalDynamoDb[] = [];
  try {
    for (const side of ['few', 'many'])
      for (const step of stepNames)
        bundle(`functions/${steps[step]}.ts`, `${folder.path}/${side}/${steps[step]}/index.mjs`, 'deployed');
    await setWebhooks(service, measuredPsp, { mode: 'off' });
    await publishMeasuredRule(connectApi(service));
    for (const count of [few, many]) servers.push(await startFilled(service, folder.path, count));
    report(await measure(service, folder.path, servers));
  } finally {
    for (const server of servers) await server.close();
    await service.stop();
    folder.remove();
  }
};

/** A server with so many sessions, and the API key of the running service. */
const startFilled = async (
  { environment }: MeasuredService,
  folder: string,
  count: number,
): Promise<LocalDynamoDb> => {
  const tableNames = Object.fromEntries(
    tables.map(({ id, variable }) => [id, environment[variable] ?? '']),
  ) as Record<TableId, string>;
  const url = environment.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const data = join(folder, `data-${count}`);
  mkdirSync(data);
  const start = performance.now();
  await importSessions({ url, tableNames }, data, count);
  console.log(`${thousands(count)} sessions stored in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  const server = await startDynamoDb(data);
  await createTables(server.url, ({ id }) => tableNames[id]);
  await copyTable(url, server.url, tableNames.api_keys);
  return server;
};

const copyTable = async (from: string, to: string, TableName: string): Promise<void> => {
  const [source, target] = [from, to].map(
    (endpoint) =>
      new DynamoDBClient({
        endpoint,
        region: 'local',
        credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      }),
  );
  const { Items = [] } = (await source?.send(new ScanCommand({ TableName }))) ?? {};
  for (const Item of Items) await target?.send(new PutItemCommand({ TableName, Item }));
  source?.destroy();
  target?.destroy();
};

const measure = (
  service: MeasuredService,
  folder: string,
  [small, large]: readonly LocalDynamoDb[],
): Promise<GrowthTimes> =>
  measureInChild(new URL('programs/growth.ts', import.meta.url), {
    ...service.environment,
    BENCH_FOLDER: folder,
    BENCH_API_KEY: service.api_key,
    BENCH_FEW_URL: small?.url ?? '',
    BENCH_MANY_URL: large?.url ?? '',
    BENCH_BATCH: String(batch),
    BENCH_WARM_UP: String(warm_up),
    BENCH_ROUNDS: String(rounds),
  });

const report = (times: GrowthTimes): void => {
  const rows = stepNames.map((step) => rowOf(step, times));
  console.log(
    `One call at a time, ${rounds} rounds of ${batch} payments on each side in turns, after ${warm_up} such rounds; milliseconds`,
  );
  printTable(
    ['', `p50 at ${thousands(few)}`, `p50 at ${thousands(many)}`, 'p99', 'p99', 'ratio of p50'],
    rows.map(({ cells }) => cells),
  );
  const missed = rows.filter(({ ratio }) => ratio > allowed_ratio);
  for (const { step, ratio } of missed)
    console.log(`missed: ${step} grows ${ratio.toFixed(2)}-fold; flat means ${allowed_ratio} or less`);
  if (missed.length > 0) process.exitCode = 1;
};

const rowOf = (step: Step, times: GrowthTimes) => {
  const [before, after] = [times.few.map((one) => one[step]), times.many.map((one) => one[step])];
  const ratio = median(after) / median(before);
  const figures = [median(before), median(after), percentile(before, 0.99), percentile(after, 0.99)];
  return { step, ratio, cells: [step, ...figures.map((ms) => ms.toFixed(2)), ratio.toFixed(2)] };
};

await main();
