import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, expect, test } from '@jest/globals';
import { switchPsp } from '../../../lib/config/switch-psp.ts';
import { type RecordingPorts, recordBatch } from '../../../lib/domain-events/record-batch.ts';
import { failingLimit_ms } from '../../../lib/outbound-webhooks/delivery-schedule.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '../../../lib/outbound-webhooks/edit-endpoints.ts';
import { recordHealth } from '../../../lib/outbound-webhooks/record-health.ts';
import { addNote } from '../../../lib/payments/decisions/add-note.ts';
import { deleteLink } from '../../../lib/payments/sessions/payment-links.ts';
import { createPaymentMethod, deletePaymentMethod } from '../../../lib/payments/sessions/payment-methods.ts';
import { createNotes } from '../../../lib/storage/notes.ts';
import { parkRecord } from '../../../lib/storage/parked-records.ts';
import { createPaymentLinks } from '../../../lib/storage/payment-links.ts';
import { createPaymentMethods } from '../../../lib/storage/payment-methods.ts';
import { createPspSwitches } from '../../../lib/storage/psp-switches.ts';
import { readStreamRecord } from '../../../lib/storage/read-stream-record.ts';
import { createRowStore } from '../../../lib/storage/rows.ts';
import { deliveryOf } from '../../../lib/storage/tables.ts';
import { createWebhookStore } from '../../../lib/storage/webhook-store.ts';
import type { AuditAction, AuditEntry } from '../../../lib/types/audit-entry.ts';
import type { StreamRecord } from '../../../lib/types/stream-record.ts';
import { streamsOf } from '../../../local/aws/read-stream.ts';
import { sampleMethod } from '../../contract/payment-methods.ts';
import { sampleCharge, sampleSession } from '../../contract/sample-records.ts';
import { openStorage } from './open-storage.ts';

/** What is asked of the table of events, from the call to its entry in the audit trail, over the store's own stream. */
const { dynamodb, connection: client, storage } = await openStorage();
const webhooks = createWebhookStore(storage);
const switches = createPspSwitches(storage);
const methods = createPaymentMethods(storage);
const notes = createNotes(storage);
const links = createPaymentLinks(storage);

const streams = streamsOf(dynamodb);
let iterator: string | undefined;

/** What the stream tells since it was last read: all of it, and what is delivered. */
const notified = async () => {
  const stream = (await streams.streamOf('events')) ?? '';
  const [shard] = await streams.shards(stream);
  const all: StreamRecord[] = [];
  for (;;) {
    iterator ??= await streams.iterator(stream, shard?.ShardId ?? '', undefined);
    const { records, next } = await streams.read(iterator);
    all.push(...records.map((record) => ({ ...record, eventSourceARN: stream })));
    iterator = next;
    if (records.length === 0) break;
  }
  const attribute = deliveryOf('events').stream_of ?? '';
  return {
    all,
    delivered: all.filter(({ dynamodb: notified }) => notified?.NewImage?.[attribute] !== undefined),
  };
};

const reported: object[] = [];
const recording: RecordingPorts<StreamRecord> = {
  read: (record) => readStreamRecord({ ...storage, livemode: false }, record),
  rows: createRowStore(storage),
  keep: async () => 'kept',
  close: async () => {},
  releaseCvc: async () => {},
  sinks: [],
  park: (record, error, counted) => parkRecord(storage, record, error, counted),
  log: (event) => void reported.push(event),
};

const trail = async (): Promise<readonly AuditEntry[]> => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: 'events', ConsistentRead: true }));
  return Items.map((item) => unmarshall(item))
    .filter(({ id }) => String(id).startsWith('aud_'))
    .map(({ body }) => JSON.parse(body) as AuditEntry);
};

let calls = 0;
const author = () => {
  calls += 1;
  return { actor: { type: 'api_key', id: `key_${calls}` }, request_id: `req_${calls}` } as const;
};

const endpointPorts = (by: ReturnType<typeof author>) => ({
  store: webhooks,
  rows: recording.rows,
  clock: storage.clock,
  log: () => {},
  wake: async () => {},
  newId: (prefix: string) => `${prefix}_${calls}`,
  livemode: false,
  by,
  render: () => ({ status: 200, body: '{}' }),
});

