import { parseArgs } from 'node:util';
import { clock } from '../../lib/edge/clock.ts';
import { storage } from '../../lib/edge/dynamodb.ts';
import { errorLine } from '../../lib/edge/error-line.ts';
import { recordingPorts } from '../../lib/edge/recording.ts';
import { recordWindow } from '../../lib/events/record-window.ts';
import { statsOf } from '../../lib/events/stats-of.ts';
import { createHourCounters } from '../../lib/storage/hour-counters.ts';
import { type ParkedRecord, parkedRecords, removeParked } from '../../lib/storage/parked-records.ts';
import { chooseTables } from '../choose-tables.ts';
import { dayMs, startOf } from '../day.ts';

const usage = `Shows changes that could not be recorded as events, records them again, and shows hourly counts.

  npm run -s events -- parked [--env <environment>]
  npm run -s events -- redrive [--env <environment>]
  npm run -s events -- counted --day <2026-11-22> [--env <environment>]

With --env, uses a deployed environment, with your AWS credentials and region. Without it, uses the service that runs on
this machine (on PORT, else 4000). redrive uses the code in this folder: check out the deployed commit. Events get the ids
they would have had, so nothing is sent twice. It exits with 1 if something is still parked.

counted prints the rows of GET /v1/stats: one JSON line for each hour (UTC), PSP account and currency. The last minutes are
missing.`;

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { env: { type: 'string' }, day: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [command, ...more] = positionals;
  if (values.help || command === undefined) return console.log(usage);
  const isCounted = command === 'counted';
  if (more.length > 0 || !(isCounted || command === 'parked' || command === 'redrive'))
    throw new Error(`Not understood.\n\n${usage}`);
  if (isCounted !== (values.day !== undefined)) throw new Error(`counted takes --day.\n\n${usage}`);
  chooseTables(values.env);
  if (values.day !== undefined) return showCounted(startOf(values.day));
  const records = await parkedRecords(storage());
  if (records.length === 0) return console.error('Nothing is parked.');
  for (const record of records) console.log(command === 'parked' ? lineOf(record) : await redrive(record));
};

const showCounted = async (from: number): Promise<void> => {
  const counters = createHourCounters(storage());
  const day = {
    from,
    to: from + dayMs,
    interval: 'hour',
    time_zone: 'UTC',
    by: ['psp', 'currency'],
  } as const;
  for (const row of (await statsOf({ counters, clock }, day)).rows) console.log(JSON.stringify(row));
};

const lineOf = ({ id, before, after, error, parked }: ParkedRecord): string =>
  [new Date(parked).toISOString(), id, `revision ${before} to ${after}`, error].join('  ');

/** It stays parked until everything that follows from it is stored and sent. */
const redrive = async (kept: ParkedRecord): Promise<string> => {
  let failure: string | undefined;
  const park = async (_: unknown, error: unknown): Promise<void> => {
    failure = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  };
  const ports = { ...recordingPorts(), park, report: () => {} };
  const part = { shard: kept.id, batch: [kept.record], tally: undefined, health: [], last: true };
  const { again } = await recordWindow(ports, part);
  if (again.length > 0 || failure !== undefined) {
    process.exitCode = 1;
    return `${kept.id}  still parked: ${failure ?? 'the storage did not answer'}`;
  }
  await removeParked(storage(), kept.id);
  return `${kept.id}  told`;
};

try {
  await main();
} catch (error) {
  console.error(errorLine(error));
  process.exitCode = 1;
} finally {
  storage().client.destroy();
}
