import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createPayer } from '../../clients/browser/src/fields/create-payer.ts';
import { collectCard } from '../../clients/browser/src/frame/collect-card.ts';
import { type ConfirmPorts, confirmSession } from '../../clients/browser/src/frame/confirm-session.ts';
import type { Exchange, ServiceRequest } from '../../clients/browser/src/frame/exchange.ts';
import { answer_ms } from '../../clients/browser/src/frame/lead-group.ts';
import type { ConfirmResult } from '../../clients/browser/src/types.ts';

Object.assign(globalThis, { window: globalThis, document: { querySelector: () => null } });
const { timeout_ms } = await import('../../clients/browser/src/frame/browser-ports.ts');

const id = `cs_${'0'.repeat(26)}`;
const secret = `${id}_secret_k1abc`;
const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
const answer = (status: number, body: object): Exchange => ({
  status,
  body,
  retry_after_s: 0,
  should_retry: true,
});
const session = (payment_status: string) =>
  answer(200, { id, object: 'checkout.session', status: 'open', payment_status, vault: { grant: 'vg_1' } });

/** How long a frame of the vault takes, in milliseconds, if every answer comes just before it is given up: at last, one that something is under way. */
const slowest = async (): Promise<number> => {
  let now = 0;
  const answerTo = ({ at, key }: ServiceRequest): Exchange => {
    if (at) return answer(201, { token: 'vt_1', receipt: 'vr_1' });
    const late = now > 120_000 + 2 * timeout_ms;
    if (key === undefined) return session(late ? 'processing' : 'unpaid');
    return late ? answer(409, { error: { code: 'payment_in_progress', message: '' } }) : 'lost';
  };
  const ports: ConfirmPorts = {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
    newKey: () => 'key-1',
    browser: () => undefined,
    exchange: async (request) => {
      now += timeout_ms;
      return answerTo(request);
    },
  };
  const method = await collectCard(ports, secret, card);
  assert.ok(!('status' in method));
  await confirmSession(ports, secret, method);
  return now + answer_ms;
};

test('the page waits for the frame for as long as the frame itself asks', async () => {
  const asks_ms = await slowest();
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { port1, port2 } = new MessageChannel();
    const declined: ConfirmResult = { status: 'declined', decline_code: 'other', message: '', session: null };
    const told: ConfirmResult[] = [];
    const payer = createPayer(
      async () => port1,
      () => ({ type: 'confirm', elsewhere: [] }),
      20_000,
      (result) => told.push(result),
    );
    const confirmed = payer.confirm(secret);
    await new Promise(setImmediate);
    mock.timers.tick(asks_ms);
    assert.deepEqual(await confirmed, { status: 'processing', session: null });
    payer.answered(1, declined);
    await new Promise(setImmediate);
    assert.deepEqual(told, [declined]);
    port1.close();
    port2.close();
  } finally {
    mock.timers.reset();
  }
});
