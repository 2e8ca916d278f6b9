import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CreateExport, Export } from '../../clients/server/src/index.ts';
import { exportKinds } from '../../lib/types/export.ts';
import { runCommand } from '../run-command.ts';
import { serviceClient } from '../service-client.ts';
import { endOfDay, startOfDay } from '../start-of-day.ts';

const usage = `Writes what was created, or what money moved, on one or more days to standard output, oldest first.

  npm run -s export -- <what> --from <2026-11-22> [--to <2026-11-30>] [--time-zone <zone>] [--json] > file.csv

what:  ${exportKinds.join(', ')}
  --from <day>        the first day
  --to <day>          the last day, at most a month later (default: the first)
  --time-zone <zone>  where days begin, and of the times in the file, such as Europe/Berlin (default: UTC)
  --json              as JSON instead of CSV

It calls the API of the service on this machine (on PORT, else 4000), or at --url <address>, with an API key in --key or
API_KEY that has the scope exports:write. Amounts are in minor units. There is no card data, because none is stored.`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  'time-zone': { type: 'string' },
  json: { type: 'boolean' },
  url: { type: 'string' },
  key: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const pause_ms = 500;

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [named, ...more] = positionals;
  if (values.help) return console.log(usage);
  const what = exportKinds.find((kind) => kind === named);
  const { from, to = from, 'time-zone': time_zone = 'UTC', json } = values;
  if (what === undefined || from === undefined || to === undefined || more.length > 0)
    throw new Error(`${what ? '--from is needed.' : 'Name what to export.'}\n\n${usage}`);
  if (to < from) throw new Error(`--to: expected a day from ${from} on, received ${to}.`);
  const seconds = [startOfDay(from, time_zone), endOfDay(to, time_zone)].map((at) => at / 1000);
  const [first = 0, end = 0] = seconds;
  const client = serviceClient(values);
  const format = json ? 'json' : 'csv';
  const body: CreateExport = { what, from: first, to: end, time_zone, format };
  const { url } = await whole(client, await client.exports.create(body));
  const file = await fetch(url);
  if (!file.ok || !file.body) throw new Error(`The file was not read: ${file.status} ${await file.text()}`);
  await pipeline(file.body, process.stdout).catch(unlessClosed);
};

/** Whoever reads it, such as `head`, may have had enough. */
const unlessClosed = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};

/** The same export once its file is there. Shows on standard error how far it is. */
const whole = async (
  client: ReturnType<typeof serviceClient>,
  begun: Export,
): Promise<{ readonly url: string }> => {
  let found = begun;
  while (found.status === 'running') {
    await sleep(pause_ms);
    found = await client.exports.retrieve(begun.id);
    if (found.rows > 0 && process.stderr.isTTY) process.stderr.write(`\r${found.rows} rows`);
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
  if (found.url === null)
    throw new Error(
      `${found.id} has failed: it did not fit into fifteen minutes, or three attempts ended early. Ask for fewer days.`,
    );
  return { url: found.url };
};

runCommand(main);
