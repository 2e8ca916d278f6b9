import { parseArgs } from 'node:util';
import { storage } from '../../lib/edge/dynamodb.ts';
import { scanCharges } from '../../lib/storage/scan-charges.ts';
import { chooseTables } from '../choose-tables.ts';
import { asCsv, asJsonLines, type DayEntry, entriesOf, inOrder } from '../export-day.ts';
import { runCommand } from '../run-command.ts';

const usage = `Writes the charges, refunds and disputes that began on a day to standard output, oldest first.

  npm run -s export -- --day <2026-11-22> [--csv] [--env <environment>] > day.jsonl

  --day <day>          a day in UTC
  --csv                as CSV instead of JSON lines
  --env <environment>  read that deployed environment, with your AWS credentials and region;
                       without it, the service that runs on this machine (on PORT, else 4000)

Amounts are in minor units. There is no card data, because none is stored.`;

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      day: { type: 'string' },
      csv: { type: 'boolean' },
      env: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(usage);
  const { day } = values;
  if (day === undefined) throw new Error(`--day is needed.\n\n${usage}`);
  chooseTables(values.env);
  const entries: DayEntry[] = [];
  for await (const charge of scanCharges(storage())) entries.push(...entriesOf(charge, day));
  process.stdout.write((values.csv ? asCsv : asJsonLines)(inOrder(entries)));
};

runCommand(main);
