import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dashboardActs } from '../../../local/psp/framework/dashboard.ts';
import { faultKinds } from '../../../local/psp/framework/faults.ts';
import { announceService, withdrawService } from '../../../local/support/running-service.ts';
import { openPsps, type PspClient } from './psp-client.ts';
import { payStripe } from './samples.ts';

const command = fileURLToPath(new URL('../../../local/tools/psp.ts', import.meta.url));

let client: PspClient;
let port: number;
beforeAll(async () => {
  client = await openPsps();
  const { urls, admin } = client.simulators;
  // The port of something that is ours, so that no service beside this test is spoken of.
  port = Number(new URL(admin).port);
  announceService(port, { pid: process.pid, base_url: '', api_key: '', psps: urls, admin, environment: {} });
});
afterAll(async () => {
  withdrawService(port, process.pid);
  await client.close();
});

const run = async (...words: string[]) => {
  const child = spawn(process.execPath, ['--no-warnings', command, ...words, '--port', String(port)]);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
};

test('its help names every fault and every act', async () => {
  const { out } = await run('--help');
  for (const word of [...faultKinds, ...dashboardActs])
    expect(out).toMatch(new RegExp(`[ :]${word}[ ,;\\n]`));
});

const faults = async (psp: string) => (await client.admin(`/psps/${psp}/faults`)).json.faults;

test.each([
  [['stripe', 'down'], [{ kind: 'down' }]],
  [['stripe', 'slow', '1500', '--rate', '0.2'], [{ kind: 'slow', ms: 1500, rate: 0.2 }]],
  [
    ['paypal', 'completion-refused', 'PAYMENT_DENIED'],
    [{ kind: 'completion-refused', code: 'PAYMENT_DENIED' }],
  ],
  [['adyen', 'decline', '12', '--only', 'refund'], [{ kind: 'decline', code: '12', only: 'refund' }]],
  [['checkout_com', 'late-effect'], [{ kind: 'late-effect' }]],
])('%j sets %j, ok takes it back', async (words, expected) => {
  const psp = words[0] ?? '';
  expect(await run(...words)).toMatchObject({ code: 0, err: '' });
  expect(await faults(psp)).toEqual(expected);
  expect(await run(psp, 'ok')).toMatchObject({ code: 0, out: `${psp} is back to normal\n` });
  expect(await faults(psp)).toEqual([]);
});

test.each(['off', 'twice', 'late'])('ok takes back webhooks %s, too', async (mode) => {
  const webhooks = async () => (await client.admin('/psps/adyen/webhooks')).json.mode;
  await client.admin('/psps/adyen/webhooks', { url: `${client.simulators.admin}/none` });
  await run('adyen', 'webhooks', mode);
  expect(await webhooks()).toBe(mode);
  expect(await run('adyen', 'ok')).toMatchObject({ code: 0 });
  expect(await webhooks()).toBe('normal');
});

test.each([
  [['stripe', 'down', '--rate', '0.5'], 'down takes neither rate nor only'],
  [['stripe', 'decline'], 'decline and completion-refused, and nothing else, take a code'],
  [['stripe', '5xx', '--only', 'nothing'], 'only'],
  [['stripe', 'slow', '--rate', '2'], 'rate'],
  [['stripe', 'webhooks'], 'webhooks takes a mode'],
  [['stripe', 'refund'], 'refund takes a payment'],
  [['stripe', 'refund', 'ch_nobody'], 'no payment ch_nobody'],
  [
    ['stripe', 'refund', 'ch_nobody', '5.00'],
    'amount: expected minor units, such as 500 for 5.00, received 5.00',
  ],
])('%j says what is wrong with it', async (words, expected) => {
  const { code, err } = await run(...words);
  expect([code, err]).toEqual([1, expect.stringContaining(expected)]);
});

test('ledger shows what was charged', async () => {
  const { json } = await payStripe(client);
  const { code, out } = await run('stripe', 'ledger');
  expect(code).toBe(0);
  expect(out).toContain(json.id);
  expect(out).toContain('total: captured 25.99 EUR, refunded 0.00 EUR');
});

test('dashboard actions on a payment', async () => {
  const { json } = await payStripe(client, { params: { capture_method: 'manual' } });
  const act = (...words: string[]) => run('stripe', ...words);
  expect(await act('capture', json.id, '1000')).toMatchObject({
    code: 0,
    out: `stripe: capture ${json.id} done\n`,
  });
  expect(await act('refund', json.id, '400')).toMatchObject({ code: 0 });
  const { payments } = await client.ledger('stripe');
  expect(payments.find(({ id }) => id === json.id)).toMatchObject({
    amount_captured: 1_000,
    amount_refunded: 400,
  });
  expect(await act('refund', json.id, '601')).toMatchObject({ code: 1, err: 'only 600 is left of it\n' });
  expect(await act('void', json.id, '600')).toMatchObject({ code: 1 });
});

test.each([
  [['paypall', 'down']],
  [['stripe', 'explode']],
  [['stripe', 'slow', 'soon']],
  [['stripe', 'decline']],
  [['stripe', 'down', '--loud'], 2],
])('%j fails with an explanation', async (words, ends = 1) => {
  const { code, err } = await run(...words);
  expect(code).toBe(ends);
  expect(err.trim()).not.toBe('');
  expect(err).not.toContain('    at ');
});
