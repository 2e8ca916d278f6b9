import { exec, execFile } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type CreateExport, createClient, type Export } from '../../../clients/server/src/index.ts';
import { readCsv } from '../../../local/reconcile/csv.ts';
import { apiClient, newKey, paid } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { pspAdmin } from './psp-admin.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

let library: ReturnType<typeof createClient>;
const service = withService();
const client = apiClient(service);
beforeAll(async () => {
  library = createClient({ baseUrl: service.base_url, apiKey: service.api_key, maxRetries: 0 });
});

/** The last day and the next hour, which a run may reach. */
const lately = () => {
  const now = Math.floor(Date.now() / 1000);
  return { from: now - 86_400, to: now + 3_600 };
};

const whole = async (body: Partial<CreateExport> & Pick<CreateExport, 'what'>): Promise<Export> => {
  const { id } = await library.exports.create({ ...lately(), ...body });
  return until(
    () => library.exports.retrieve(id),
    ({ status }) => status !== 'running',
  );
};

type Row = Readonly<Record<string, string | number | boolean | null>>;

const rowsOf = async (what: CreateExport['what']): Promise<readonly Row[]> => {
  const { url } = await whole({ what, format: 'json' });
  return (await fetch(url ?? '')).json() as Promise<readonly Row[]>;
};

const sum = (rows: readonly Row[], type: string): number =>
  rows.reduce((total, row) => total + (row.type === type ? Number(row.amount) : 0), 0);

describe('an export', () => {
  test('lists what was created, and the money that moved, as numbers count it', async () => {
    const { id: session, charge } = await paid(client, { amount: 2_000, reference: '=order-7' });
    const refund = await library.charges.refund({ charge, amount: 300 });
    await pspAdmin(service).dashboard('stripe', { act: 'dispute', payment: charge, amount: 100 });
    const numbers = await until(
      () => library.stats.retrieve({ ...lately(), by: 'psp,currency' }),
      ({ rows: [row] }) => row?.refunded?.count === 1 && row?.disputed?.count === 1,
    );

    const moved = await until(
      () => rowsOf('movements'),
      (rows) => rows.length === 3,
    );
    expect(moved.map((row) => [row.type, row.amount, row.refund ?? row.dispute ?? row.charge])).toEqual([
      ['capture', 2_000, charge],
      ['refund', 300, refund.id],
      ['dispute', 100, expect.stringMatching(/^dp_/)],
    ]);
    const [row] = numbers.rows;
    expect([sum(moved, 'capture'), sum(moved, 'refund')]).toEqual([
      row?.captured?.amount,
      row?.refunded?.amount,
    ]);
    for (const { reference, session: of } of moved) expect([of, reference]).toEqual([session, '=order-7']);

    expect(await rowsOf('charges')).toMatchObject([
      { id: charge, amount: 2_000, amount_refunded: 300, amount_disputed: 100, reference: '=order-7' },
    ]);
    expect(await rowsOf('refunds')).toMatchObject([
      { id: refund.id, charge, status: 'succeeded', amount: 300 },
    ]);
    expect(await rowsOf('disputes')).toMatchObject([{ charge, status: 'open', amount: 100 }]);
  });

  test('is CSV unless it is asked for as JSON, in the zone that was asked for, without formulas', async () => {
    const found = await whole({ what: 'charges', time_zone: 'Asia/Kolkata' });
    expect(found).toMatchObject({ object: 'export', status: 'done', rows: 1, format: 'csv' });
    expect(found.complete_until).toBeLessThan(Date.now() / 1000);
    const file = await fetch(found.url ?? '');
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="charges_[-\d]+_[-\d]+\.csv"$/,
    );
    const [row] = readCsv(await file.text(), ['created', 'reference']);
    expect([row?.field('created'), row?.field('reference')]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$/),
      "'=order-7",
    ]);
  });

  test('is read behind a new link each time', async () => {
    const { id, url } = await whole({ what: 'refunds' });
    const links = await until(
      async () => [url, (await library.exports.retrieve(id)).url],
      ([one, other]) => one !== other,
    );
    for (const link of links) expect((await fetch(link ?? '')).status).toBe(200);
  });

  test('asked for twice under one key is one, and the audit trail says who asked', async () => {
    const key = newKey();
    const body = { what: 'charges', ...lately() };
    const ask = () => client.call<Export>('POST', '/v1/exports', { body, key });
    const [{ body: first }, { body: again }] = [await ask(), await ask()];
    expect(again).toEqual(first);
    const { status } = await client.call('POST', '/v1/exports', { body: { ...body, what: 'refunds' }, key });
    expect(status).toBe(422);
    const entries = await until(
      () => library.audit.list({ action: 'export.create', target: first.id }),
      ({ data }) => data.length > 0,
    );
    expect(entries.data).toMatchObject([{ target: first.id, actor: { type: 'api_key' } }]);
    // Its worker's own writes are nobody's acts.
    expect(entries.data).toHaveLength(1);
  });

  test.each([
    ['nothing', {}, 'what'],
    ['something else', { what: 'customers' }, 'what'],
    ['no begin', { what: 'charges', to: 1 }, 'from'],
    ['an end before its begin', { what: 'charges', from: 2, to: 2 }, 'to'],
    ['more than a month', { what: 'charges', from: 0, to: 31 * 86_400 + 3_601 }, 'from'],
    ['milliseconds', { what: 'charges', from: 1_764_346_626_000, to: 1_764_346_627_000 }, 'from'],
    ['a place that is none', { what: 'charges', from: 0, to: 1, time_zone: 'Berlin' }, 'time_zone'],
    ['another format', { what: 'charges', from: 0, to: 1, format: 'xlsx' }, 'format'],
    ['an unknown field', { what: 'charges', from: 0, to: 1, timezone: 'UTC' }, 'timezone'],
  ])('of %s is refused by name', async (_, body, param) => {
    const answer = await client.call<{ error: { param: string } }>('POST', '/v1/exports', { body });
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  test('of a month in which clocks are set back is taken', async () => {
    const october = { from: 1_759_269_600, to: 1_761_951_600, time_zone: 'Europe/Berlin' };
    expect(await whole({ what: 'charges', ...october })).toMatchObject({ status: 'done', rows: 0 });
  });

  test.each(['exp_none', 'answer_1', 'psp_switches', '..%2Fexp_1'])('%s is not found', async (id) => {
    const { status, body } = await client.call<{ error: { code: string } }>('GET', `/v1/exports/${id}`);
    expect([status, body.error.code]).toEqual([404, 'resource_missing']);
  });

  test('is for whoever may export, and for nobody else', async () => {
    const token = await issueKey(service, { scopes: ['charges:read', 'stats:read'] });
    const { status, body } = await client.call<{ error: { code: string } }>('POST', '/v1/exports', {
      token,
      body: { what: 'charges', ...lately() },
    });
    expect([status, body.error.code]).toEqual([403, 'scope_missing']);
  });
});

