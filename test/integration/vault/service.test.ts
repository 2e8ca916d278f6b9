import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { RoutingRule } from '../../../lib/types/routing.ts';
import { type LocalDynamoDb, startDynamoDb } from '../../../local/aws/dynamodb.ts';
import { apiClient, type Client, newKey, type Session } from '../service/api-client.ts';
import { countCalls } from '../service/count-calls.ts';
import { rule } from '../service/rules-of.ts';
import { type Service, startService } from '../service/start-service.ts';
import { until } from '../service/until.ts';
import { type FaultyProxy, startFaultyProxy } from '../storage/faulty-proxy.ts';
import { credentials } from '../storage/start-dynamodb.ts';
import { collect } from './collect.ts';

/** `npm start` with its vault: two processes, real sockets between them. */
const takers = ['stripe', 'adyen', 'checkout_com', 'paypal'] as const;
type Taker = (typeof takers)[number];

/** Another taker, tried after this one. */
const second: Readonly<Record<Taker, Taker>> = {
  stripe: 'adyen',
  adyen: 'paypal',
  checkout_com: 'stripe',
  paypal: 'stripe',
};
const declinable = (given: RoutingRule): RoutingRule => ({
  ...given,
  failover: { ...given.failover, on: [...given.failover.on, 'do_not_honor'] },
});
const rules = takers.flatMap((psp) => [
  rule(psp, { [psp]: 1 }),
  declinable(rule(`${psp}_first`, { [psp]: 1, [second[psp]]: 0 })),
]);

let dynamoDb: LocalDynamoDb;
let wire: FaultyProxy;
let service: Service;
let client: Client;
beforeAll(async () => {
  dynamoDb = await startDynamoDb({ credentials });
  wire = await startFaultyProxy(dynamoDb);
  service = await startService({
    rules: {
      rules: Object.fromEntries(
        rules.map((one) => [one.name, { ...one, version: 1, created: 1_700_000_000 }]),
      ),
    },
    environment: { AWS_ENDPOINT_URL_DYNAMODB: wire.url },
  });
  client = apiClient(service);
  // Webhooks are requests of their own.
  for (const psp of takers) await steer(psp, 'webhooks', { mode: 'off' });
});
afterEach(async () => {
  for (const psp of takers) await steer(psp, 'faults', { kind: 'ok' });
});
afterAll(async () => {
  await service?.stop();
  await wire?.close();
  await dynamoDb?.close();
});

