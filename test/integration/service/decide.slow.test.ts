import { afterEach, describe, expect, test } from '@jest/globals';
import { apiClient, type Charge, newKey, paid } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { rulesOf } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

const service = withService({
  rules: rulesOf(),
  // Used up after two looks of the local timer.
  environment: { RECOVERY_SCHEDULE_S: '2,3', RECOVERY_TICK_S: '1' },
});
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(async () => {
  await admin.heal();
  await admin.webhooks('adyen', { mode: 'normal' });
});

const note = 'Seen in the Customer Area.';

/** Decides on the charge as it stands, read again as often as it moves: what recovery has sent may still be answered. */
const decide = (id: string, fields: object) =>
  until(
    async () => {
      const { revision } = (await client.charge(id)).body;
      return client.decide(id, { note, revision, ...fields });
    },
    ({ status, body }) => status !== 409 || body.error.code !== 'version_conflict',
  );

/** The charge once everything that is open on it waits for a person. */
const reviewed = async (id: string): Promise<Charge> => {
  const { body } = await until(
    () => client.charge(id),
    ({ body }) => body.open.length > 0 && body.open.every(({ needs_review }) => needs_review),
  );
  return body;
};

/** At Adyen, which has no look-up, an attempt whose request was lost. */
const lostAttempt = async (): Promise<Charge> => {
  await admin.faults('adyen', { kind: 'reset-before' });
  const { body: opened } = await client.create({ routing_rule: 'adyen' });
  const { body } = await client.confirm(opened.id);
  expect(body.payment_status).toBe('processing');
  await admin.heal();
  return reviewed(body.charge ?? '');
};

/** A held payment at Adyen, of whose captures and cancels no event will tell. */
const held = async (): Promise<string> => {
  const { body: opened } = await client.create({ routing_rule: 'adyen', capture_method: 'manual' });
  const charge = (await client.confirm(opened.id)).body.charge ?? '';
  await admin.webhooks('adyen', { mode: 'off' });
  return charge;
};

/** Refunds at Adyen whose result no event will tell. */
const refundsOf = async (...amounts: readonly number[]): Promise<Charge> => {
  const { charge } = await paid(client, { routing_rule: 'adyen' });
  await until(
    () => admin.moneyOf([charge]),
    ([money]) => money?.amount_captured === 2599,
  );
  await admin.webhooks('adyen', { mode: 'off' });
  for (const amount of amounts) expect((await client.refund({ charge, amount })).body.status).toBe('pending');
  return reviewed(charge);
};

/** Money that Adyen took for an attempt which a person had written off, after the session was paid again; it cannot be given back yet. */
const reversing = async (fields: object = {}): Promise<Charge> => {
  await admin.webhooks('adyen', { mode: 'off' });
  await admin.faults('adyen', [
    { kind: 'reset-after', only: 'authorize' },
    { kind: 'reset-before', only: 'cancel' },
  ]);
  const { body: opened } = await client.create({ routing_rule: 'adyen', ...fields });
  const charge = (await client.confirm(opened.id)).body.charge ?? '';
  await reviewed(charge);
  await decide(charge, { outcome: 'absent' });
  await admin.heal();
  expect((await client.confirm(opened.id)).body.payment_status).toMatch(/^(paid|authorized)$/);
  const lost = ['cancel', 'refund'].map((only) => ({ kind: 'reset-before', only }));
  await admin.faults('adyen', lost);
  await admin.webhooks('adyen', { mode: 'normal', redeliver: 'undelivered' });
  return reviewed(charge);
};

