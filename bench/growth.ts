import type { LocalDynamoDb } from '../local/aws/dynamodb.ts';
import { readCount } from '../local/support/read-count.ts';
import { startFilled } from './growth/start-filled.ts';
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
const many = readCount('BENCH_SESSIONS', process.env.BENCH_SESSIONS, 1_000_000);
const allowed_ratio = 1.25;
/** Payments that take each step together before the other side's turn. */
const batch = 20;
const warm_up = 15;
const rounds = 50;

/** The cost of a payment with a thousand stored sessions and with a million: two servers on disk, with payments on both in turns. */
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
  const [before, after] = [times.few.map((one) => one[step].ms), times.many.map((one) => one[step].ms)];
  const ratio = median(after) / median(before);
  const figures = [median(before), median(after), percentile(before, 0.99), percentile(after, 0.99)];
  return { step, ratio, cells: [step, ...figures.map((ms) => ms.toFixed(2)), ratio.toFixed(2)] };
};

await main();
