import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openJournal } from '../../../local/psp/framework/journal.ts';
import { closeOpened, opened } from './opened.ts';
import { eventually, openPsps } from './psp-client.ts';
import { adyenAmount, adyenPayment, checkoutPayment, intentParams } from './samples.ts';
import { openReceiver } from './webhook-receiver.ts';

let dataDir: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'psp-books-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await closeOpened();
  rmSync(dataDir, { recursive: true });
});

const program = fileURLToPath(new URL('programs/run-simulators.ts', import.meta.url));

const startChild = async (target: string): Promise<{ urls: Record<string, string> }> => {
  child = spawn(process.execPath, ['--no-warnings', program, dataDir, target], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('no output');
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(String(line));
};

const killChild = async () => {
  const ended = child === undefined ? undefined : once(child, 'exit');
  child?.kill('SIGKILL');
  await ended;
};

test('a PSP killed with -9 forgets no money, no key and no webhook', async () => {
  const receiver = opened(await openReceiver());
  receiver.answer(503);
  const { urls } = await startChild(receiver.url);
  const stripe = {
    authorization: 'Bearer sk_test_simulatedStripeAccount',
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': 'once',
  };
  const body = new URLSearchParams({
    ...intentParams,
    amount: '2599',
    confirm: 'true',
    payment_method: 'pm_card_visa',
  }).toString();
  const first = await (
    await fetch(`${urls.stripe}/v1/payment_intents`, { method: 'POST', headers: stripe, body })
  ).text();
  const adyen = { 'x-api-key': 'AQEsimulatedAdyenCheckoutApiKey', 'content-type': 'application/json' };
  const post = (path: string, sent: object) =>
    fetch(`${urls.adyen}${path}`, { method: 'POST', headers: adyen, body: JSON.stringify(sent) });
  const paid = (await (await post('/payments', adyenPayment())).json()) as { pspReference: string };
  // Killed right after it was received: its settlement is still to come.
  await post(`/payments/${paid.pspReference}/refunds`, adyenAmount(1000));
  await killChild();

  receiver.answer(200);
  receiver.deliveries.length = 0;
  const client = opened(await openPsps({ dataDir }));
  const again = await client.stripe(
    '/v1/payment_intents',
    { ...intentParams, confirm: 'true', payment_method: 'pm_card_visa' },
    { 'idempotency-key': 'once' },
  );
  expect(JSON.parse(again.text)).toEqual(JSON.parse(first));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await client.ledger('stripe')).payments).toMatchObject([{ amount_captured: 2599 }]);
  await eventually(async () => (await client.ledger('adyen')).payments[0]?.amount_refunded === 1000);
  client.simulators.setWebhookTarget(receiver.url);
  await eventually(() =>
    receiver.deliveries.some(({ body: sent }) => sent.includes('payment_intent.succeeded')),
  );
  await eventually(() => receiver.deliveries.some(({ body: sent }) => sent.includes('"AUTHORISATION"')));
});

test('the books hold no card number and no security code', async () => {
  const client = opened(await openPsps({ dataDir }));
  const number = '5105105105105100';
  await client.stripe('/v1/payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': 12,
    'card[exp_year]': 2034,
    'card[cvc]': '987',
  });
  await client.adyen('/payments', adyenPayment({}, { number, cvc: '987' }), { 'idempotency-key': 'a' });
  await client.checkout('/payments', checkoutPayment({}, { number, cvv: '987' }), {
    'cko-idempotency-key': 'c',
  });
  await client.close();
  for (const psp of ['stripe', 'adyen', 'checkout_com']) {
    const books = readFileSync(join(dataDir, `${psp}.jsonl`), 'utf8');
    expect(books).toContain('5100');
    expect(books).not.toContain(number);
    expect(books).not.toMatch(/"cv[cv]":/);
  }
});

test('a line cut off when the process died is ignored', () => {
  const file = join(dataDir, 'torn.jsonl');
  const journal = openJournal(file);
  const records = journal.collection<{ at: number }>('records');
  records.put('a', { at: 1 });
  records.put('b', { at: 1 });
  journal.flush();
  records.remove('a');
  records.put('b', { at: 2 });
  journal.flush();
  journal.close();
  appendFileSync(file, '[["records","c",{"at":3}],["reco');

  const reopened = openJournal(file);
  const after = reopened.collection<{ at: number }>('records', ({ at }) => String(at));
  expect([...after.values()]).toEqual([{ at: 2 }]);
  expect(after.by('2')).toEqual([{ at: 2 }]);
  after.put('d', { at: 4 });
  reopened.flush();
  reopened.close();
  const last = openJournal(file);
  expect(last.collection('records').size()).toBe(2);
  last.close();
});