const endpointOf = async (url: string) => {
  await createWebhookEndpoint(endpointPorts(author()), { url, events: ['*'] }, undefined);
  const { endpoints } = await webhooks.endpoints();
  const made = endpoints.find((endpoint) => endpoint.url === url);
  if (!made) throw new Error('it was made');
  return made;
};

const method = (n: number) => {
  const { card, vault } = sampleMethod(n);
  return {
    ...card,
    token: vault?.token ?? '',
    bin: '42424242',
    last4: '4242',
    exp_month: 12,
    exp_year: 2035,
  };
};

const methodPorts = (by: ReturnType<typeof author>) => ({
  methods,
  manage: async () => ({ kind: 'done' }) as const,
  store: { session: async () => sampleSession('cs_1', { customer: { id: 'customer-7' } }) },
  clock: storage.clock,
  by,
});

const keepCard = (n: number, by = author()) =>
  createPaymentMethod(methodPorts(by), { customer: 'customer-7', card: method(n), session: 'cs_1' });

const turn = async (psp: string, state: 'open' | 'closed') => {
  const by = author();
  const found = (await switches.read()).switches.find((one) => one.psp === psp);
  const ports = {
    store: switches,
    accounts: [{ id: psp }] as never,
    rules: async () => ({ rules: {} }) as never,
    clock: storage.clock,
    request_id: by.request_id,
    render: () => ({ status: 200, body: '{}' }),
  };
  const revision = found?.revision ?? 0;
  await switchPsp(ports, { psp, state, note: '', by: by.actor.id, revision, force: true });
  return psp;
};

const write = async (charge: string) => {
  const ports = {
    store: { charge: async () => sampleCharge(charge) },
    notes,
    clock: storage.clock,
    newId: (prefix: string) => `${prefix}_${calls}`,
    by: author(),
    render: () => ({ status: 200, body: '{}' }),
  };
  await addNote(ports, { charge, text: 'The parcel is late.' });
  return charge;
};

const link = async (n: number): Promise<string> => {
  const id = `pl_${String(n).padStart(26, '0')}`;
  const body = { amount: 4900, currency: 'eur', pay_once: false, routing_rule: 'default', metadata: {} };
  const act = { ...author(), target: id };
  await links.add({ id, rev: 0, ...body, livemode: false, created_ms: 1 }, { remembered: undefined, act });
  return id;
};

/** `arrange`: what has to be there before, by another call. `act` resolves to the target. `actor`: unless the caller. */
type Case = {
  readonly action: AuditAction;
  readonly arrange: () => Promise<string>;
  readonly act: (target: string) => Promise<string>;
  readonly actor?: AuditEntry['actor'];
};

/** A try that failed, so many milliseconds from now. */
const fail = async (id: string, later: number): Promise<void> => {
  const { endpoints } = await webhooks.endpoints();
  const endpoint = endpoints.find((one) => one.id === id);
  if (!endpoint) throw new Error('it is there');
  const clock = { ...storage.clock, now: () => Date.now() + later };
  await recordHealth({ store: webhooks, clock, log: () => {} }, endpoint, [{ ok: false, over: true }]);
};
const idOf = async (url: string) => (await endpointOf(url)).id;

