import { readFileSync } from 'node:fs';
import { eventRow } from '../../lib/domain-events/event-row.ts';
import { enqueueDeliveries } from '../../lib/outbound-webhooks/enqueue-deliveries.ts';
import { lanesOf } from '../../lib/outbound-webhooks/lanes.ts';
import { wakeLanes } from '../../lib/outbound-webhooks/wake-due.ts';
import { storage } from '../../lib/runtime/dynamodb.ts';
import { newId } from '../../lib/runtime/new-id.ts';
import { enqueuePorts } from '../../lib/runtime/webhook-ports.ts';
import { createRowStore } from '../../lib/storage/rows.ts';
import type { Event } from '../../lib/types/event.ts';
import { createLoopbackServer } from '../../local/door/loopback-server.ts';
import { listen } from '../../local/support/listen.ts';
import type { Api } from '../support/api.ts';
import type { MeasuredService } from '../support/start-service.ts';

const batch = 100;
const answer_ms = 100;
const patience_ms = 180_000;
/** Time for each event to be enqueued, before any may be sent. */
const enqueued_in_ms = 20;

export type Rate = {
  readonly name: string;
  readonly a_second: number;
  readonly most_at_once: number;
  /** Processor time of the service's process for each event. */
  readonly own_ms: number;
};

/**
 * How many events a second one endpoint gets that takes 100 ms: `count` of them wait for it, then its workers are woken. Counted until 99 in 100 of
 * those that it answers have arrived. `every`: each so many-th of each lane is accepted and never answered, at every try, so that chance fills no lane with them.
 */
export const measureRate = async (
  service: MeasuredService,
  api: Api,
  { name, count, every }: { readonly name: string; readonly count: number; readonly every: number },
): Promise<Rate> => {
  Object.assign(process.env, service.environment);
  const events = Array.from({ length: count }, newEvent);
  const hanging = new Set(
    byLane(events.map(({ id }) => id)).filter((_, index) => index % every === every - 1),
  );
  const merchant = await openMerchant(hanging);
  try {
    await api.clearWebhookEndpoints();
    await api.createWebhookEndpoint(merchant.url);
    const due = Date.now() + count * enqueued_in_ms;
    await enqueue(events, due);
    if (Date.now() > due)
      throw new Error('The local store takes too long to hold so many. Lower BENCH_EVENTS.');
    await new Promise((resolve) => setTimeout(resolve, due - Date.now()));
    const [start, processor] = [performance.now(), processorOf(service.pid)];
    await wakeAll();
    const wanted = Math.floor((count - hanging.size) * 0.99);
    while (merchant.answered() < wanted && performance.now() - start < patience_ms)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const seconds = (performance.now() - start) / 1000;
    const answered = merchant.answered();
    return {
      name,
      a_second: answered / seconds,
      most_at_once: merchant.most(),
      own_ms: (processorOf(service.pid) - processor) / answered,
    };
  } finally {
    await api.clearWebhookEndpoints();
    merchant.close();
  }
};

/** What a process has used so far, in milliseconds; not a number where there is no `/proc`. Linux counts in hundredths of a second. */
const processorOf = (pid: number): number => {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13).map(Number);
    return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
  } catch {
    return Number.NaN;
  }
};

const newEvent = (): Event => ({
  id: newId('evt'),
  object: 'event',
  type: 'checkout.session.paid',
  created: Math.floor(Date.now() / 1000),
  livemode: false,
  data: { id: newId('cs'), object: 'checkout.session', seq: 2 },
});

/** Sorted by the lane in which they wait. */
const byLane = (ids: readonly string[]): readonly string[] => {
  const batches = Array.from({ length: Math.ceil(ids.length / batch) }, (_, index) =>
    ids.slice(index * batch, (index + 1) * batch),
  );
  const placed = batches.flatMap((part) => {
    const laneOf = lanesOf(part);
    return part.map((id, index) => ({ id, lane: laneOf[index] ?? 0 }));
  });
  return placed.sort((a, b) => a.lane - b.lane).map(({ id }) => id);
};

/** In batches, as the streams bring them, due at that time (Unix milliseconds), and without waking anybody. */
const enqueue = async (events: readonly Event[], due: number): Promise<void> => {
  const clock = { now: () => due, sleep: async () => undefined };
  const ports = { ...enqueuePorts(() => undefined), clock, wake: async () => undefined };
  const rows = createRowStore(storage());
  for (let from = 0; from < events.length; from += batch) {
    const part = events.slice(from, from + batch);
    await rows.putRows(part.map(eventRow));
    await enqueueDeliveries(ports, part);
  }
};

const wakeAll = async (): Promise<void> => {
  const ports = enqueuePorts((entry) => console.error(JSON.stringify(entry)));
  const { endpoints } = await ports.store.endpoints();
  await Promise.all(endpoints.map((endpoint) => wakeLanes(ports, endpoint)));
};

const openMerchant = async (hanging: ReadonlySet<string>) => {
  const answered = new Set<string>();
  let flying = 0;
  let most = 0;
  const server = createLoopbackServer({ onlyOwnUser: false }, (request, response) => {
    const id = String(request.headers['webhook-id']);
    flying += 1;
    most = Math.max(most, flying);
    response.on('close', () => {
      flying -= 1;
    });
    request.resume().on('end', () => {
      if (hanging.has(id)) return;
      setTimeout(() => {
        answered.add(id);
        response.writeHead(200).end();
      }, answer_ms);
    });
  });
  const { url } = await listen(server);
  return {
    url,
    answered: () => answered.size,
    most: () => most,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
