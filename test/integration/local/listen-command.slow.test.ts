import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '../../../clients/server/src/index.ts';
import { openReceiver } from '../psp-simulators/webhook-receiver.ts';
import { type Service, startService } from '../service/start-service.ts';
import { until } from '../service/until.ts';
import { runProgram } from './run-program.ts';

let service: Service;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  [service, receiver] = await Promise.all([
    startService({ environment: { DELIVERY_SCHEDULE_S: '1,1' } }),
    openReceiver(),
  ]);
});
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
});

const startListening = (...words: readonly string[]) =>
  runProgram(process.execPath, ['--no-warnings', 'local/tools/listen.ts', ...words], {
    PORT: new URL(service.base_url).port,
  });

test('events reach a program on this machine, signed with the secret that was printed, until it is stopped', async () => {
  const client = createClient({ baseUrl: service.base_url, apiKey: service.api_key });
  const { id: left } = await client.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/',
    description: 'npm run listen',
  });
  const program = startListening('--forward', `${receiver.url}/hooks`, '--events', 'checkout.session.paid');
  const secret = (await program.line((line) => line.startsWith('Secret '))).slice('Secret '.length);
  const { data: endpoints } = await client.webhookEndpoints.list();
  expect(endpoints).toMatchObject([{ events: ['checkout.session.paid'], status: 'enabled' }]);
  expect(endpoints.map(({ id }) => id)).not.toContain(left);

  receiver.answer(500);
  const { id } = await client.checkout.sessions.create({
    amount: 2599,
    currency: 'eur',
    success_url: 'https://shop.example/thanks',
  });
  await client.checkout.sessions.confirm(id, {
    payment_method: { type: 'psp_token', psp: 'stripe', token: 'pm_card_visa' },
  });
  await program.line((line) => line.includes('  500  checkout.session.paid  '));
  receiver.answer(200);
  await program.line((line) => line.includes('  200  checkout.session.paid  '));
  for (const { path, body, headers } of receiver.deliveries) {
    expect(path).toBe('/hooks');
    const event = await client.webhooks.verify(body, headers as Record<string, string>, secret);
    expect(event.data).toMatchObject({ id, payment_status: 'paid' });
  }
  program.child.kill('SIGINT');
  expect((await program.ended).code).toBe(0);
  await until(
    async () => (await client.webhookEndpoints.list()).data.length,
    (length) => length === 0,
  );
});

test('two programs listen side by side', async () => {
  const client = createClient({ baseUrl: service.base_url, apiKey: service.api_key });
  const programs = [startListening('--forward', `${receiver.url}/shop`)];
  await programs[0]?.line((line) => line.startsWith('Secret '));
  programs.push(startListening('--forward', `${receiver.url}/stock`));
  await programs[1]?.line((line) => line.startsWith('Secret '));
  expect((await client.webhookEndpoints.list()).data).toHaveLength(2);
  for (const { child, ended } of programs) {
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  }
  expect((await client.webhookEndpoints.list()).data).toHaveLength(0);
});

test('it ends with the npm that started it, and takes its endpoint along', async () => {
  const client = createClient({ baseUrl: service.base_url, apiKey: service.api_key });
  const npm = runProgram('npm', ['run', '-s', 'listen', '--', '--forward', receiver.url], {
    PORT: new URL(service.base_url).port,
  });
  await npm.line((line) => line.startsWith('Secret '));
  npm.child.kill('SIGTERM');
  await until(
    async () => (await client.webhookEndpoints.list()).data.length,
    (length) => length === 0,
  );
  await npm.ended;
});

test('without an address, or a service, it says what is missing', async () => {
  const nowhere = startListening();
  expect((await nowhere.ended).code).toBe(1);
  expect(nowhere.stderr()).toContain('--forward: name an address.');
  const alone = startListening('--forward', receiver.url, '--port', '1');
  expect((await alone.ended).code).toBe(1);
  expect(alone.stderr()).toContain('No service runs on port 1.');
});
