import { createLoopbackServer } from '../local/door/loopback-server.ts';
import { listen } from '../local/support/listen.ts';
import { readCount } from '../local/support/read-count.ts';
import { measureRate, type Rate } from './deliveries/measure-rates.ts';
import { type Api, connectApi, publishMeasuredRule } from './support/api.ts';
import { printTable } from './support/print-table.ts';
import { startService } from './support/start-service.ts';
import { median, percentile } from './support/statistics.ts';

const payments = readCount('BENCH_PAYMENTS', process.env.BENCH_PAYMENTS, 200);
const a_second = 5;
const warm_up = 20;
const allowed_ms = 6_000;
const patience_ms = 60_000;
const waiting = readCount('BENCH_EVENTS', process.env.BENCH_EVENTS, 2_000);
const least_a_second = 200;

/**
 * How many events a second one endpoint gets, and how long after a payment is committed the merchant's endpoint gets its first request: `npm start` as a separate process, payments in an even
 * stream, the endpoint in this process; alone, and next to an endpoint that accepts every request and never answers.
 */
const main = async (): Promise<void> => {
  const service = await startService();
  const [merchant, dead] = await Promise.all([openMerchant(200), openMerchant(undefined)]);
  try {
    const api = connectApi(service);
    reportRates([
      await measureRate(service, api, {
        name: 'all respond',
        count: waiting,
        every: Number.POSITIVE_INFINITY,
      }),
      await measureRate(service, api, { name: 'one in a hundred hangs', count: waiting, every: 100 }),
    ]);
    await publishMeasuredRule(api);
    const rows = [];
    for (const [name, urls] of [
      ['alone', [merchant.url]],
      ['beside a dead endpoint', [merchant.url, dead.url]],
    ] as const) {
      await api.clearWebhookEndpoints();
      for (const url of urls) await api.createWebhookEndpoint(url);
      await pay(api, warm_up);
      rows.push(rowOf(name, await waits(merchant, await pay(api, payments))));
    }
    report(rows);
  } finally {
    for (const { close } of [merchant, dead]) close();
    await service.stop();
  }
};

type Merchant = {
  readonly url: string;
  /** When each session was first reported. */
  readonly first: ReadonlyMap<string, number>;
  readonly close: () => void;
};

/** Undefined: it never answers. */
const openMerchant = async (status: number | undefined): Promise<Merchant> => {
  const first = new Map<string, number>();
  const server = createLoopbackServer({ onlyOwnUser: false }, (request, response) => {
    const now = Date.now();
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { type, data } = JSON.parse(body);
      if (type === 'checkout.session.paid' && !first.has(data.id)) first.set(data.id, now);
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  const { url } = await listen(server);
  return {
    url,
    first,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

type Paid = { readonly session: string; readonly committed: number };

const pay = (api: Api, count: number): Promise<readonly Paid[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index * 1000) / a_second));
      const { id, routing } = await api.confirm((await api.create()).id);
      const [attempt] = routing.attempts;
      if (attempt === undefined) throw new Error(`session ${id} has no attempt`);
      return { session: id, committed: attempt.started + attempt.latency_ms };
    }),
  );

const waits = async ({ first }: Merchant, paid: readonly Paid[]): Promise<readonly number[]> => {
  const deadline = Date.now() + patience_ms;
  while (Date.now() < deadline && paid.some(({ session }) => !first.has(session)))
    await new Promise((resolve) => setTimeout(resolve, 100));
  return paid.map(({ session, committed }) => (first.get(session) ?? Number.POSITIVE_INFINITY) - committed);
};

const rowOf = (name: string, times: readonly number[]) => ({
  name,
  p95: percentile(times, 0.95),
  cells: [
    name,
    ...[median(times), percentile(times, 0.95), percentile(times, 0.99)].map((ms) => ms.toFixed(0)),
  ],
});

const reportRates = (rates: readonly Rate[]): void => {
  console.log(`${waiting} events waiting for one endpoint that takes 100 ms`);
  printTable(
    ['', 'a second', 'at once, at most', 'processor ms each'],
    rates.map(({ name, a_second, most_at_once, own_ms }) => [
      name,
      a_second.toFixed(0),
      String(most_at_once),
      own_ms.toFixed(1),
    ]),
  );
  const slow = rates.filter(({ a_second }) => !(a_second >= least_a_second));
  for (const { name, a_second } of slow)
    console.log(`missed: ${name}, ${a_second.toFixed(0)} a second; at least ${least_a_second}`);
  if (slow.length > 0) process.exitCode = 1;
};

const report = (rows: readonly ReturnType<typeof rowOf>[]): void => {
  console.log(
    `From the commit to the first try, ${payments} payments at ${a_second} a second, after ${warm_up}; milliseconds`,
  );
  printTable(
    ['', 'p50', 'p95', 'p99'],
    rows.map(({ cells }) => cells),
  );
  const missed = rows.filter(({ p95 }) => !(p95 <= allowed_ms));
  for (const { name, p95 } of missed) console.log(`missed: ${name}, p95 is ${p95} ms; at most ${allowed_ms}`);
  if (missed.length > 0) process.exitCode = 1;
};

await main();