describe('what became of an attempt', () => {
  test('nothing: the session can be paid again; who decided and why is kept', async () => {
    const { id, session, revision, open } = await lostAttempt();
    expect(open).toEqual([
      { operation: id, kind: 'attempt', since: expect.any(Number), needs_review: true, next_look: null },
    ]);
    const { status, body } = await decide(id, { outcome: 'absent' });
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'failed',
        open: [],
        decisions: [
          {
            operation: id,
            outcome: 'absent',
            amount: null,
            note,
            by: expect.stringMatching(/^key_[0-9a-z]{26}$/),
            at: expect.any(Number),
          },
        ],
      },
    ]);
    expect(body.revision).toBeGreaterThan(revision);
    expect((await client.session(session)).body).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect((await client.confirm(session)).body.payment_status).toBe('paid');
  });

  test('captured, with the reference and the amount that the PSP shows', async () => {
    const { id, session } = await lostAttempt();
    const bare = await decide(id, { outcome: 'captured' });
    expect([bare.status, bare.body.error]).toMatchObject([
      400,
      { code: 'parameter_missing', param: 'psp_reference' },
    ]);
    const more = { outcome: 'captured', psp_reference: 'PSP1', amount: 2600 };
    const tooMuch = await decide(id, more);
    expect([tooMuch.status, tooMuch.body.error]).toMatchObject([
      400,
      { code: 'parameter_invalid', param: 'amount' },
    ]);
    expect((await client.charge(id)).body.decisions).toEqual([]);
    const { body } = await decide(id, { ...more, amount: 1000 });
    expect(body).toMatchObject({
      status: 'captured',
      amount_captured: 1000,
      psp_reference: 'PSP1',
      open: [],
    });
    expect((await client.session(session)).body.payment_status).toBe('paid');
  });

  test('decided on a state that has changed since: 409 version_conflict, and nothing is decided', async () => {
    const { id, revision } = await lostAttempt();
    const { status, body } = await client.decide(id, { outcome: 'absent', note, revision: revision - 1 });
    expect([status, body.error]).toMatchObject([409, { code: 'version_conflict', param: 'revision' }]);
    expect((await client.charge(id)).body).toMatchObject({ status: 'needs_review', decisions: [] });
  });

  test('under one key: once, and byte for byte the same', async () => {
    const charge = await held();
    await client.capture({ charge });
    const { id, revision } = await reviewed(charge);
    const key = newKey();
    const fields = { outcome: 'failed', note, revision };
    const first = await client.decide(id, fields, { key });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    const again = await client.decide(id, fields, { key });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await client.decide(id, { ...fields, note: 'Another.' }, { key })).status).toBe(422);
    expect((await client.charge(id)).body.decisions).toHaveLength(1);
  });
});

describe('what became of an operation', () => {
  test('a capture: done, for as much as the PSP shows', async () => {
    const charge = await held();
    expect((await client.capture({ charge, amount: 2000 })).body.status).toBe('capturing');
    const { open } = await reviewed(charge);
    expect(open).toMatchObject([{ kind: 'capture', operation: expect.stringMatching(/^cp_/) }]);
    const { body } = await decide(charge, { outcome: 'captured', amount: 1500 });
    expect(body).toMatchObject({ status: 'captured', amount_captured: 1500, open: [] });
  });

  test('a capture: failed, and the money is still held', async () => {
    const charge = await held();
    await client.capture({ charge });
    await reviewed(charge);
    const { body } = await decide(charge, { outcome: 'failed' });
    expect(body).toMatchObject({ status: 'authorized', amount_captured: 0, open: [] });
  });

  test('a cancel: done', async () => {
    const charge = await held();
    expect((await client.cancel({ charge })).body.status).toBe('canceling');
    const { session } = await reviewed(charge);
    const { body } = await decide(charge, { outcome: 'canceled' });
    expect(body).toMatchObject({ status: 'canceled', open: [] });
    expect((await client.session(session)).body.payment_status).toBe('canceled');
  });

  test('refunds, one by one: the call has to say which; one that failed may be made again', async () => {
    const { id, open } = await refundsOf(1000, 500);
    expect(open.map(({ kind }) => kind)).toEqual(['refund', 'refund']);
    const which = await decide(id, { outcome: 'failed' });
    expect([which.status, which.body.error]).toMatchObject([
      400,
      { code: 'parameter_invalid', param: 'operation' },
    ]);
    const [first, second] = (await client.charge(id)).body.refunds;
    const done = await decide(id, { operation: first?.id, outcome: 'succeeded' });
    expect(done.body).toMatchObject({ amount_refunded: 1500, open: [{ operation: second?.id }] });
    const failed = await decide(id, { operation: second?.id, outcome: 'failed' });
    expect(failed.body).toMatchObject({
      amount_refunded: first?.amount,
      amount_refundable: 2599 - (first?.amount ?? 0),
      open: [],
    });
    expect(failed.body.decisions).toHaveLength(2);
  });
});

