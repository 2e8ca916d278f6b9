import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../../../local/support/free-port.ts';
import { apiClient, type Client, card, newKey } from './api-client.ts';
import { readReports } from './read-reports.ts';
import { startOn } from './start-on.ts';
import { type Service, temporaryFolder } from './start-service.ts';
import { until } from './until.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const start = async (dataDir: string, port: number): Promise<Service> => {
  const service = await startOn(dataDir, port);
  closers.push(() => service.kill());
  return service;
};

const payAndRefund = async (client: Client): Promise<void> => {
  const { body: session } = await client.create({}, { key: newKey() });
  const { body: paid } = await client.confirm(session.id, card(), { key: newKey() });
  await client.refund({ charge: paid.charge, amount: 100 }, { key: newKey() });
};

const kills = 3;

test('kill -9 under load, again and again: every transition is reported exactly once', async () => {
  const folder = temporaryFolder();
  closers.push(folder.remove);
  const port = await freePort();
  let payments = 0;
  for (let round = 0; round < kills; round += 1) {
    const service = await start(folder.path, port);
    let over = false;
    const worker = async () => {
      while (!over) {
        await payAndRefund(apiClient(service)).catch(() => undefined);
        payments += 1;
      }
    };
    const loading = Promise.all(Array.from({ length: 8 }, worker));
    const enough = payments + 40;
    await until(
      async () => payments,
      (made) => made >= enough,
    );
    await service.kill();
    over = true;
    await loading;
  }
  const last = await start(folder.path, port);
  const { due, stored } = await until(
    () => readReports(last),
    (now) => now.stored.length >= now.due.length,
  );
  expect(due.length).toBeGreaterThan(kills * 40);
  expect(stored).toEqual(due);
});