describe('npm run export', () => {
  const run = (
    ...words: readonly string[]
  ): Promise<{ readonly code: number; readonly out: string; readonly err: string }> =>
    new Promise((resolve) => {
      const env = { ...process.env, PORT: new URL(service.base_url).port };
      execFile(process.execPath, ['local/tools/export.ts', ...words], { env }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });
  const today = () => new Date().toISOString().slice(0, 10);

  test('writes the file of some days to standard output', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const days = ['--from', yesterday, '--to', today()];
    const { out } = await run('charges', ...days, '--time-zone', 'UTC');
    expect(readCsv(out, ['id'])).toHaveLength((await rowsOf('charges')).length);
    const { out: json } = await run('movements', ...days, '--json');
    expect(JSON.parse(json)).toEqual(await rowsOf('movements'));
    expect((await run('charges', '--from', '1999-12-31')).out).toMatch(/^type,id,[^\n]*\n$/);
  });

  test('ends in peace when its reader has had enough', async () => {
    const command = `"${process.execPath}" local/tools/export.ts charges --from ${today()} | true`;
    const err = await new Promise((resolve) => {
      const env = { ...process.env, PORT: new URL(service.base_url).port };
      exec(command, { env }, (_, __, said) => resolve(said));
    });
    expect(err).toBe('');
  });

  test.each([
    [[], 'Name what to export.'],
    [['customers'], 'Name what to export.'],
    [['charges'], '--from is needed.'],
    [['charges', '--from', '2026-02-30'], '"2026-02-30" is not a day like 2026-11-22.'],
    [['charges', '--from', '2026-01-01', '--to', '2026-03-01'], 'at most 31 days'],
    [['charges', '--from', '2026-01-02', '--to', '2026-01-01'], '--to: expected a day from 2026-01-02 on'],
    [['charges', '--from', '2026-01-02', '--key', 'sk_test_wrong'], 'token_invalid'],
    [['charges', '--from', '2026-01-01', '--time-zone', 'Mars/Olympus'], 'Mars/Olympus'],
  ])('%j says what is wrong', async (words, said) => {
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
    expect(err).not.toContain('    at ');
  });
});
