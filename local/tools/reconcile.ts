import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { storage } from '../../lib/edge/dynamodb.ts';
import { errorLine } from '../../lib/edge/error-line.ts';
import { scanCharges } from '../../lib/storage/scan-charges.ts';
import type { Charge } from '../../lib/types/charge.ts';
import { chooseTables } from '../choose-tables.ts';
import { readers } from '../reconcile/readers.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { renderCsv, renderJson, renderText } from '../reconcile/render-reconciliation.ts';

const usage = `Compares a PSP's report with the charges recorded here, to the cent.

  npm run -s reconcile -- --psp <account> --file <report> [--env <environment>]

  --psp <account>      the account whose charges to compare
  --format <psp>       the report's PSP, if the account is not named after it: ${[...readers.keys()].join(', ')}
  --file <report>      the report as downloaded; docs/operate.md says which one
  --env <environment>  read that deployed environment, with your AWS credentials and region;
                       without it, the service that runs on this machine (on PORT, else 4000)
  --json <file>        write the result as JSON
  --csv <file>         write the discrepancies as CSV

Exits with 0 if every cent is explained, 1 if not, and 2 if it could not compare.`;

const options = {
  psp: { type: 'string' },
  format: { type: 'string' },
  file: { type: 'string' },
  env: { type: 'string' },
  json: { type: 'string' },
  csv: { type: 'string' },
  help: { type: 'boolean' },
} as const;

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options });
  const { psp, file, format = psp } = values;
  if (values.help) return console.log(usage);
  if (psp === undefined || file === undefined) throw new Error(`--psp and --file are required.\n\n${usage}`);
  const read = readers.get(format ?? '');
  if (read === undefined)
    throw new Error(
      `No reader for the reports of ${format}. --format takes ${[...readers.keys()].join(', ')}.`,
    );
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const report = read(readFileSync(file, 'utf8'));
  if (report.lines.length === 0) throw new Error(`${file} has no lines about payments.`);
  chooseTables(values.env);
  const result = reconcile(report, await chargesOf(psp));
  if (values.json !== undefined) writeFileSync(values.json, renderJson(psp, result));
  if (values.csv !== undefined) writeFileSync(values.csv, renderCsv(result));
  console.log(renderText(result));
  if (result.discrepancies.length > 0) process.exitCode = 1;
};

const chargesOf = async (psp: string): Promise<readonly Charge[]> => {
  const charges: Charge[] = [];
  for await (const charge of scanCharges(storage())) if (charge.psp === psp) charges.push(charge);
  return charges;
};

main().catch((error: unknown) => {
  console.error(errorLine(error));
  process.exitCode = 2;
});