const cases: readonly Case[] = [
  { action: 'webhook_endpoint.create', arrange: async () => '', act: () => idOf('https://a.example/') },
  {
    action: 'webhook_endpoint.update',
    arrange: () => idOf('https://b.example/'),
    act: async (id) => {
      await updateWebhookEndpoint(endpointPorts(author()), id, { description: 'shop' }, undefined);
      return id;
    },
  },
  {
    action: 'webhook_endpoint.update',
    arrange: () => idOf('https://c.example/'),
    act: async (id) => {
      await updateWebhookEndpoint(endpointPorts(author()), id, { status: 'disabled' }, undefined);
      return id;
    },
  },
  {
    action: 'webhook_endpoint.rotate',
    arrange: () => idOf('https://d.example/'),
    act: async (id) => {
      await rotateWebhookSecret(endpointPorts(author()), id, { expires_in: 60 }, undefined);
      return id;
    },
  },
  {
    action: 'webhook_endpoint.delete',
    arrange: () => idOf('https://e.example/'),
    act: async (id) => {
      await deleteWebhookEndpoint(endpointPorts(author()), id, undefined);
      return id;
    },
  },
  {
    action: 'webhook_endpoint.disable',
    arrange: () => idOf('https://f.example/'),
    act: async (id) => {
      for (const later of [0, failingLimit_ms]) await fail(id, later);
      return id;
    },
    actor: { type: 'system', id: 'deliver-events' },
  },
  { action: 'charge.note', arrange: async () => '', act: () => write('ch_1') },
  { action: 'charge.note', arrange: () => write('ch_2'), act: write },
  { action: 'routing_psp.close', arrange: async () => 'stripe', act: (psp) => turn(psp, 'closed') },
  { action: 'routing_psp.open', arrange: () => turn('adyen', 'closed'), act: (psp) => turn(psp, 'open') },
  { action: 'payment_link.create', arrange: async () => '', act: () => link(1) },
  {
    action: 'payment_link.delete',
    arrange: () => link(2),
    act: async (id) => {
      const render = () => ({ status: 200, body: '{}' });
      await deleteLink({ links, clock: storage.clock, by: author(), render }, id, undefined);
      return id;
    },
  },
  { action: 'payment_method.create', arrange: async () => '', act: async () => (await keepCard(1)).id },
  {
    action: 'payment_method.delete',
    arrange: async () => (await keepCard(2)).id,
    act: async (id) => (await deletePaymentMethod(methodPorts(author()), id)).id,
  },
  {
    action: 'payment_method.delete',
    arrange: async () => {
      await methods.keep(sampleMethod(3, { rev: 4 }));
      return sampleMethod(3).id;
    },
    act: async (id) => (await deletePaymentMethod(methodPorts(author()), id)).id,
  },
];

beforeEach(async () => {
  await recordBatch(recording, (await notified()).delivered);
});

test.each(cases)(
  '$action is one entry by its author, however its batch comes',
  async ({ action, arrange, act, actor }) => {
    const before = await arrange();
    const { delivered: others } = await notified();
    await recordBatch(recording, others);
    const known = new Set((await trail()).map(({ id }) => id));
    const target = await act(before);
    // The function may die here: its write alone tells the rest.
    const { all, delivered } = await notified();
    expect(delivered).toHaveLength(1);
    for (const batch of [delivered, delivered, [...others, ...delivered], all])
      expect(await recordBatch(recording, batch)).toMatchObject({ again: [], parked: [] });
    const entries = (await trail()).filter(({ id }) => !known.has(id));
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^aud_[0-9a-hjkmnp-tv-z]{26}$/),
        object: 'audit_entry',
        actor: actor ?? { type: 'api_key', id: `key_${calls}` },
        action,
        target,
        request_id: actor ? null : `req_${calls}`,
        created: expect.any(Number),
      },
    ]);
    expect(reported).toEqual([]);
  },
);

test('what nobody asked for is not delivered: payments’ cards, failures, what the recorder writes', async () => {
  const { id } = await endpointOf('https://g.example/');
  await keepCard(9);
  await recordBatch(recording, (await notified()).delivered);
  expect((await notified()).delivered).toEqual([]);
  await methods.keep(sampleMethod(9, { rev: 2 }));
  await methods.keep(sampleMethod(8, { rev: 1 }));
  await fail(id, 0);
  await webhooks.storeResponse({ key: 'k', hash: 'h', answer: { status: 200, body: '{}' } });
  const { all, delivered } = await notified();
  expect(all.length).toBeGreaterThanOrEqual(4);
  expect(delivered).toEqual([]);
});

test('what changes nothing is no act: a card that is kept or deleted already', async () => {
  const { id } = await keepCard(7);
  const known = (await trail()).length;
  await recordBatch(recording, (await notified()).delivered);
  expect(await trail()).toHaveLength(known + 1);
  await keepCard(7);
  const both = await Promise.allSettled([1, 2].map(() => deletePaymentMethod(methodPorts(author()), id)));
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  await recordBatch(recording, (await notified()).delivered);
  expect(await trail()).toHaveLength(known + 2);
});
