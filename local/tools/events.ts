import { parseArgs } from 'node:util';
import { storage } from '../../lib/edge/dynamodb.ts';
import { recordingPorts } from '../../lib/edge/recording.ts';
import { recordBatch } from '../../lib/events/record-batch.ts';
import { type ParkedRecord, parkedRecords, removeParked } from '../../lib/storage/parked-records.ts';
import { tableName, tables } from '../../lib/storage/tables.ts';
import { findRunningService, usualPort } from '../running-service.ts';

const usage = `Shows the changes of payments that could not be told, and has them told.

  npm run -s events -- parked [--env <environment>]
  npm run -s events -- redrive [--env <environment>]

With --env, those of a deployed environment, through your AWS credentials and region. Without it, those of the service that runs on
this machine (on PORT, else 4000). Redrive derives with the code in this folder: check out what is deployed. Events get the ids
they would have had, so that nothing is told twice. It exits with 1 if something is still parked.`;

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { env: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [command, ...more] = positionals;
  if (values.help || command === undefined) return console.log(usage);
  if (more.length > 0 || (command !== 'parked' && command !== 'redrive'))
    throw new Error(`Not understood.\n\n${usage}`);
  chooseTables(values.env);
  const records = await parkedRecords(storage());
  if (records.length === 0) return console.error('Nothing is parked.');
  for (const record of records) console.log(command === 'parked' ? lineOf(record) : await redrive(record));
};

const chooseTables = (environment: string | undefined): void => {
  if (environment !== undefined)
    for (const { id, variable } of tables) process.env[variable] = tableName(environment, id);
  else {
    const running = findRunningService();
    if (!running)
      throw new Error(`No service runs on port ${usualPort()}. Name a deployed one with --env, or set PORT.`);
    Object.assign(process.env, running.environment);
  }
};

const lineOf = ({ id, before, after, error, parked }: ParkedRecord): string =>
  [new Date(parked).toISOString(), id, `revision ${before} to ${after}`, error].join('  ');

/** It stays parked until all that follows from it is stored and handed on. */
const redrive = async (kept: ParkedRecord): Promise<string> => {
  let failure = 'the storage did not answer';
  const park = async (_: unknown, error: unknown): Promise<void> => {
    failure = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  };
  const ports = { ...recordingPorts(), park, report: () => {} };
  const { again, parked } = await recordBatch(ports, [kept.record]);
  if (again.length + parked.length > 0) {
    process.exitCode = 1;
    return `${kept.id}  still parked: ${failure}`;
  }
  await removeParked(storage(), kept.id);
  return `${kept.id}  told`;
};

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  storage().client.destroy();
}