describe('what became of a reversal', () => {
  test('done: nothing more is sent, and the charge has gone back', async () => {
    const { id, session, open, decisions } = await reversing();
    expect(open).toMatchObject([{ kind: 'reversal', operation: expect.stringMatching(/^rv_/) }]);
    const refused = await decide(id, { outcome: 'captured' });
    expect([refused.status, refused.body.error]).toMatchObject([
      400,
      { code: 'parameter_invalid', param: 'outcome' },
    ]);
    const { status, body } = await decide(id, { operation: open[0]?.operation, outcome: 'succeeded' });
    expect([status, body]).toMatchObject([
      200,
      { open: [], reversal: { id: open[0]?.operation, status: 'done' } },
    ]);
    expect(body.decisions).toMatchObject([...decisions, { operation: open[0]?.operation, note }]);
    expect((await client.session(session)).body.payment_status).toBe('paid');
  });

  test('failed, because the hold was captured meanwhile: it is refunded under another id', async () => {
    const { id, open, psp_reference } = await reversing({ capture_method: 'manual' });
    await admin.webhooks('adyen', { mode: 'off' });
    await admin.dashboard('adyen', { act: 'capture', payment: psp_reference });
    await admin.heal();
    const { status, body } = await decide(id, { outcome: 'failed' });
    expect([status, body.open]).toMatchObject([200, [{ kind: 'reversal', needs_review: false }]]);
    expect(body.open[0]?.operation).not.toBe(open[0]?.operation);
    await until(
      () => admin.moneyOf([id]),
      ([money]) => money?.amount_refunded === 2599,
    );
    await admin.webhooks('adyen', { mode: 'normal', redeliver: 'undelivered' });
    const { body: after } = await until(
      () => client.charge(id),
      ({ body }) => body.open.length === 0,
    );
    expect(after).toMatchObject({ reversal: { by: 'refund', status: 'done' } });
  });
});

test('nothing to decide: 409 charge_not_decidable', async () => {
  const { charge } = await paid(client);
  const { status, body } = await decide(charge, { outcome: 'failed' });
  expect([status, body.error.code]).toEqual([409, 'charge_not_decidable']);
});

test.each([
  [{ outcome: 'lost', note, revision: 1 }, 'parameter_invalid', 'outcome'],
  [{ outcome: 'absent', revision: 1 }, 'parameter_missing', 'note'],
  [{ outcome: 'absent', note: '', revision: 1 }, 'parameter_invalid', 'note'],
  [{ outcome: 'absent', note: ' \n', revision: 1 }, 'parameter_invalid', 'note'],
  [{ outcome: 'absent', note: 'card 4242424242424242', revision: 1 }, 'parameter_invalid', 'note'],
  [{ outcome: 'absent', note }, 'parameter_missing', 'revision'],
  [{ outcome: 'captured', note, revision: 1, amount: 0 }, 'parameter_invalid', 'amount'],
])('%j is refused', async (fields, code, param) => {
  const { status, body } = await client.decide(`ch_${'0'.repeat(26)}`, fields);
  expect([status, body.error]).toMatchObject([400, { code, param }]);
  expect(body.error.message).not.toContain('4242');
});
