import { pipeline } from 'node:stream/promises';
import { exportKinds } from '../../lib/types/export.ts';
import { exportFile } from '../commands/export-file.ts';
import { callsTheApi, serviceClient, serviceOptions } from '../commands/service-client.ts';
import { endOfDay, startOfDay } from '../commands/start-of-day.ts';
import { runCommand } from '../support/run-command.ts';

const usage = `Writes what was created, or what money moved, on one or more days to standard output, oldest first.

  npm run -s export -- <what> --from <2026-11-22> [--to <2026-11-30>] [--time-zone <zone>] [--json] > file.csv

what:  ${exportKinds.join(', ')}
  --from <day>        the first day
  --to <day>          the last day, at most a month later (default: the first)
  --time-zone <zone>  where days begin, and of the times in the file, such as Europe/Berlin (default: UTC)
  --json              as JSON instead of CSV

${callsTheApi('the scope exports:write')} Amounts are in minor units. There is no card data, because none is stored.`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  'time-zone': { type: 'string' },
  json: { type: 'boolean' },
  ...serviceOptions,
} as const;

runCommand({ usage, options }, async (values, [named, ...more]) => {
  const what = exportKinds.find((kind) => kind === named);
  const { from, 'time-zone': time_zone = 'UTC', json } = values;
  if (what === undefined || from === undefined || more.length > 0)
    throw new Error(`${what ? '--from is needed.' : 'Name what to export.'}\n\n${usage}`);
  const { to = from } = values;
  if (to < from) throw new Error(`--to: expected a day from ${from} on, received ${to}.`);
  const seconds = [startOfDay(from, time_zone), endOfDay(to, time_zone)].map((at) => at / 1000);
  const [first = 0, end = 0] = seconds;
  const format = json ? 'json' : 'csv';
  const client = serviceClient(values);
  const file = await exportFile(client, { what, from: first, to: end, time_zone, format });
  if (file.body) await pipeline(file.body, process.stdout);
});
