import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Charge, createClient } from '../../../clients/server/src/index.ts';
import { fromChargeItem } from '../../../lib/storage/items.ts';
import { createLoopbackServer } from '../../../local/door/loopback-server.ts';
import type { Report, ReportLine } from '../../../local/reconcile/movement.ts';
import { oldestFirst, readCharges } from '../../../local/reconcile/read-charges.ts';
import { readers } from '../../../local/reconcile/readers.ts';
import { type Discrepancy, reconcile } from '../../../local/reconcile/reconcile.ts';
import { listen } from '../../../local/support/listen.ts';
import { shown } from '../../contract/shown-charge.ts';
import { apiClient, type Client } from '../service/api-client.ts';
import { methodAt } from '../service/method-at.ts';
import { readTables } from '../service/read-tables.ts';
import { rule } from '../service/rules-of.ts';
import { type Service, startService, temporaryFolder } from '../service/start-service.ts';
import { startUnsteadyFront } from '../service/unsteady-front.ts';
import { until } from '../service/until.ts';
import { runProgram } from './run-program.ts';

const psps = [...readers.keys()];

let service: Service;
let client: Client;
const folder = temporaryFolder();
beforeAll(async () => {
  const rules = psps.map((psp) => ({ ...rule(psp, { [psp]: 1 }), version: 1, created: 1_700_000_000 }));
  service = await startService({
    rules: { rules: Object.fromEntries(rules.map((one) => [one.name, one])) },
  });
  client = apiClient(service);
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

/** Some PSPs capture a moment later. */
const act = (psp: string, body: object): Promise<Response> =>
  until(
    () => fetch(`${service.admin}/psps/${psp}/dashboard`, { method: 'POST', body: JSON.stringify(body) }),
    ({ ok }) => ok,
  );

type Disputed = { readonly disputes: readonly { readonly status: string }[] };

/** A day at one PSP: paid, refunded here and in the dashboard, held, disputed and lost, disputed and won. */
const spendADay = async (psp: string): Promise<void> => {
  const pay = async (fields: object = {}): Promise<string> => {
    const { body: session } = await client.create({ routing_rule: psp, ...fields });
    const { body } = await client.confirm(session.id, methodAt(psp));
    if (body.charge === null) throw new Error(JSON.stringify(body));
    return body.charge;
  };
  const refunded = await pay();
  await act(psp, { act: 'refund', payment: refunded, amount: 300 });
  await client.refund({ charge: refunded, amount: 500 });
  const lost = await pay();
  const won = await pay();
  for (const payment of [lost, won]) await act(psp, { act: 'dispute', payment, amount: 1_000 });
  await act(psp, { act: 'lose', payment: lost });
  await act(psp, { act: 'win', payment: won });
  await pay({ capture_method: 'manual' });
  for (const [charge, status] of [
    [lost, 'lost'],
    [won, 'won'],
  ] as const)
    await until(
      async () => (await client.charge(charge)).body as unknown as Disputed,
      ({ disputes }) => disputes.some((dispute) => dispute.status === status),
    );
  await until(
    async () => (await client.charge(refunded)).body,
    ({ refunds }) => refunds.length === 2 && refunds.every(({ status }) => status === 'succeeded'),
  );
};

const reportOf = async (psp: string): Promise<string> =>
  (await fetch(`${service.admin}/psps/${psp}/report`)).text();

const chargesOf = async (psp: string): Promise<readonly Charge[]> =>
  (await readTables(service)).charges
    .map((item) => shown(fromChargeItem(unmarshall(item as never))))
    .filter((charge) => charge.psp === psp)
    .toSorted(oldestFirst);

const command = async (words: readonly string[]) => {
  const program = runProgram(process.execPath, ['--no-warnings', 'local/tools/reconcile.ts', ...words], {
    PORT: new URL(service.base_url).port,
  });
  const { code } = await program.ended;
  return { code, out: program.stdout(), err: program.stderr() };
};

const stranger = (line: ReportLine): ReportLine => ({
  ...line,
  charge: undefined,
  operation: undefined,
  payment: 'somebody else’s',
  psp_reference: 'nobody’s',
});
const oneMore = ({ fee: _, ...line }: ReportLine): ReportLine => ({ ...line, amount: line.amount + 1 });

describe.each(psps)('the report of %s', (psp) => {
  let text: string;
  let report: Report;
  let charges: readonly Charge[];
  beforeAll(async () => {
    await spendADay(psp);
    text = await reportOf(psp);
    report = readers.get(psp)?.(text) ?? { lines: [], others: 0 };
    charges = await chargesOf(psp);
  });

  test('explains every cent', async () => {
    const file = join(folder.path, `${psp}.report`);
    writeFileSync(file, text);
    const { code, out } = await command(['--psp', psp, '--file', file]);
    expect(out).toMatch(/^money explained: 100\.00 % of \d+\.\d\d EUR\nmovements compared: [678]; other/);
    expect(code).toBe(0);
  });

  test('has each kind of movement, with fees on captures', () => {
    const kinds = new Set(report.lines.map(({ kind }) => kind));
    // ListDisputes tells what is held or lost, and nothing of what came back.
    expect([...kinds].sort()).toEqual(
      psp === 'square'
        ? ['capture', 'chargeback', 'refund']
        : ['capture', 'chargeback', 'chargeback_reversal', 'refund'],
    );
    for (const { kind, fee } of report.lines) if (kind === 'capture') expect(fee?.amount).toBe(61);
  });

  const planted: readonly [
    Discrepancy['kind'],
    string,
    ReportLine['kind'],
    (line: ReportLine) => ReportLine | undefined,
  ][] = [
    ['missing_there', 'a capture', 'capture', () => undefined],
    ['missing_there', 'a refund', 'refund', () => undefined],
    ['missing_here', 'a capture', 'capture', stranger],
    ['missing_here', 'a refund', 'refund', stranger],
    ['missing_here', 'a chargeback', 'chargeback', stranger],
    ['amount', 'a capture', 'capture', oneMore],
    ['amount', 'a refund', 'refund', oneMore],
    ['amount', 'a chargeback', 'chargeback', oneMore],
    ['state', 'a capture', 'capture', (line) => ({ ...line, pending: true })],
    ['state', 'a refund', 'refund', (line) => ({ ...line, pending: true })],
    ['fee', 'a capture', 'capture', (line) => ({ ...line, fee: { amount: 2_600, currency: 'eur' } })],
    ['amount', 'a currency', 'capture', (line) => ({ ...line, currency: 'usd' })],
  ];
  test.each(planted)('%s: %s is named', (kind, _, movement, change) => {
    const at = report.lines.findIndex((line) => line.kind === movement);
    const lines = report.lines.flatMap((line, index) => (index === at ? (change(line) ?? []) : [line]));
    const result = reconcile({ ...report, lines }, charges);
    const found = result.discrepancies.filter((discrepancy) => discrepancy.kind === kind);
    expect(found).toMatchObject([{ kind, movement }]);
    // What is taken for a stranger's is missed at its own place, too.
    const rest = result.discrepancies.filter((discrepancy) => discrepancy.kind !== kind);
    expect(rest.map((discrepancy) => discrepancy.kind)).toEqual(
      kind === 'missing_here' && movement !== 'chargeback' ? ['missing_there'] : [],
    );
    const { total, explained } = sumOf(result.explained);
    expect(explained).toBeLessThan(total);
  });

  test('is told the same of with what the API is asked as with every charge', async () => {
    const [, ...others] = report.lines;
    const lines = others.flatMap((line, at) => {
      const [kind, , movement, change] = planted[at] ?? [];
      if (kind === undefined || change === undefined) return [line];
      return line.kind === movement || kind === 'missing_here' ? (change(line) ?? []) : [line];
    });
    const client = createClient({ baseUrl: service.base_url, apiKey: service.api_key });
    const changed = { ...report, lines };
    const result = reconcile(changed, await readCharges(client, psp, lines));
    expect(result).toEqual(reconcile(changed, charges));
    expect(result.discrepancies.length).toBeGreaterThan(1);
  });
});

const sumOf = (parts: readonly { readonly total: number; readonly explained: number }[]) => ({
  total: parts.reduce((sum, { total }) => sum + total, 0),
  explained: parts.reduce((sum, { explained }) => sum + explained, 0),
});

test('lists are read to their last page', async () => {
  const front = await startUnsteadyFront(service);
  const file = join(folder.path, 'stripe.report');
  const words = ['--psp', 'stripe', '--file', file];
  const there = await command([...words, '--url', front.url, '--key', service.api_key]);
  expect(there).toEqual(await command(words));
  const pages = front.seen().filter(({ call }) => call.startsWith('GET /v1/charges?psp=stripe&created'));
  expect(pages).toHaveLength(2);
  front.close();
});

test('a service that does not show when a charge was captured is not compared with', async () => {
  const server = createLoopbackServer({ onlyOwnUser: true }, async ({ url = '/', headers }, outgoing) => {
    const { authorization = '' } = headers;
    const answer = await fetch(`${service.base_url}${url}`, { headers: { authorization } });
    const body = (await answer.text()).replaceAll(/"captured_at":\w+,/g, '');
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  const { url } = await listen(server);
  const file = join(folder.path, 'stripe.report');
  const words = ['--psp', 'stripe', '--file', file, '--url', url, '--key', service.api_key];
  const { code, out, err } = await command(words);
  server.closeAllConnections();
  server.close();
  expect([code, out, err.trim()]).toEqual([
    2,
    '',
    'The service is of an earlier release: deploy this one first.',
  ]);
});

test('mismatches are written as JSON and CSV, and the exit code is 1', async () => {
  const text = await reportOf('stripe');
  const [file, json, csv] = ['wrong.csv', 'result.json', 'result.csv'].map((name) => join(folder.path, name));
  writeFileSync(file ?? '', text.replace(/,25\.99,0\.61,25\.38,/, ',26.00,0.61,25.39,'));
  const { code, out } = await command([
    '--psp',
    'stripe',
    '--file',
    file ?? '',
    '--json',
    json ?? '',
    '--csv',
    csv ?? '',
  ]);
  expect(code).toBe(1);
  expect(out).toMatch(/^money explained: 7\d\.\d\d % of /);
  expect(out).toContain('amount: 1\n  amount  capture  ch_');
  expect(JSON.parse(readFileSync(json ?? '', 'utf8'))).toMatchObject({
    psp: 'stripe',
    explained: [{ currency: 'eur' }],
    counts: { amount: 1 },
    discrepancies: [{ kind: 'amount', movement: 'capture', here: 2_599, there: 2_600, lines: [2] }],
  });
  expect(readFileSync(csv ?? '', 'utf8').split('\r\n')).toEqual([
    'kind,movement,lines,charge,operation,psp_reference,currency,here,there,what',
    expect.stringMatching(/^amount,capture,2,ch_\w+,,pi_\w+,eur,2599,2600,"2600 in the report, 2599 here"$/),
    '',
  ]);
});

test.each([
  [['--psp', 'stripe'], '--psp and --file are required'],
  [['--psp', 'acme', '--file', 'package.json'], 'No reader for the reports of acme'],
  [['--psp', 'stripe', '--file', 'none.csv'], 'There is no file none.csv.'],
  [['--psp', 'stripe', '--file', '.gitignore'], 'The file has no column'],
  [['--psp', 'stripe', '--file', 'package.json'], 'Line 2: not a CSV field.'],
  [['--psp', 'square', '--file', 'package.json'], 'The file has no "payments".'],
])('%j cannot be compared', async (words, said) => {
  const { code, err } = await command(words);
  expect([code, err]).toEqual([2, expect.stringContaining(said)]);
});
