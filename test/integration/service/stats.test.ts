import { beforeAll, describe, expect, test } from '@jest/globals';
import { createClient, type Stats } from '../../../clients/server/src/index.ts';
import { apiClient, card, paid } from './api-client.ts';
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
const sum = ({ rows }: Stats, countOf: (row: Stats['rows'][number]) => number | null | undefined): number =>
  rows.reduce((total, row) => total + (countOf(row) ?? 0), 0);

describe('numbers', () => {
  test('are what happened: payments, a decline, a failover, a lost answer that had taken money, a refund', async () => {
    const admin = pspAdmin(service);
    const { charge } = await paid(client, { amount: 1_000 });
    await library.charges.refund({ charge, amount: 300 });
    await paid(client, { amount: 2_000, currency: 'usd' });
    const { body: declined } = await client.create({ amount: 500 });
    await client.confirm(declined.id, card({ number: '4000000000009995' }));

    const { body: moved } = await client.create({ amount: 4_000 });
    await admin.faults('stripe', { kind: 'rate-limit', only: 'authorize' });
    expect((await client.confirm(moved.id)).body.payment_status).toBe('paid');

    const { body: doubted } = await client.create({ amount: 8_000 });
    await admin.faults('stripe', { kind: 'reset-after', only: 'authorize' });
    const { body: open } = await client.confirm(doubted.id);
    await admin.heal();
    await library.charges.refresh(open.charge ?? '');

    const stats = await until(
      () => library.stats.retrieve({ ...lately(), interval: 'hour', by: 'psp,currency' }),
      (now) =>
        sum(now, ({ attempts }) => attempts) >= 6 &&
        sum(now, ({ refunded }) => refunded?.count) >= 1 &&
        sum(now, ({ lost_answers }) => lost_answers?.captured.count) >= 1,
    );
    const eur = { ...stats, rows: stats.rows.filter(({ currency }) => currency === 'eur') };
    expect({
      // The failover is an attempt at each PSP.
      attempts: sum(eur, ({ attempts }) => attempts),
      approved: sum(eur, ({ approved }) => approved),
      recovered: sum(eur, ({ recovered }) => recovered),
      recovered_by_stripe: sum(
        { ...eur, rows: eur.rows.filter(({ psp }) => psp === 'stripe') },
        ({ recovered }) => recovered,
      ),
      lost: sum(eur, ({ lost_answers }) => lost_answers?.count),
      lost_and_taken: sum(eur, ({ lost_answers }) => lost_answers?.captured.amount),
      captured: sum(eur, ({ captured }) => captured?.amount),
      refunded: sum(eur, ({ refunded }) => refunded?.amount),
      usd: sum(stats, ({ currency, captured }) => (currency === 'usd' ? captured?.amount : 0)),
    }).toEqual({
      attempts: 5,
      approved: 3,
      recovered: 1,
      recovered_by_stripe: 0,
      lost: 1,
      lost_and_taken: 8_000,
      captured: 13_000,
      refunded: 300,
      usd: 2_000,
    });
    expect(stats.complete_until).toBeLessThan(Date.now() / 1000);

    const outcomes = await library.stats.retrieve({ ...lately(), by: 'outcome' });
    expect(sum(outcomes, ({ outcome, attempts }) => (outcome === 'insufficient_funds' ? attempts : 0))).toBe(
      1,
    );
    const all = await library.stats.retrieve(lately());
    expect(sum(all, ({ captured }) => captured?.count)).toBe(4);
    for (const { captured } of all.rows) expect(captured?.amount).toBeNull();
  });

  test('of a time in which nothing happened have no rows', async () => {
    expect((await library.stats.retrieve({ from: 0, to: 3_600 })).rows).toEqual([]);
  });

  test.each<[string, string, string, string]>([
    ['without a begin', 'to=7200', 'from', 'integer'],
    ['that end before they begin', 'from=7200&to=3600', 'to', 'after from'],
    ['of eight days by hour', 'from=0&to=691200&interval=hour', 'from', '7 days'],
    ['of a quarter and a day', 'from=0&to=8035200', 'from', '92 by day'],
    ['by week', 'from=0&to=3600&interval=week', 'interval', '"hour" or "day"'],
    ['of a place that is none', 'from=0&to=3600&time_zone=Europe/Atlantis', 'time_zone', 'Europe/Berlin'],
    ['by an offset', 'from=0&to=3600&time_zone=%2B02:00', 'time_zone', 'Europe/Berlin'],
    ['by something else', 'from=0&to=3600&by=psp,card', 'by', 'psp, currency'],
    ['by two facts', 'from=0&to=3600&by=brand,country', 'by', 'only one of'],
    ['by the same twice', 'from=0&to=3600&by=psp,psp', 'by', 'each once'],
    ['by nothing', 'from=0&to=3600&by=', 'by', 'psp, currency'],
  ])('%s are refused by name', async (_, query, param, message) => {
    const { status, body } = await client.call<{ error: { param: string; message: string } }>(
      'GET',
      `/v1/stats?${query}`,
    );
    expect([status, body.error.param]).toEqual([400, param]);
    expect(body.error.message).toContain(message);
  });
});
