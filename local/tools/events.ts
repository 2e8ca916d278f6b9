import { storage } from '../../lib/runtime/dynamodb.ts';
import {
  type ParkedRecord,
  parkedRecord,
  parkedRecords,
  parkRecord,
  removeParked,
} from '../../lib/storage/parked-records.ts';
import { callFunction } from '../commands/call-function.ts';
import { chooseTables } from '../commands/choose-tables.ts';
import { dayMs, startOf } from '../commands/day.ts';
import { callsTheApi, serviceClient, serviceOptions } from '../commands/service-client.ts';
import { runCommand } from '../support/run-command.ts';

const usage = `Shows changes that could not be recorded as events, records them again, and shows hourly counts.

  npm run -s events -- parked [--env <environment>]
  npm run -s events -- redrive [--env <environment>]
  npm run -s events -- counted --day <2026-11-22>

parked and redrive work on the tables, which no API shows: of a deployed environment with --env and your AWS credentials and
region, else of the service that runs on this machine (on PORT, else 4000). redrive calls the function record-events, which
does with a change what it would have done at first. Events get the ids they would have had, so nothing is sent twice. It exits
with 1 if something is still parked.

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
  await workOnParked(command, env).finally(() => storage().client.destroy());
};

const showCounted = async (from: number, service: Values): Promise<void> => {
  const day = { from: from / 1000, to: (from + dayMs) / 1000, interval: 'hour', by: 'psp,currency' } as const;
  const { rows } = await serviceClient(service).stats.retrieve(day);
  for (const row of rows) console.log(JSON.stringify(row));
};

const workOnParked = async (command: 'parked' | 'redrive', env: string | undefined): Promise<void> => {
  let found = false;
  for await (const record of parkedRecords(storage())) {
    found = true;
    console.log(command === 'parked' ? lineOf(record) : await redrive(record, env));
  }
  if (!found) console.error('Nothing is parked.');
};

const lineOf = ({ id, before, after, error, parked }: ParkedRecord): string =>
  [new Date(parked).toISOString(), id, `revision ${before} to ${after}`, error].join('  ');

/** It stays parked until everything that follows from it is stored and sent. */
const redrive = async (kept: ParkedRecord, env: string | undefined): Promise<string> => {
  const failure = await recordAgain(kept, env);
  if (failure === undefined) {
    await removeParked(storage(), kept.id);
    return `${kept.id}  reported`;
  }
  process.exitCode = 1;
  return `${kept.id}  still parked: ${failure}`;
};

/**
 * The function gets the change as the stream would bring it, alone in a window if its counts are not added yet. Only the function has the rights,
 * the event bus and the vault of the environment. Resolves to why it parked the change again.
 */
const recordAgain = async (
  { id, record, counted, parked }: ParkedRecord,
  env: string | undefined,
): Promise<string | undefined> => {
  const event = { Records: [record], shardId: id, isFinalInvokeForWindow: !counted };
  const { batchItemFailures } = (await callFunction(env, 'record-events', event)) as {
    readonly batchItemFailures: readonly unknown[];
  };
  if (batchItemFailures.length > 0) return 'the storage did not answer';
  const now = await parkedRecord(storage(), id);
  if (now === undefined || now.parked === parked) return undefined;
  // Counts that were added once stay added.
  if (counted && !now.counted) await parkRecord(storage(), record, new Error(now.error), true);
  return now.error;
};

runCommand({ usage, options }, main);
