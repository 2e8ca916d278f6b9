import { afterEach, describe, expect, test } from '@jest/globals';
import type { Fault } from '../../../local/psp/framework/faults.ts';
import { apiClient, card, newKey, type Session } from './api-client.ts';
import { pspAdmin } from './psp-admin.ts';
import { type PspId, psps, rule, rulesOf } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

/** An attempt has less time than a slow PSP takes. */
const hasty = {
  ...rule('hasty', { stripe: 1 }),
  failover: { on: [], max_attempts: 1, attempt_timeout_ms: 5_000 },
  version: 1,
  created: 1,
};

const service = withService({
  rules: { rules: { ...rulesOf().rules, hasty } },
  // The local timer runs recovery every five seconds; these are the looks it is allowed.
  environment: { RECOVERY_SCHEDULE_S: '4,6,8,10,12,15,20,30,60,120', RECOVERY_TICK_S: '1' },
});
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(async () => {
  await admin.heal();
  for (const psp of psps) await admin.webhooks(psp, { mode: 'normal' });
});

const referencesOf = ({ routing }: Session) => routing.attempts.map(({ charge }) => charge);

const attemptsOf = ({ routing }: Session) => routing.attempts.map(({ psp, outcome }) => [psp, outcome]);

/** The session once its outcome is known, and that GET and all ledgers tell the same. */
const resolved = async (id: string): Promise<Session> => {
  const { body } = await until(
    () => client.session(id),
    (answer) => answer.body.payment_status !== 'processing',
  );
  const taken = await until(
    () => admin.moneyOf(referencesOf(body)),
    (money) => money.every(({ amount_captured }) => amount_captured > 0),
  );
  if (body.payment_status === 'paid') {
    expect(taken).toMatchObject([{ reference: body.charge, amount_captured: 2599, amount_refunded: 0 }]);
    const { body: charge } = await client.charge(body.charge ?? '');
    expect(charge).toMatchObject({ status: 'captured', psp: taken[0]?.psp, amount_captured: 2599 });
  } else {
    expect([body.payment_status, body.charge, taken]).toEqual(['unpaid', null, []]);
  }
  return body;
};

describe('a PSP that cannot take the payment: it is paid elsewhere', () => {
  test.each<[string, Fault, string]>([
    ['down', { kind: 'down' }, 'not_sent'],
    ['rate-limited', { kind: 'rate-limit' }, 'rate_limited'],
    ['refusing our key', { kind: 'unauthorized' }, 'psp_unavailable'],
    ['declining for the bank', { kind: 'decline', code: 'issuer_not_available' }, 'issuer_unavailable'],
    ['failing to process', { kind: 'decline', code: 'processing_error' }, 'processor_error'],
  ])('stripe %s', async (_, fault, outcome) => {
    const { body: opened } = await client.create();
    expect(opened.routing.plan).toEqual(['stripe', expect.any(String), expect.any(String)]);
    await admin.faults('stripe', fault);
    const { status, body } = await client.confirm(opened.id);
    expect([status, body.payment_status]).toEqual([200, 'paid']);
    expect(attemptsOf(body)).toEqual([
      ['stripe', outcome],
      [opened.routing.plan[1], 'captured'],
    ]);
    await resolved(opened.id);
  });

  test('two PSPs down: the third', async () => {
    const { body: opened } = await client.create();
    await admin.faults('stripe', { kind: 'down' });
    await admin.faults('adyen', { kind: 'down' });
    const { body } = await client.confirm(opened.id);
    expect(body.payment_status).toBe('paid');
    expect(body.routing.attempts.at(-1)).toMatchObject({ psp: 'checkout_com', outcome: 'captured' });
    await resolved(opened.id);
  });

  test('all down: 502, nothing charged, the session open for another try', async () => {
    const { body: opened } = await client.create();
    for (const psp of psps) await admin.faults(psp, { kind: 'down' });
    const { status, body } = await client.confirm(opened.id);
    expect([status, body.error.code, body.error.decline_code]).toEqual([502, 'psp_unavailable', 'not_sent']);
    expect(body.error.session?.routing.attempts).toHaveLength(3);
    await admin.heal();
    expect(await resolved(opened.id)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect((await client.confirm(opened.id)).body.payment_status).toBe('paid');
  });

  test('a decline under a code without a line goes nowhere else, and the log has PSP and code', async () => {
    const { body: opened } = await client.create();
    await admin.faults('stripe', { kind: 'decline', code: 'something_new' });
    expect((await client.confirm(opened.id)).status).toBe(402);
    const ended = await resolved(opened.id);
    expect(attemptsOf(ended)).toEqual([['stripe', 'unmapped']]);
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('"code_unlisted"'));
    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({
      psp: 'stripe',
      code: 'something_new',
      charge: referencesOf(ended)[0],
      request_refused_by_psp: 1,
    });
  });

  test('a decline that a rule may not list goes nowhere else', async () => {
    const { body: opened } = await client.create();
    await admin.faults('stripe', { kind: 'decline', code: 'insufficient_funds' });
    const { status } = await client.confirm(opened.id);
    expect(status).toBe(402);
    expect(attemptsOf(await resolved(opened.id))).toEqual([['stripe', 'insufficient_funds']]);
  });
});