const steer = async (psp: Taker, what: string, body: object): Promise<void> => {
  const answer = await fetch(`${service.admin}/psps/${psp}/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
};

type Seen = Session & { readonly vault: { readonly url: string; readonly grant: string } | null };

const read = async ({ id, client_secret }: Session): Promise<Seen> =>
  (
    await until(
      () => client.session(id, { token: client_secret }),
      ({ status }) => status !== 503,
    )
  ).body as Seen;

const open = async (routing_rule: string) => {
  const { body } = await client.create({ routing_rule });
  const seen = await read(body);
  if (!seen.vault) throw new Error(`the session offers no vault: ${JSON.stringify(seen)}`);
  const { vault } = seen;
  return { session: body, vault };
};

const paidBy = async (routing_rule: string, card: object = {}) => {
  const { session, vault } = await open(routing_rule);
  const method = await collect(vault, card);
  return { session, method, answer: await client.confirm(session.id, method) };
};

const attemptsOf = ({ routing }: Session) => routing.attempts.map(({ psp, outcome }) => [psp, outcome]);

describe('what a session offers', () => {
  test('is for its own token, new with each read, and gone once it is paid', async () => {
    const { session, vault } = await open('stripe');
    const again = await read(session);
    expect(again.vault?.url).toBe(vault.url);
    expect(new URL(vault.url).origin).not.toBe(new URL(service.base_url).origin);
    expect((await client.session(session.id)).body).not.toHaveProperty('vault');
    await client.confirm(session.id, await collect(vault));
    expect((await read(session)).vault).toBeNull();
  });

  test('is in no remembered answer', async () => {
    const { session, vault } = await open('stripe');
    const request = { token: session.client_secret, key: newKey() };
    const method = await collect(vault, { number: '4000000000009995' });
    const first = await client.confirm(session.id, method, request);
    expect(first.body.error.session).toMatchObject({ vault: null });
    expect((await client.confirm(session.id, method, request)).text).toBe(first.text);
  });
});

describe('the grant of a session that has ended', () => {
  const closed = ({ id }: Session) =>
    until(
      async () => service.output(),
      (output) =>
        output.split('\n').some((line) => line.includes('"event":"vault_closed"') && line.includes(id)),
    );

  test('collects no more, though its half hour is not over', async () => {
    const { session, vault } = await open('stripe');
    const other = await open('stripe');
    await client.confirm(session.id, await collect(vault));
    await closed(session);
    await expect(collect(vault)).rejects.toThrow('too_many_attempts');
    await client.confirm(other.session.id, await collect(other.vault));
  });

  test('collects no more after a payment without the vault either', async () => {
    const { session, vault } = await open('stripe');
    const paid = await client.confirm(session.id, {
      type: 'psp_token',
      psp: 'stripe',
      token: 'pm_card_visa',
    });
    expect(paid.body.payment_status).toBe('paid');
    await closed(session);
    await expect(collect(vault)).rejects.toThrow('too_many_attempts');
  });
});

describe.each(takers)('%s', (psp) => {
  test('is paid with a card from the vault, which the charge shows in part', async () => {
    const { answer } = await paidBy(psp);
    expect(answer.body).toMatchObject({ payment_status: 'paid', routing: { attempts: [{ psp }] } });
    const { body } = await client.charge(answer.body.charge ?? '');
    expect(body).toMatchObject({
      card: { brand: 'visa', bin: '424242', last4: '4242', exp_month: 12, exp_year: 2030 },
    });
  });

  test('down: the next PSP takes it', async () => {
    await steer(psp, 'faults', { kind: 'down' });
    const { answer } = await paidBy(`${psp}_first`);
    expect(answer.body.payment_status).toBe('paid');
    expect(attemptsOf(answer.body)).toEqual([
      [psp, 'not_sent'],
      [second[psp], 'captured'],
    ]);
  });
});

/** A plain no, in each PSP's own code. */
const refusals: Readonly<Record<Taker, string>> = {
  stripe: 'generic_decline',
  adyen: '2',
  checkout_com: '20005',
  paypal: '0500',
};

test.each(takers)('declined at %s: the next PSP takes it', async (psp) => {
  await steer(psp, 'faults', { kind: 'decline', code: refusals[psp] });
  const { answer } = await paidBy(`${psp}_first`);
  expect(answer.body.payment_status).toBe('paid');
  expect(attemptsOf(answer.body)).toEqual([
    [psp, 'do_not_honor'],
    [second[psp], 'captured'],
  ]);
});

test('the code of a declined card is gone: Checkout.com is passed over with it', async () => {
  const { session, vault } = await open('checkout_com');
  const method = await collect(vault);
  await steer('checkout_com', 'faults', { kind: 'decline', code: '20051' });
  expect((await client.confirm(session.id, method)).status).toBe(402);
  await steer('checkout_com', 'faults', { kind: 'ok' });
  const { status, body } = await client.confirm(session.id, method);
  expect([status, body.error.code]).toEqual([400, 'no_eligible_psp']);
  expect(body.error.message).toContain('checkout_com: cvc_released');
  const other = await client.confirm(session.id, await collect((await read(session)).vault ?? vault));
  expect(other.body.payment_status).toBe('paid');
});

describe('round trips of a confirm with a card from the vault', () => {
  /** Invocations of the vault for a card, by what its log says. */
  const invocations = (event: string, { token }: { readonly token: string }) =>
    service
      .output()
      .split('\n')
      .filter((line) => line.includes(`"event":"${event}"`) && line.includes(token)).length;

  test.each(takers)(
    '%s: the same reads and writes as with a number, one forward, one release, and one by its record',
    async (psp) => {
      const { session, vault } = await open(psp);
      const method = await collect(vault);
      const { answer, asked } = await countCalls(wire, () => client.confirm(session.id, method));
      expect(answer.body.payment_status).toBe('paid');
      // Timers read other payments meanwhile, and a key that has been known for a minute is read again.
      const calls = asked.filter(({ body }) => body.includes(session.id)).map(({ operation }) => operation);
      expect(calls).toEqual(['GetItem', 'TransactWriteItems', 'TransactWriteItems']);
      await until(
        async () => [invocations('vault_forward', method), invocations('vault_managed', method)],
        (made) => made.join() === '1,2',
      );
    },
  );
});

describe('receipts', () => {
  test('of another session, and tokens of another receipt, are refused', async () => {
    const [first, other] = [await open('stripe'), await open('stripe')];
    const [mine, theirs] = [await collect(first.vault), await collect(other.vault)];
    const refused = async (method: object) => {
      const { status, body } = await client.confirm(first.session.id, method);
      return [status, body.error.param];
    };
    expect(await refused(theirs)).toEqual([400, 'payment_method.receipt']);
    expect(await refused({ ...mine, token: theirs.token })).toEqual([400, 'payment_method.token']);
    expect((await client.confirm(first.session.id, mine)).body.payment_status).toBe('paid');
  });
});

test('a repeat of a confirm whose answer was lost at the PSP charges once', async () => {
  await steer('adyen', 'faults', [{ kind: 'reset-after', rate: 0.7 }]);
  const { session, vault } = await open('adyen');
  await client.confirm(session.id, await collect(vault));
  await steer('adyen', 'faults', { kind: 'ok' });
  const { body } = await until(
    () => client.session(session.id),
    ({ body: now }) => now.payment_status !== 'processing',
  );
  const ledger = (await (await fetch(`${service.admin}/psps/adyen/ledger`)).json()) as {
    readonly payments: readonly { readonly reference: string; readonly amount_captured: number }[];
  };
  const mine = ledger.payments.filter(({ reference }) =>
    body.routing.attempts.some(({ charge }) => charge === reference),
  );
  expect(mine.filter(({ amount_captured }) => amount_captured > 0).length).toBeLessThanOrEqual(1);
});
