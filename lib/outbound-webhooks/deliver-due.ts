import { errorName } from '../types/error-name.ts';
import type { Lane, OutgoingDelivery, WebhookEndpoint } from '../types/webhook.ts';
import { destinations } from './destinations.ts';
import { createQueue, type Queue } from './due-queue.ts';
import { wake } from './enqueue-deliveries.ts';
import { createHeldLanes, type HeldLanes } from './held-lanes.ts';
import { everyLane, isDown, laneLimit } from './lanes.ts';
import { recordHealth } from './record-health.ts';
import { sendLimit_ms, type Tried, tryDelivery } from './try-delivery.ts';
import { wakeLanes } from './wake-due.ts';
import type { DeliveryPorts } from './webhook-ports.ts';

const look_ms = 1_000;
/** A try may take its full limit, and its result must still be stored. */
const least_ms = sendLimit_ms + 5_000;
/** After another worker was found to hold a lane, the lane is not tried again for this long. */
const refused_ms = 20_000;

type Tally = { readonly succeeded: number; readonly failed: number };

type Run = {
  readonly ports: DeliveryPorts;
  readonly lane: Lane;
  readonly held: HeldLanes;
  readonly queue: Queue;
  readonly inFlight: Set<Promise<void>>;
  readonly refused: Map<number, number>;
  readonly tally: { -readonly [end in keyof Tally]: Tally[end] };
  /** Tries whose results are not yet part of the endpoint's health. */
  readonly tried: Tried[];
  /** The endpoint when it was last read; undefined if nothing may be sent to it. */
  seen?: { readonly at: number; readonly endpoint: WebhookEndpoint | undefined };
  /** This worker serves all lanes of an endpoint that is down. */
  everywhere: boolean;
};

/**
 * The worker of a lane, the only one at a time: tries due deliveries, earliest first and ten at once, until none is due or time is up. A try that
 * hangs takes one of the ten places, and the others go on. If the endpoint is down, the worker of lane 0 serves all lanes, still with ten places.
 * Resolves to how many tries succeeded and failed.
 */
export const deliverDue = async (ports: DeliveryPorts, lane: Lane): Promise<Tally> => {
  const run: Run = {
    ports,
    lane,
    held: createHeldLanes(ports, lane.endpoint),
    queue: createQueue(ports, lane.endpoint),
    inFlight: new Set(),
    refused: new Map(),
    tally: { succeeded: 0, failed: 0 },
    tried: [],
    everywhere: false,
  };
  if (!(await run.held.take(lane.lane))) return run.tally;
  try {
    for (let released = false; !released; ) {
      const end = await drain(run);
      await Promise.all(run.inFlight);
      await keepHealth(run);
      released = end === 'over' ? await handOver(run) : await run.held.release();
    }
  } catch (error) {
    await Promise.all(run.inFlight);
    // So that the next worker does not have to wait for the lease to end.
    await run.held.letGo().catch(() => undefined);
    throw error;
  }
  return run.tally;
};

/** `idle`: nothing is due any more. `over`: another worker has to go on. */
const drain = async (run: Run): Promise<'idle' | 'over'> => {
  const { ports, held, queue, inFlight } = run;
  for (;;) {
    const endpoint = await look(run);
    if (endpoint === undefined) return 'idle';
    if (!(await mayGoOn(run, endpoint))) return 'over';
    const places = laneLimit - inFlight.size;
    const next = places === 0 ? [] : await queue.take(held.all(), places, inFlight.size === 0);
    for (const outgoing of next) start(run, endpoint, outgoing);
    if (inFlight.size === 0 && !queue.soon()) return 'idle';
    await Promise.race([...inFlight, ...(inFlight.size < laneLimit ? [ports.clock.sleep(look_ms)] : [])]);
  }
};

/** Reads the endpoint again each second: a merchant may have disabled or deleted it, or changed its address. */
const look = async (run: Run): Promise<WebhookEndpoint | undefined> => {
  const { ports, lane } = run;
  const { seen } = run;
  if (seen !== undefined && ports.clock.now() - seen.at < look_ms) return seen.endpoint;
  await keepHealth(run);
  const endpoint = (await destinations(ports)).find(
    ({ id, status }) => id === lane.endpoint && status === 'enabled',
  );
  const now = ports.clock.now();
  if (seen === undefined) run.everywhere = lane.lane === 0 && endpoint !== undefined && isDown(endpoint, now);
  run.seen = { at: now, endpoint };
  if (run.everywhere) await takeOthers(run);
  return endpoint;
};

/** False if time is up, if a lease was lost, or if the endpoint has gone down or come up again: then its lanes need one worker, or one each. */
const mayGoOn = async (
  { ports: { clock, deadline }, held, everywhere }: Run,
  endpoint: WebhookEndpoint,
): Promise<boolean> =>
  isDown(endpoint, clock.now()) === everywhere &&
  (await held.renew()) &&
  Math.min(deadline, held.until()) - clock.now() > least_ms;

/** Takes the other lanes with due deliveries, unless their workers are still running. */
const takeOthers = async ({
  ports: { store, clock },
  lane: { endpoint },
  held,
  refused,
}: Run): Promise<void> => {
  const now = clock.now();
  const others = everyLane.filter(
    (lane) => !held.all().includes(lane) && now - (refused.get(lane) ?? 0) >= refused_ms,
  );
  await Promise.all(
    others.map(async (lane) => {
      const [due] = await store.due({ endpoint, lane }, now, 1);
      if (due !== undefined && !(await held.take(lane))) refused.set(lane, now);
    }),
  );
};

const handOver = async ({ ports, lane, held, seen, everywhere }: Run): Promise<true> => {
  await held.letGo();
  const endpoint = seen?.endpoint;
  if (endpoint === undefined) return true;
  if (everywhere || isDown(endpoint, ports.clock.now())) await wakeLanes(ports, endpoint);
  else await wake(ports, endpoint, lane.lane);
  return true;
};

const start = (run: Run, endpoint: WebhookEndpoint, outgoing: OutgoingDelivery): void => {
  const sending = tryOne(run, endpoint, outgoing).finally(() => run.inFlight.delete(sending));
  run.inFlight.add(sending);
};

/** A delivery that cannot be handled is reported and left to the next worker, so that it does not block the others. */
const tryOne = async (
  { ports, queue, tally, tried }: Run,
  endpoint: WebhookEndpoint,
  outgoing: OutgoingDelivery,
): Promise<void> => {
  const { id } = outgoing.delivery;
  try {
    const result = await tryDelivery(ports, endpoint, outgoing);
    queue.settle(id, result.next_at);
    for (const { ok } of result.tried) tally[ok ? 'succeeded' : 'failed'] += 1;
    tried.push(...result.tried);
  } catch (error) {
    queue.leave(id);
    ports.log({
      event: 'webhook_worker_failed',
      endpoint: endpoint.id,
      error: errorName(error),
    });
  }
};

const keepHealth = async ({ ports, tried, seen }: Run): Promise<void> => {
  const since = tried.splice(0);
  if (seen?.endpoint) await recordHealth(ports, seen.endpoint, since);
};
