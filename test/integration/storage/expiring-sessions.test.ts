import { expect, test } from '@jest/globals';
import type { PaymentPorts } from '../../../lib/payments/payment-ports.ts';
import { expireDue } from '../../../lib/payments/sessions/expire-due.ts';
import { createExpiringSessions } from '../../../lib/storage/expiring-sessions.ts';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import type { Session } from '../../../lib/types/session.ts';
import { sampleSession } from '../../contract/sample-records.ts';
import { openStorage } from './open-storage.ts';

const { storage } = await openStorage(() => now_s * 1000);
const now_s = 4_102_531_200;
const store = createPaymentStore(storage);
const expiring = createExpiringSessions(storage);
let reported: LogRecord[] = [];
let writes = 0;
const ports = {
  store,
  clock: storage.clock,
  newWrite: () => `write.${++writes}`,
  log: (event: LogRecord) => void reported.push(event),
  deadline: now_s * 1000 + 60_000,
} as unknown as PaymentPorts;

const put = async (id: string, changes: Partial<Session> = {}): Promise<void> => {
  await store.commit([{ table: 'sessions', item: sampleSession(id, changes), expects: 'absent' }]);
};

test('records the end of each unpaid session whose time is over, once, and of no other', async () => {
  const over = Array.from({ length: 230 }, (_, i) => `cs_over_${String(i).padStart(3, '0')}`);
  for (const id of over) await put(id);
  await put('cs_later', { expires_at: now_s + 1 });
  await put('cs_paid', { payment_status: 'paid' });
  await put('cs_away', { payment_status: 'requires_action' });
  await put('cs_ended', { expired_at: 5 });
  await put('cs_failed', { payment_status: 'processing' });
  const failed = { ...sampleSession('cs_failed', { rev: 2, write: 'failed.1' }) };
  await store.commit([{ table: 'sessions', item: failed, expects: 1 }]);

  expect(await expireDue(ports, expiring)).toBe(over.length + 1);
  for (const id of [...over, 'cs_failed']) expect((await store.session(id))?.expired_at).toBe(now_s);
  for (const id of ['cs_later', 'cs_paid', 'cs_away'])
    expect((await store.session(id))?.expired_at).toBeUndefined();
  expect((await store.session('cs_ended'))?.expired_at).toBe(5);
  expect(await expireDue(ports, expiring)).toBe(0);
  expect(reported).toEqual([]);
});

test('a lagging index ends no session that is being paid, and an unreadable session stops no other', async () => {
  await put('cs_claimed', { payment_status: 'processing' });
  await put('cs_open');
  const stale = { over: async () => ['cs_claimed', 'cs_gone', 'cs_broken', 'cs_open'] };
  const broken = {
    ...ports,
    store: {
      ...store,
      session: (id: string) => (id === 'cs_broken' ? Promise.reject(new Error('no')) : store.session(id)),
    },
  };
  reported = [];
  expect(await expireDue(broken, stale)).toBe(1);
  expect((await store.session('cs_claimed'))?.expired_at).toBeUndefined();
  expect((await store.session('cs_open'))?.expired_at).toBe(now_s);
  expect(reported).toEqual([{ event: 'recovery_failed', session: 'cs_broken', error: 'Error' }]);
});

test('starts no page without time left', async () => {
  await put('cs_hurry');
  expect(await expireDue({ ...ports, deadline: now_s * 1000 + 9_000 }, expiring)).toBe(0);
  expect((await store.session('cs_hurry'))?.expired_at).toBeUndefined();
});
