import { describe, expect, test } from '@jest/globals';
import { type Answer, apiClient, card, newKey, paid } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { readTables } from './read-tables.ts';
import { type PspId, psps } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

// A request that a busy machine has lost is sent again within minutes.
const service = withService({
  environment: {
    RECOVERY_SCHEDULE_S: '4,8,15,30,60,90,120,180',
    RECOVERY_ABSENCE_MARGIN_S: '40',
    RECOVERY_TICK_S: '1',
  },
});
const client = apiClient(service);
const admin = pspAdmin(service);

const times = <T>(count: number, ask: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

const count = (answers: readonly Answer<unknown>[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const code = (body as { readonly error?: { readonly code: string } }).error?.code;
    const name = `${status}${code === undefined ? '' : ` ${code}`}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

/** A charge of 4000 that the PSP has captured: some do a moment after they have answered, and refund nothing before. */
const captured = async (psp: PspId): Promise<string> => {
  const { charge } = await paid(client, { routing_rule: psp, amount: 4_000 });
  await until(
    () => admin.moneyOf([charge]),
    ([money]) => money?.amount_captured === 4_000,
  );
  return charge;
};

/** A call with a key, again while the machine is too busy to store anything in time: under its key it takes effect once. */
const unlessBusy = <T extends Answer<unknown>>(call: () => Promise<T>): Promise<T> =>
  until(call, ({ status }) => status !== 503);

/** The first answer's bytes, once whoever was told that it is still running has waited and asked again. */
const settledBytes = async (
  first: readonly Answer<unknown>[],
  again: () => Promise<Answer<unknown>>,
): Promise<readonly string[]> => {
  const bytes: string[] = [];
  for (const answer of first) {
    if (answer.status !== 409) {
      bytes.push(answer.text);
      continue;
    }
    expect(answer.body).toMatchObject({
      error: { code: 'idempotency_key_in_use', type: 'idempotency_error' },
    });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('should-retry')).toBe('true');
    const later = await until(again, ({ status }) => status !== 409 && status !== 503);
    expect(later.headers.get('idempotent-replayed')).toBe('true');
    bytes.push(later.text);
  }
  return bytes;
};

describe.each(psps)('100 refunds at once at %s', (psp) => {
  test('of a fortieth each: forty are accepted, and not one minor unit more is returned', async () => {
    const charge = await captured(psp);
    const answers = await times(100, () => {
      const key = newKey();
      return until(
        () => client.refund({ charge, amount: 100 }, { key }),
        ({ status, body }) => status !== 503 && body.error?.code !== 'idempotency_key_in_use',
      );
    });
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(40);
    for (const { body } of accepted) expect(['succeeded', 'pending']).toContain(body.status);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBeLessThan(500);
      expect(['charge_already_refunded', 'refund_amount_too_large']).toContain(body.error.code);
    }
    expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(40);

    const { body: settled } = await until(
      () => client.charge(charge),
      ({ body }) => body.refunds.every(({ status }) => status === 'succeeded'),
    );
    expect(settled).toMatchObject({ amount_captured: 4_000, amount_refunded: 4_000 });
    expect(settled.refunds).toHaveLength(40);
    const { payments, refunds } = await admin.ledger(psp);
    const payment = payments.find(({ reference }) => reference === charge);
    expect(payment).toMatchObject({ amount_captured: 4_000, amount_refunded: 4_000 });
    const ours = refunds.filter((refund) => refund.payment === payment?.id);
    expect(ours.map(({ amount, status }) => `${amount} ${status}`)).toEqual(Array(40).fill('100 succeeded'));
  });

  test('with one Idempotency-Key: one effect, and in the end one answer', async () => {
    const charge = await captured(psp);
    const key = newKey();
    const refund = () => client.refund({ charge, amount: 100 }, { key });
    const answers = await times(100, () => unlessBusy(refund));
    expect(new Set(await settledBytes(answers, refund)).size).toBe(1);
    const { body } = await client.charge(charge);
    expect(body).toMatchObject({ amount_refunded: 100, refunds: [{ amount: 100 }] });
    const { payments, refunds } = await admin.ledger(psp);
    const payment = payments.find(({ reference }) => reference === charge);
    expect(refunds.filter((one) => one.payment === payment?.id)).toHaveLength(1);
  });
});

describe('100 creates at once', () => {
  test('with one Idempotency-Key: one session, the same bytes for all', async () => {
    const before = (await readTables(service)).sessions.length;
    const key = newKey();
    const create = () => client.tryToCreate({ metadata: { order: '1' } }, { key });
    const answers = await times(100, () => unlessBusy(create));
    expect(new Set(await settledBytes(answers, create)).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    expect((await readTables(service)).sessions).toHaveLength(before + 1);
  });

  test('without one: a hundred sessions', async () => {
    const answers = await times(100, () => client.create());
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(100);
    expect(new Set(answers.map(({ headers }) => headers.get('request-id'))).size).toBe(100);
  });
});

describe('50 confirms of one session at once', () => {
  const oneCharge = async (id: string): Promise<void> => {
    const { charges } = await readTables(service);
    const ours = charges.filter((item) => JSON.stringify(item).includes(id));
    expect(ours).toHaveLength(1);
    const { body } = await client.session(id);
    expect(body).toMatchObject({ payment_status: 'paid', routing: { attempts: [{ outcome: 'captured' }] } });
    const all = await Promise.all(psps.map((psp) => admin.ledger(psp)));
    const references = body.routing.attempts.map(({ charge }) => charge);
    const booked = all
      .flatMap(({ payments }) => payments)
      .filter(({ reference }) => reference !== null && references.includes(reference));
    expect(booked).toHaveLength(1);
  };

  test.each(['default', ...psps])('rule %s, without keys: one charge at one PSP', async (routing_rule) => {
    const calls = async () => (await admin.ledger('stripe')).calls.authorize ?? 0;
    const before = await calls();
    const { body: opened } = await client.create({ routing_rule });
    const answers = await times(50, () => client.confirm(opened.id, card(), { token: opened.client_secret }));
    const counts = count(answers);
    expect((counts['200'] ?? 0) + (counts['409 payment_in_progress'] ?? 0)).toBe(50);
    const paidBodies = answers.filter(({ status }) => status === 200).map(({ body }) => body.payment_status);
    expect(new Set(paidBodies)).toEqual(new Set(['paid']));
    await oneCharge(opened.id);
    if (routing_rule === 'default' || routing_rule === 'stripe') expect(await calls()).toBe(before + 1);
  });

  test('each with another card and another key: one charge, of the one that won', async () => {
    const { body: opened } = await client.create();
    const cards = ['4242424242424242', '5555555555554444', '4000056655665556'];
    await times(50, (index) =>
      client.confirm(opened.id, card({ number: cards[index % 3] }), { key: newKey() }),
    );
    await oneCharge(opened.id);
  });

  test('with one Idempotency-Key: one charge, and in the end one answer', async () => {
    const { body: opened } = await client.create();
    const key = newKey();
    const confirm = () => client.confirm(opened.id, card(), { key });
    const answers = await times(50, () => unlessBusy(confirm));
    expect(new Set(await settledBytes(answers, confirm)).size).toBe(1);
    await oneCharge(opened.id);
  });

  test('with a card that is declined: one decline a confirm, never more than ten', async () => {
    const { body: opened } = await client.create();
    const declined = card({ number: '4000000000009995' });
    const answers = await times(50, () => client.confirm(opened.id, declined));
    const counts = count(answers);
    const declines = counts['402 card_declined'] ?? 0;
    const refused = (counts['409 payment_in_progress'] ?? 0) + (counts['429 too_many_attempts'] ?? 0);
    expect([declines + refused, declines >= 1, declines <= 10]).toEqual([50, true, true]);
    expect((await client.session(opened.id)).body.routing.attempts).toHaveLength(declines);
  });
});

test('a capture and a cancel at once: one of them', async () => {
  const { body: opened } = await client.create({ capture_method: 'manual' });
  const charge = (await client.confirm(opened.id)).body.charge ?? '';
  const answers = await times(20, (index) =>
    index % 2 === 0 ? client.capture({ charge }) : client.cancel({ charge }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { body } = await client.charge(charge);
  expect(['captured', 'canceled']).toContain(body.status);
  const { payments } = await admin.ledger('stripe');
  expect(payments.find(({ reference }) => reference === charge)?.status).toBe(body.status);
});
