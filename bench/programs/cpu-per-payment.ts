import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpHandler } from '../../lib/http/call.ts';
import * as routes from '../../lib/http/routes.ts';
import { lanes } from '../../lib/outbound-webhooks/lanes.ts';
import { streamsOf } from '../../local/aws/read-stream.ts';
import { storeOf } from '../../local/aws/store-of.ts';
import { confirmBody, measuredPsp, sessionBody } from '../support/api.ts';
import { gatewayEvent } from '../support/gateway-event.ts';
import { setting } from '../support/load-handlers.ts';
import type { CpuOfPayments, CpuStep, Sent } from '../support/measure-cpu-per-payment.ts';
import { context } from '../support/payment-chain.ts';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** As many as arrive together in a busy hour. */
const records_at_once = 10;

const load = async (name: string): Promise<Handler> =>
  (await import(`${setting('BENCH_FOLDER')}/${name}/index.mjs`)).handler;

const token = setting('BENCH_API_KEY');

/** Runs payments step by step, each step for all of them, as its functions would in processes of their own, and sends what that took. */
const main = async (): Promise<void> => {
  const payments = Number(setting('BENCH_PAYMENTS'));
  const endpoint = await createEndpoint();
  const streams = await openStreams();
  await pay(payments, endpoint, streams);
  const steps = await pay(payments, endpoint, streams);
  const recover = await load('recover-charges');
  const look = await measure('recover-charges', Array(20).fill({}), recover);
  process.send?.({ steps, look_ms: look.cpu_ms / look.calls } satisfies CpuOfPayments, () => process.exit(0));
};

const pay = async (count: number, endpoint: string, streams: Streams): Promise<readonly CpuStep[]> => {
  const ids: string[] = [];
  const created = await measure(
    'create-checkout-session',
    Array.from({ length: count }, () =>
      gatewayEvent({ route: routes.createCheckoutSession, token, body: sessionBody }),
    ),
    answering(await load('create-checkout-session'), ({ id }) => ids.push(String(id))),
  );
  const confirmed = await measure(
    'confirm-checkout-session',
    ids.map((id) =>
      gatewayEvent({ route: routes.confirmCheckoutSession, token, path: { id }, body: confirmBody() }),
    ),
    answering(await load('confirm-checkout-session'), () => undefined),
  );
  const sent = await eventsOf(count);
  const received = await measure(
    'receive-psp-webhook',
    sent.map((event) =>
      gatewayEvent({ route: routes.receivePspWebhook, path: { psp: measuredPsp }, ...event }),
    ),
    answering(await load('receive-psp-webhook'), () => undefined),
  );
  const recorded = await record(streams);
  const delivered = await measure(
    'deliver-events',
    Array.from({ length: lanes }, (_, lane) => ({ endpoint, lane })),
    await load('deliver-events'),
  );
  return [created, confirmed, received, recorded, delivered];
};

/** One call after the other; the process does nothing else meanwhile. */
const measure = async (name: string, events: readonly unknown[], handler: Handler): Promise<CpuStep> => {
  const before = process.cpuUsage();
  for (const event of events) await handler(event, context());
  const { user, system } = process.cpuUsage(before);
  return { name, calls: events.length, cpu_ms: (user + system) / 1_000 };
};

/** Throws for an answer that is no success. */
const answering =
  (handler: Handler, hear: (answer: { readonly id?: string }) => void): Handler =>
  async (event, given) => {
    const { statusCode = 0, body } = await (handler as unknown as HttpHandler)(
      event as Parameters<HttpHandler>[0],
      given as Parameters<HttpHandler>[1],
    );
    if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
    hear(body === undefined ? {} : JSON.parse(body));
  };

const createEndpoint = async (): Promise<string> => {
  let made = '';
  const body = { url: `${setting('BENCH_WORLD')}/merchant` };
  const create = answering(await load('create-webhook-endpoint'), ({ id }) => {
    made = String(id);
  });
  await create(gatewayEvent({ route: routes.createWebhookEndpoint, token, body }), context());
  return made;
};

/** The PSP's events about this many payments: it sends them on its own time. */
const eventsOf = async (count: number): Promise<readonly Sent[]> => {
  const all: Sent[] = [];
  while (all.filter(({ body }) => body.includes('"payment_intent.succeeded"')).length < count) {
    await sleep(100);
    all.push(...((await (await fetch(`${setting('BENCH_WORLD')}/psp`)).json()) as readonly Sent[]));
  }
  return all;
};

/** Reads on where it was left. */
type Streams = {
  readonly next: () => Promise<readonly { readonly shard: string; readonly records: readonly unknown[] }[]>;
};

const openStreams = async (): Promise<Streams> => {
  const store = streamsOf(storeOf(process.env as Readonly<Record<string, string>>));
  const places: { shard: string; stream: string; iterator: string }[] = [];
  for (const table of ['TABLE_SESSIONS', 'TABLE_CHARGES']) {
    const stream = (await store.streamOf(setting(table))) ?? '';
    for (const { ShardId: shard } of await store.shards(stream))
      places.push({ shard, stream, iterator: await store.iterator(stream, shard, undefined) });
  }
  const rest = async (place: (typeof places)[number]) => {
    const all: unknown[] = [];
    for (;;) {
      const { records, next } = await store.read(place.iterator);
      if (next !== undefined) place.iterator = next;
      all.push(...records.map((one) => ({ ...one, eventSourceARN: place.stream })));
      if (records.length === 0 || next === undefined) return { shard: place.shard, records: all };
    }
  };
  return { next: () => Promise.all(places.map(rest)) };
};

/** Each stream's records in batches, as one window with its state. */
const record = async (streams: Streams): Promise<CpuStep> => {
  const handler = await load('record-events');
  const steps: CpuStep[] = [];
  for (const { shard: shardId, records } of await streams.next()) {
    let state: unknown = {};
    const events = Array.from({ length: Math.ceil(records.length / records_at_once) }, (_, index) => ({
      Records: records.slice(index * records_at_once, (index + 1) * records_at_once),
      shardId,
    }));
    const last = { Records: [], shardId, isFinalInvokeForWindow: true };
    const keeping: Handler = async (event, given) => {
      const answer = (await handler({ ...(event as object), state }, given)) as {
        readonly state: unknown;
        readonly batchItemFailures: readonly unknown[];
      };
      if (answer.batchItemFailures.length > 0) throw new Error('Records were not taken.');
      state = answer.state;
    };
    steps.push(await measure('record-events', [...events, last], keeping));
  }
  return {
    name: 'record-events',
    calls: steps.reduce((sum, { calls }) => sum + calls, 0),
    cpu_ms: steps.reduce((sum, { cpu_ms }) => sum + cpu_ms, 0),
  };
};

await main();
