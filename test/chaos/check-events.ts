import { isDeepStrictEqual } from 'node:util';
import { createClient, type Event } from '../../clients/server/src/index.ts';
import { deriveCounts } from '../../lib/domain-events/derive-counts.ts';
import { deriveEvents } from '../../lib/domain-events/derive-events.ts';
import { storage } from '../../lib/runtime/dynamodb.ts';
import { createHourCounters } from '../../lib/storage/hour-counters.ts';
import { readStreamRecord } from '../../lib/storage/read-stream-record.ts';
import type { RecordChange } from '../../lib/types/record-change.ts';
import { streamsOf } from '../../local/aws/read-stream.ts';
import { storeOf } from '../../local/aws/store-of.ts';
import { patienceWith } from './patience.ts';
import type { Received } from './receive-events.ts';
import type { Victim } from './victim.ts';

/** Nothing of these may be in an event: the card, its name and code, and what lets somebody pay or read. */
const secrets = ['4242424242424242', '"123"', 'Ada', '_secret_', 'sk_test_', 'whsec_'];
const most_bytes = 1024;

/**
 * What the service told, listed and counted through all its deaths, against what its tables' streams hold from the first record on: every transition is one
 * event under one id, every event is listed once and has arrived, and each attempt counts once. `wrong`: one line for each disagreement.
 */
export const checkEvents = async (victim: Victim, received: Received) => {
  Object.assign(process.env, victim.environment());
  const changes = await everyChange(victim);
  const due = new Map(changes.flatMap(deriveEvents).map((event) => [event.id, JSON.stringify(event)]));
  const listed = await untilReported(victim, received, due.size);
  const wrong = [...received.wrong];
  const transitions = changes.flatMap(deriveEvents).length;
  if (transitions !== due.size) wrong.push(`${transitions} transitions have ${due.size} ids`);
  for (const [id, body] of due) {
    if (!isDeepStrictEqual(listed.get(id), JSON.parse(body)))
      wrong.push(`${id} is listed as ${JSON.stringify(listed.get(id))}, not ${body}`);
    if (received.bodies.get(id) !== body)
      wrong.push(`${id} arrived as ${received.bodies.get(id)}, not ${body}`);
    if (Buffer.byteLength(body) > most_bytes) wrong.push(`${id} has ${Buffer.byteLength(body)} bytes`);
    for (const secret of secrets) if (body.includes(secret)) wrong.push(`${id} holds ${secret}`);
  }
  for (const id of [...listed.keys(), ...received.bodies.keys()])
    if (!due.has(id) && !isVerdict(listed.get(id))) wrong.push(`${id} was told, and nothing happened`);
  for (const problem of await countProblems(changes)) wrong.push(problem);
  const largest = Math.max(...[...due.values()].map((body) => Buffer.byteLength(body)));
  const row = {
    changes: changes.length,
    events: due.size,
    listed: listed.size,
    arrived: received.bodies.size,
    deliveries: received.deliveries(),
    'largest, bytes': largest,
  };
  return { row, wrong };
};

/** What is concluded about a PSP is no change of a record. */
const isVerdict = (event: Event | undefined): boolean => event?.type === 'routing.health.changed';

/** Every write of every table that has a stream, from its first record on. */
const everyChange = async ({ environment }: Victim): Promise<readonly RecordChange[]> => {
  const streams = streamsOf(storeOf(environment()));
  const changes: RecordChange[] = [];
  for (const table of ['sessions', 'charges', 'rules', 'api_keys'] as const) {
    const stream = (await streams.streamOf(storage().tables[table])) ?? '';
    for (const { ShardId } of await streams.shards(stream)) {
      let iterator: string | undefined = await streams.iterator(stream, ShardId, undefined);
      while (iterator !== undefined) {
        const { records, next } = await streams.read(iterator);
        for (const record of records) {
          const delivered = { ...record, eventSourceARN: stream };
          const change = readStreamRecord({ ...storage(), livemode: false }, delivered);
          if (change) changes.push(change);
        }
        iterator = records.length === 0 ? undefined : next;
      }
    }
  }
  return changes;
};

/** What the list shows once everything has been told, or nothing more comes. */
const untilReported = async (
  victim: Victim,
  received: Received,
  expected: number,
): Promise<ReadonlyMap<string, Event>> => {
  const client = createClient({ baseUrl: victim.base_url, apiKey: victim.api_key });
  const patience = patienceWith(victim);
  let reported = 0;
  for (;;) {
    const listed = new Map<string, Event>();
    for await (const event of client.events.list({ limit: 100 })) {
      if (listed.has(event.id)) throw new Error(`${event.id} is listed twice`);
      listed.set(event.id, event);
    }
    const now = listed.size + received.bodies.size;
    if (now >= 2 * expected || patience.isOver()) return listed;
    if (now > reported) patience.renew();
    reported = now;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
};

/** Windows close a few seconds after their last record. */
const countProblems = async (changes: readonly RecordChange[]): Promise<readonly string[]> => {
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  const due = new Map<string, number>();
  for (const { hour, psp, currency, what, n } of changes.flatMap(deriveCounts)) {
    const key = `${hour} ${psp} ${currency} ${what}`;
    due.set(key, (due.get(key) ?? 0) + n);
  }
  const counted = new Map<string, number>();
  for (const { hour, psp, currency, counts } of await createHourCounters(storage()).between(0, Date.now()))
    for (const [what, n] of Object.entries(counts)) counted.set(`${hour} ${psp} ${currency} ${what}`, n);
  const keys = new Set([...due.keys(), ...counted.keys()]);
  return [...keys]
    .filter((key) => due.get(key) !== counted.get(key))
    .map((key) => `counted ${key}: ${counted.get(key)}, not ${due.get(key)}`);
};
