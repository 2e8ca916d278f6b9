import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  event_writes,
  healthCalls,
  list_writes,
  said_writes,
  tableCalls,
  timed_writes,
} from '../../../infra/cost/payment-calls.ts';
import { tables } from '../../../lib/storage/tables.ts';
import type { StatsRow } from '../../../lib/types/stats.ts';
import { type LocalDynamoDb, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { freePort } from '../../../local/support/free-port.ts';
import { credentials } from '../storage/start-dynamodb.ts';
import { apiClient, paid } from './api-client.ts';
import { type MeteredProxy, startMeteredProxy } from './metered-proxy.ts';
import { pspAdmin } from './psp-admin.ts';
import { psps } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

let dynamoDb: LocalDynamoDb;
let wire: MeteredProxy;
let service: Service;
let port: number;
beforeAll(async () => {
  dynamoDb = await startDynamoDb({ credentials });
  wire = await startMeteredProxy(dynamoDb);
  port = await freePort();
  service = await startService({ port, environment: { AWS_ENDPOINT_URL_DYNAMODB: wire.url } });
  for (const psp of psps) await pspAdmin(service).webhooks(psp, { mode: 'off' });
});
afterAll(async () => {
  await service?.stop();
  wire?.close();
  await dynamoDb?.close();
});

type Hour = Pick<StatsRow, 'psp' | 'attempts' | 'approved' | 'captured'>;

/** What the last two days (UTC) came to: a test may run over midnight. */
const counted = async (): Promise<readonly Hour[]> => {
  const ofDay = (day: string): Promise<string> =>
    new Promise((resolve) => {
      const env = { ...process.env, PORT: String(port) };
      const parameters = ['local/tools/events.ts', 'counted', '--day', day];
      execFile(process.execPath, parameters, { env }, (_, out) => resolve(out));
    });
  const days = [Date.now() - 86_400_000, Date.now()].map((at) => new Date(at).toISOString().slice(0, 10));
  const lines = (await Promise.all(days.map(ofDay))).join('').trim().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
};

const sum = (hours: readonly Hour[], countOf: (hour: Hour) => number | null | undefined): number =>
  hours.reduce((total, hour) => total + (countOf(hour) ?? 0), 0);

test('events, movements and lists take ten write units a payment; counters take theirs by window, not by payment', async () => {
  const payments = 60;
  const client = apiClient(service);
  await until(
    () => client.call<{ data: unknown[] }>('GET', '/v1/audit?actor=npm%20start'),
    ({ body }) => body.data.length > 0,
  );
  wire.units();
  const started = Date.now();
  for (let left = payments; left > 0; left -= 10)
    await Promise.all(Array.from({ length: 10 }, () => paid(client, { amount: 100 })));
  const hours = await until(counted, (all) => sum(all, ({ captured }) => captured?.count) >= payments);
  const windows = (Date.now() - started) / 5_000 + 1;

  const names = new Map(tables.map(({ id, variable }) => [service.environment[variable], id]));
  const units = new Map<string, number>();
  for (const [name, used] of Object.entries(wire.units())) {
    const [table = '', index] = name.split('/');
    units.set([names.get(table), index].filter((part) => part !== undefined).join('/'), used);
  }
  const lists = ['sessions/by_time', 'charges/by_time', 'charges/by_psp_reference', 'charges/by_last4'];
  const perPayment = (indexes: readonly string[]) =>
    indexes.reduce((total, index) => total + (units.get(index) ?? 0), 0) / payments;
  expect(perPayment(lists)).toBe(list_writes);
  expect(perPayment(['sessions/expiry'])).toBe(event_writes.payment - 4);
  for (const [index, of_one] of Object.entries(timed_writes))
    if (index !== 'events/by_time') expect([index, perPayment([index])]).toEqual([index, of_one]);
  expect(list_writes + event_writes.payment).toBeLessThanOrEqual(10);

  // Besides each payment's own event and its movement: a row and its entry in the list.
  const counters = (perPayment(['events', 'events/by_time']) - 4) * payments;
  const psp_accounts = new Set(hours.map(({ psp }) => psp)).size;
  expect(counters).toBeGreaterThan(0);
  // A window writes an hour for each account, and its part of the PSPs' health.
  expect(counters).toBeLessThanOrEqual((windows + 1) * (psp_accounts + healthCalls.window_writes));

  expect(sum(hours, ({ captured }) => captured?.amount)).toBe(payments * 100);
  expect(sum(hours, ({ attempts }) => attempts)).toBe(payments);
  expect(sum(hours, ({ approved }) => approved)).toBe(payments);
});

describe('payment details from the merchant', () => {
  const address = { line1: 'Chausseestraße 125', city: 'Berlin', postal_code: '10115', country: 'DE' };
  const typical = {
    reference: 'order-1042',
    description: 'Two tickets to London',
    metadata: { tier: 'gold' },
  };
  const customer = { id: 'customer-7', email: 'ada@shop.example', phone: '+49 30 1234567' };
  const billed = { ...typical, customer, billing_details: { name: 'Ada Lovelace', address } };
  const everything = {
    ...billed,
    shipping: { name: 'Ada Lovelace', address },
    statement_descriptor: 'TICKETS 1042',
    exemption: 'secure_corporate',
  };

  /** Write units of one payment in the tables of sessions and charges, without the entries of their indexes. */
  const unitsOf = async (fields: object): Promise<Readonly<Record<string, number>>> => {
    const client = apiClient(service);
    wire.units();
    await paid(client, { amount: 100, ...fields });
    const used = wire.units();
    const of = (id: string): number =>
      Object.entries(used).find(([name]) => name === service.environment[tableOf(id)])?.[1] ?? 0;
    return { sessions: of('sessions'), charges: of('charges') };
  };
  const tableOf = (id: string): string => tables.find((table) => table.id === id)?.variable ?? '';

  test('cost nothing while the session stays under 1 KB, and what the cost model says above it', async () => {
    const { 'create-checkout-session': create, 'confirm-checkout-session': confirm } = tableCalls;
    const bare = await unitsOf({});
    // The claim and the settlement, in two transactions, of session and charge; the rest is the card's limit.
    expect(bare).toEqual({ sessions: create.writes + 4, charges: 4 });
    expect(confirm.transaction_items).toBeGreaterThanOrEqual(4);
    expect(await unitsOf(typical)).toEqual(bare);
    const more = (units: number) => ({ ...bare, sessions: (bare.sessions ?? 0) + units });
    expect(await unitsOf(billed)).toEqual(more(said_writes.customer_and_billing));
    expect(await unitsOf(everything)).toEqual(more(said_writes.everything));
  });
});
