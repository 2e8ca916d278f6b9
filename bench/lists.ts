import { listCharges, listCheckoutSessions } from '../lib/http/routes.ts';
import type { LocalDynamoDb } from '../local/aws/dynamodb.ts';
import { readCount } from '../local/support/read-count.ts';
import { startFilled } from './growth/start-filled.ts';
import { type PageTimes, pageNames } from './programs/lists.ts';
import { bundle, temporaryFolder } from './support/bundle.ts';
import { measureInChild } from './support/measure-in-child.ts';
import { printTable, thousands } from './support/print-table.ts';
import { startService } from './support/start-service.ts';
import { median, percentile } from './support/statistics.ts';

const few = 1_000;
const many = readCount('BENCH_SESSIONS', process.env.BENCH_SESSIONS, 1_000_000);
const allowed_ratio = 1.25;
const warm_up = 30;
const rounds = 150;

/** The cost of a list's page with a thousand stored charges and with a million: two servers on disk, with the same page from both in turns. */
const main = async (): Promise<void> => {
  const service = await startService();
  const folder = temporaryFolder();
  const servers: LocalDynamoDb[] = [];
  try {
    for (const side of ['few', 'many'])
      for (const route of [listCharges, listCheckoutSessions])
        bundle(
          `functions/${route.function}.ts`,
          `${folder.path}/${side}/${route.function}/index.mjs`,
          'deployed',
        );
    for (const count of [few, many]) servers.push(await startFilled(service, folder.path, count));
    const [small, large] = servers;
    report(
      await measureInChild<PageTimes>(new URL('programs/lists.ts', import.meta.url), {
        ...service.environment,
        BENCH_FOLDER: folder.path,
        BENCH_API_KEY: service.api_key,
        BENCH_FEW_URL: small?.url ?? '',
        BENCH_MANY_URL: large?.url ?? '',
        BENCH_WARM_UP: String(warm_up),
        BENCH_ROUNDS: String(rounds),
      }),
    );
  } finally {
    for (const server of servers) await server.close();
    await service.stop();
    folder.remove();
  }
};

const report = (times: PageTimes): void => {
  const rows = pageNames.map((page) => {
    const [before, after] = [times.few.map((one) => one[page]), times.many.map((one) => one[page])];
    const ratio = median(after) / median(before);
    const figures = [median(before), median(after), percentile(before, 0.99), percentile(after, 0.99)];
    return { page, ratio, cells: [page, ...figures.map((ms) => ms.toFixed(2)), ratio.toFixed(2)] };
  });
  console.log(`Pages of 20, ${rounds} of each on each side in turns, after ${warm_up}; milliseconds`);
  printTable(
    ['', `p50 at ${thousands(few)}`, `p50 at ${thousands(many)}`, 'p99', 'p99', 'ratio of p50'],
    rows.map(({ cells }) => cells),
  );
  const missed = rows.filter(({ ratio }) => ratio > allowed_ratio);
  for (const { page, ratio } of missed)
    console.log(`missed: ${page} grows ${ratio.toFixed(2)}-fold; flat means ${allowed_ratio} or less`);
  if (missed.length > 0) process.exitCode = 1;
};

await main();
