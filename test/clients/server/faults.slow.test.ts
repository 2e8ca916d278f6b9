import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Client, createClient, type UpdateRoutingRule } from '../../../clients/server/src/index.ts';
import { answerProblems } from '../../docs/answer-problems.ts';
import { type PspAdmin, pspAdmin } from '../../integration/service/psp-admin.ts';
import { readTables } from '../../integration/service/read-tables.ts';
import { type Service, startService } from '../../integration/service/start-service.ts';
import { type FaultyProxy, startFaultyProxy, type Try } from './faulty-proxy.ts';
import { operationAt } from './operation-at.ts';
import { clientMeeting, drawFaults, faults } from './scenarios.ts';

let service: Service;
let admin: PspAdmin;
let proxy: FaultyProxy;
let direct: Client;
const undocumented: string[] = [];
beforeAll(async () => {
  service = await startService();
  admin = pspAdmin(service);
  proxy = await startFaultyProxy(service.base_url, (passed) => {
    const operation = operationAt(passed.method, passed.path);
    const headers = new Headers(passed.answerHeaders);
    undocumented.push(
      ...answerProblems({ operation, status: passed.status, headers, body: JSON.parse(passed.answer) }),
    );
  });
  direct = createClient({ baseUrl: service.base_url, apiKey: service.api_key });
});
afterAll(async () => {
  await proxy?.close();
  await service?.stop();
});

const payment = { amount: 2599, currency: 'eur', success_url: 'https://shop.example/thanks' } as const;
const token = { payment_method: { type: 'psp_token', psp: 'stripe', token: 'pm_card_visa' } } as const;

const chargeOf = async (capture_method: 'automatic' | 'manual'): Promise<string> => {
  const { id } = await direct.checkout.sessions.create({ ...payment, capture_method });
  const { charge } = await direct.checkout.sessions.confirm(id, token);
  if (charge === null) throw new Error('no charge');
  return charge;
};

/**
 * Every try was the same call, with one idempotency key where it takes one. On a busy machine a try may find the one before it still at work, or the
 * storage slow: that answer asks for one more.
 */
const expectSameTries = (tries: readonly Try[], count: number): void => {
  const waited = tries.filter(({ status }) => status === 409 || status === 503);
  expect(tries).toHaveLength(count + waited.length);
  const reported = tries.map(({ method, path, body, headers }) => ({
    method,
    path,
    body,
    key: headers['idempotency-key'],
  }));
  for (const one of reported) expect(one).toEqual(reported[0]);
};

const singles = Object.entries(faults).map(([name, fault]) => [name, [fault]] as const);
const cases = [...singles, ...drawFaults(8, 7)];

/** Tests that begin together: they mostly wait. */
const beginTogether = () => {
  const begins: (() => void)[] = [];
  beforeAll(() => {
    for (const begin of begins) begin();
  });
  return (name: string, run: () => Promise<void>): void => {
    let ended: Promise<void> | undefined;
    begins.push(() => {
      ended = run();
      ended.catch(() => undefined);
    });
    test(name, () => ended);
  };
};

describe.each(cases)('%s', (_, planned) => {
  const testBeside = beginTogether();
  const meeting = () => clientMeeting(proxy, service.api_key, planned);
  const attempts = planned.length + 1;

  testBeside('a session is created once', async () => {
    const { client, tries } = meeting();
    const reference = `create ${randomUUID()}`;
    const { id } = await client.checkout.sessions.create({ ...payment, reference });
    const { sessions } = await readTables(service);
    expect(sessions.filter((item) => JSON.stringify(item).includes(reference))).toHaveLength(1);
    expect((await direct.checkout.sessions.retrieve(id)).reference).toBe(reference);
    expectSameTries(tries, attempts);
  });

  testBeside('a confirm charges once', async () => {
    const { client, tries } = meeting();
    const { id } = await direct.checkout.sessions.create(payment);
    const paid = await client.checkout.sessions.confirm(id, token);
    expect(paid.payment_status).toBe('paid');
    const { attempts: made } = (await direct.checkout.sessions.retrieve(id)).routing;
    expect(made).toHaveLength(1);
    const money = await admin.moneyOf(made.map(({ charge }) => charge));
    expect(money).toMatchObject([{ psp: 'stripe', reference: paid.charge, amount_captured: 2599 }]);
    expectSameTries(tries, attempts);
  });

  testBeside('a refund gives back once', async () => {
    const { client, tries } = meeting();
    const charge = await chargeOf('automatic');
    const refund = await client.charges.refund({ charge, amount: 700 });
    const current = await direct.charges.retrieve(charge);
    expect(current.refunds).toEqual([refund]);
    expect(current.amount_refunded).toBe(700);
    expect(await admin.moneyOf([charge])).toMatchObject([{ amount_captured: 2599, amount_refunded: 700 }]);
    expectSameTries(tries, attempts);
  });

  testBeside('a capture takes once', async () => {
    const { client, tries } = meeting();
    const charge = await chargeOf('manual');
    const captured = await client.charges.capture({ charge, amount: 2000 });
    expect(captured).toMatchObject({ status: 'captured', amount_captured: 2000 });
    expect(await admin.moneyOf([charge])).toMatchObject([{ amount_captured: 2000 }]);
    expectSameTries(tries, attempts);
  });

  testBeside('a cancel lets go once', async () => {
    const { client, tries } = meeting();
    const charge = await chargeOf('manual');
    expect((await client.charges.cancel({ charge })).status).toBe('canceled');
    const { payments } = await admin.ledger('stripe');
    const held = payments.filter(({ reference }) => reference === charge);
    expect(held).toMatchObject([{ status: 'canceled', amount_captured: 0 }]);
    expectSameTries(tries, attempts);
  });

  testBeside('a session is expired, and nothing else', async () => {
    const { client, tries } = meeting();
    const { id } = await direct.checkout.sessions.create(payment);
    const expired = await client.checkout.sessions.expire(id);
    expect(expired.status).toBe('expired');
    expect(await direct.checkout.sessions.retrieve(id)).toEqual(expired);
    expectSameTries(tries, attempts);
  });

  testBeside('a charge is as the PSP has it', async () => {
    const { client, tries } = meeting();
    const charge = await chargeOf('automatic');
    expect(await client.charges.refresh(charge)).toMatchObject({ id: charge, amount_captured: 2599 });
    expectSameTries(tries, attempts);
  });

  testBeside('what is read comes whole', async () => {
    const { client, tries } = meeting();
    const charge = await chargeOf('automatic');
    expect(await client.charges.retrieve(charge)).toEqual(await direct.charges.retrieve(charge));
    expectSameTries(tries, attempts);
  });
});

describe('a rule', () => {
  const named = (name: string): UpdateRoutingRule => ({ name, targets: [{ psp: 'adyen', weight: 1 }] });

  test.each(cases.slice(0, 14))('%s: is published once', async (name, planned) => {
    const { client, tries } = clientMeeting(proxy, service.api_key, planned);
    const published = await client.routing.rules.update({ ...named(name), version: 0 });
    expect(published).toMatchObject({ version: 1, changed: true, state: 'published' });
    const { data } = await direct.routing.rules.versions.list(name);
    expect(data).toMatchObject([{ version: 1, state: 'published' }]);
    expectSameTries(tries, planned.length + 1);
  });
});

test('no answer of the service in this file is undocumented', () => {
  expect(undocumented).toEqual([]);
});