/** What a PSP tells by webhook, or when it is asked, would end the doubt before it is seen. */
const silence = async (psp: PspId, fault: Fault): Promise<void> => {
  await admin.webhooks(psp, { mode: 'off' });
  await admin.faults(psp, [
    { ...fault, only: 'authorize' },
    { kind: 'reset-before', only: 'look_up' },
  ]);
};

const openAt = async (psp: PspId): Promise<string> =>
  // Where Stripe comes first the others stand ready: a failover would find them.
  (await client.create({ routing_rule: psp === 'stripe' ? 'default' : psp })).body.id;

/** A confirm whose outcome nobody knows: nothing failed, and no other PSP was asked. */
const confirmUnknown = async (psp: PspId, id: string, key = newKey()) => {
  const answer = await client.confirm(id, card(), { key });
  const { status, body } = answer;
  expect([psp, status, body.payment_status, body.status]).toEqual([psp, 200, 'processing', 'open']);
  expect(attemptsOf(body)).toEqual([[psp, 'unknown']]);
  expect(await client.confirm(id)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_in_progress' } },
  });
  return answer;
};

describe('the effect happened and the answer was lost', () => {
  const kinds = ['reset-after', '5xx-after', 'html', 'wrong-amount'] as const;

  test('processing, then paid there; never a charge at a second PSP', async () => {
    const oneAfterTheOther = async (psp: PspId): Promise<void> => {
      for (const kind of kinds) {
        // Adyen gives no error after an effect.
        if (psp === 'adyen' && kind === '5xx-after') continue;
        await silence(psp, { kind });
        const id = await openAt(psp);
        const { body } = await confirmUnknown(psp, id);
        expect(await admin.moneyOf(referencesOf(body))).toMatchObject([{ psp }]);
        await admin.faults(psp, { kind: 'ok' });
        await admin.webhooks(psp, { mode: 'normal', redeliver: 'undelivered' });
        const current = await resolved(id);
        expect([kind, current.payment_status, attemptsOf(current)]).toEqual([
          kind,
          'paid',
          [[psp, 'captured']],
        ]);
      }
    };
    await Promise.all(psps.map(oneAfterTheOther));
  });

  test('a slow answer is waited for by asking again under the same key', async () => {
    await admin.faults('stripe', { kind: 'slow', ms: 600_000, only: 'authorize' });
    const asked = async () => (await admin.ledger('stripe')).calls.authorize ?? 0;
    const before = await asked();
    const { id } = (await client.create({ routing_rule: 'hasty' })).body;
    const confirmed = client.confirm(id);
    await until(asked, (count) => count > before + 1);
    await admin.heal();
    expect(['paid', 'processing']).toContain((await confirmed).body.payment_status);
    expect(attemptsOf(await resolved(id))).toEqual([['stripe', 'captured']]);
  });
});

describe('recovery alone, without a webhook or a client', () => {
  test('stripe: what the ledger says, whether the effect happened or not', async () => {
    const cases = [
      { kind: 'reset-after', status: 'paid' },
      { kind: 'reset-before', status: 'unpaid' },
      { kind: '5xx', status: 'unpaid' },
    ] as const;
    const open: { id: string; key: string; text: string; status: string }[] = [];
    for (const { kind, status } of cases) {
      await silence('stripe', { kind });
      const [id, key] = [await openAt('stripe'), newKey()];
      open.push({ id, key, status, text: (await confirmUnknown('stripe', id, key)).text });
    }
    await admin.heal();
    for (const { id, key, text, status } of open) {
      const current = await resolved(id);
      expect([current.payment_status, attemptsOf(current).length]).toEqual([status, 1]);
      // `processing` replays as `processing`: what stands is read with GET.
      const replay = await client.confirm(id, card(), { key });
      expect([replay.status, replay.text]).toEqual([200, text]);
      expect((await client.confirm(id)).body.payment_status).toBe('paid');
      await resolved(id);
    }
  });

  test.each(['adyen', 'checkout_com'] as const)(
    '%s, which cannot prove absence yet: stays processing',
    async (psp) => {
      await admin.faults(psp, { kind: 'reset-before' });
      const id = await openAt(psp);
      const { body } = await confirmUnknown(psp, id);
      await admin.heal();
      expect(await admin.moneyOf(referencesOf(body))).toEqual([]);
      expect((await client.session(id)).body.payment_status).toBe('processing');
    },
  );

  test('an effect that comes late, after everybody gave up, is not charged twice', async () => {
    await admin.faults('stripe', { kind: 'late-effect', ms: 1_000, only: 'authorize' });
    const id = await openAt('stripe');
    const { body } = await client.confirm(id);
    expect(['processing', 'paid']).toContain(body.payment_status);
    await admin.heal();
    expect(attemptsOf(await resolved(id)).map(([where]) => where)).toEqual(['stripe']);
  });
});
