import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestServer } from '../tools/create-test-server.ts';
import { untilAnswered } from './until-answered.ts';
import type { Victim } from './victim.ts';

beforeEach(() => void mock.timers.enable({ apis: ['Date'], now: Date.now() }));
afterEach(() => void mock.timers.reset());

/** A service on a busy machine: two minutes pass with every request, and it answers the last one. */
const busy = async (answers: number, recovery: Victim['recovery']) => {
  let requests = 0;
  const server = createTestServer((_, response) => {
    requests += 1;
    mock.timers.setTime(Date.now() + 120_000);
    const done = requests === answers;
    response.writeHead(done ? 200 : 409, { 'should-retry': String(!done) });
    response.end(JSON.stringify(done ? { paid: true } : { error: { code: 'idempotency_key_in_use' } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const victim = { base_url: `http://127.0.0.1:${port}`, api_key: 'sk_1', recovery } as Victim;
  return {
    ask: () => untilAnswered(victim, '/v1/checkout/sessions/cs_1/confirm', 'key-1', {}),
    requests: () => requests,
    close: () => server.close(),
  };
};

test('a confirm is repeated for as long as recovery works, longer than two minutes', async () => {
  let looks = 0;
  const service = await busy(8, () => ({ runs: ++looks, whole_runs: 0, looks, idle: false }));
  const { status, body } = await service.ask();
  service.close();
  expect([status, body, service.requests()]).toEqual([200, { paid: true }, 8]);
});

test('a service whose recovery stands still is given up, and told why', async () => {
  const service = await busy(100, () => ({ runs: 0, whole_runs: 0, looks: 0, idle: false }));
  const failure = await service.ask().catch((error: Error) => error.message);
  service.close();
  expect(failure).toMatch(/key-1: 409 .*idempotency_key_in_use.*\(patience is over: standstill\)/);
});
