import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { callsTheApi, serviceClient, serviceOptions } from '../commands/service-client.ts';
import { readCharges } from '../reconcile/read-charges.ts';
import { readers } from '../reconcile/readers.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { renderCsv, renderJson, renderText } from '../reconcile/render-reconciliation.ts';
import { runCommand } from '../support/run-command.ts';

const usage = `Compares a PSP's report with the charges recorded here, to the cent.

  npm run -s reconcile -- --psp <account> --file <report>

  --psp <account>      the account whose charges to compare
  --format <psp>       the report's PSP, if the account is not named after it: ${[...readers.keys()].join(', ')}
  --file <report>      the report as downloaded (see below)
  --json <file>        write the result as JSON
  --csv <file>         write the discrepancies as CSV

${callsTheApi('the scopes charges:read, events:read and exports:write')}

The report of each PSP; none has been read from a real account yet:

  stripe        balance_change_from_activity.itemized.3, CSV, with the columns payment_metadata[charge] and
                refund_metadata[refund]
  adyen         Settlement details report, CSV
  checkout_com  Financial Actions by Payout ID or by Date Range, CSV
  paypal        Transaction Search, GET /v1/reporting/transactions?fields=transaction_info, JSON. It names no dispute: a
                chargeback is matched by charge and amount
  square        ListPayments, ListPaymentRefunds and ListDisputes, joined in one JSON object as payments, refunds and
                disputes

Exits with 0 if every cent is explained, 1 if not, and 2 if it could not compare.`;

const options = {
  psp: { type: 'string' },
  format: { type: 'string' },
  file: { type: 'string' },
  json: { type: 'string' },
  csv: { type: 'string' },
  ...serviceOptions,
} as const;

runCommand({ usage, options, failure: 2 }, async (values, [word]) => {
  const { psp, file, format = psp } = values;
  if (word !== undefined) throw new Error(`${word} is not understood.\n\n${usage}`);
  if (psp === undefined || file === undefined) throw new Error(`--psp and --file are required.\n\n${usage}`);
  const read = readers.get(format ?? '');
  if (read === undefined)
    throw new Error(
      `No reader for the reports of ${format}. --format takes ${[...readers.keys()].join(', ')}.`,
    );
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const report = read(readFileSync(file, 'utf8'));
  if (report.lines.length === 0) throw new Error(`${file} has no lines about payments.`);
  const result = reconcile(report, await readCharges(serviceClient(values), psp, report.lines));
  if (values.json !== undefined) writeFileSync(values.json, renderJson(psp, result));
  if (values.csv !== undefined) writeFileSync(values.csv, renderCsv(result));
  console.log(renderText(result));
  if (result.discrepancies.length > 0) process.exitCode = 1;
});
