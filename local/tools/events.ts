import { recordBatch } from '../../lib/domain-events/record-batch.ts';
import { recordWindow } from '../../lib/domain-events/record-window.ts';
import { storage } from '../../lib/runtime/dynamodb.ts';
import { recordingPorts } from '../../lib/runtime/recording.ts';
import { type ParkedRecord, parkedRecords, removeParked } from '../../lib/storage/parked-records.ts';
import { chooseTables } from '../commands/choose-tables.ts';
import { dayMs, startOf } from '../commands/day.ts';
import { callsTheApi, serviceClient, serviceOptions } from '../commands/service-client.ts';
import { runCommand } from '../support/run-command.ts';

const usage = `Shows changes that could not be recorded as events, records them again, and shows hourly counts.

  npm run -s events -- parked [--env <environment>]
  npm run -s events -- redrive [--env <environment>]
  npm run -s events -- counted --day <2026-11-22>

parked and redrive work on the tables, which no API shows: of a deployed environment with --env and your AWS credentials and
region, else of the service that runs on this machine (on PORT, else 4000). redrive uses the code in this folder: check out the
deployed commit. Events get the ids they would have had, so nothing is sent twice. It exits with 1 if something is still parked.

counted prints the rows of GET /v1/stats: one JSON line for each hour (UTC), PSP account and currency. The last minutes are
missing.
${callsTheApi('the scope stats:read')}`;

const options = { env: { type: 'string' }, day: { type: 'string' }, ...serviceOptions } as const;

type Values = { readonly [Name in keyof typeof options]?: string };

const main = async (values: Values, [command, ...more]: readonly string[]): Promise<void> => {
  const { env, day, url, key } = values;
  if (command === undefined) return console.log(usage);
  if (command === 'counted' && more.length === 0) {
    if (day === undefined || env !== undefined)
      throw new Error(`counted takes --day, and calls the API, so no --env.\n\n${usage}`);
    return showCounted(startOf(day), values);
  }
  if (more.length > 0 || !(command === 'parked' || command === 'redrive'))
    throw new Error(`Not understood.\n\n${usage}`);
  if ([day, url, key].some((given) => given !== undefined))
    throw new Error(`${command} takes no --day, --url or --key.\n\n${usage}`);
  chooseTables(env);
  await workOnParked(command).finally(() => storage().client.destroy());
};

const showCounted = async (from: number, service: Values): Promise<void> => {
  const day = { from: from / 1000, to: (from + dayMs) / 1000, interval: 'hour', by: 'psp,currency' } as const;
  const { rows } = await serviceClient(service).stats.retrieve(day);
  for (const row of rows) console.log(JSON.stringify(row));
};

const workOnParked = async (command: 'parked' | 'redrive'): Promise<void> => {
  const records = await parkedRecords(storage());
  if (records.length === 0) return console.error('Nothing is parked.');
  for (const record of records) console.log(command === 'parked' ? lineOf(record) : await redrive(record));
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
  const { again } = kept.counted ? await recordBatch(ports, part.batch) : await recordWindow(ports, part);
  if (again.length > 0 || failure !== undefined) {
    process.exitCode = 1;
    return `${kept.id}  still parked: ${failure ?? 'the storage did not answer'}`;
  }
  await removeParked(storage(), kept.id);
  return `${kept.id}  told`;
};

runCommand({ usage, options }, main);
