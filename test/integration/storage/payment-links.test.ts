import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, test } from '@jest/globals';
import { beginLink } from '../../../lib/payments/sessions/begin-link.ts';
import type { CreatePorts } from '../../../lib/payments/sessions/create-session.ts';
import { createLink, deleteLink } from '../../../lib/payments/sessions/payment-links.ts';
import { stripe } from '../../../lib/psp/stripe/adapter.ts';
import { createPaymentLinks } from '../../../lib/storage/payment-links.ts';
import { createPaymentStore } from '../../../lib/storage/payment-store.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { PaymentLink } from '../../../lib/types/payment-link.ts';
import type { Result } from '../../../lib/types/result.ts';
import type { Session } from '../../../lib/types/session.ts';
import { type Fault, startFaultyProxy } from './faulty-proxy.ts';
import { clientOf, startDynamoDbWithTables } from './start-dynamodb.ts';

const dynamodb = await startDynamoDbWithTables();
const proxy = await startFaultyProxy(dynamodb);
const connection = new DynamoDBClient({ ...clientOf(proxy.url), maxAttempts: 3, retryMode: 'standard' });
const start_s = 1_800_000_000;
let now = start_s * 1000;
const clock = { now: () => now, sleep: async () => undefined };
const client = documentClient(connection);
const storage = { client, tables: dynamodb.tables, clock, random: () => 0.5 };
const links = createPaymentLinks(storage);
const by = { actor: { type: 'api_key', id: 'key_1' }, request_id: 'req_1' } as const;
const beside = { remembered: undefined, act: { ...by, target: 'pl_1' } };

afterAll(async () => {
  connection.destroy();
  await proxy.close();
  await dynamodb.close();
});

const day_s = 86_400;
let made = 0;
const newId = (): string => {
  made += 1;
  return String(made).padStart(26, '0');
};
const item = async (id: string) =>
  (await client.send(new GetCommand({ TableName: dynamodb.tables.events, Key: { id } }))).Item;

const creating: CreatePorts = {
  store: createPaymentStore(storage),
  clock,
  newWrite: () => `write ${newId()}`,
  render: () => ({ status: 200, body: '{}' }),
  log: () => undefined,
  accounts: [{ id: 'stripe', psp: 'stripe', capabilities: stripe.capabilities }],
  rules: async () => ({
    rules: {
      default: {
        name: 'default',
        targets: [{ psp: 'stripe', weight: 1 }],
        failover: { on: [], max_attempts: 1, attempt_timeout_ms: 8000 },
        health: { mode: 'observe', max_shift: 50, min_share: 0 },
        overrides: [],
        version: 1,
        created: 1,
      },
    },
  }),
  verdict: async () => undefined,
  closedPsps: async () => new Set(),
  sessionsOf: async () => [],
};

const make = async (expires_at: number | null | undefined, key?: string): Promise<PaymentLink> => {
  const wishes = {
    amount: 4900,
    currency: 'eur',
    pay_once: false,
    routing_rule: 'default',
    metadata: {},
    livemode: false,
    expires_at,
  };
  const result = await createLink(
    {
      ...creating,
      links,
      by,
      newId: (prefix) => `${prefix}_${newId()}`,
      newLinkId: () => `pl_${newId()}`,
      render: ({ id }) => ({ status: 200, body: id }),
    },
    wishes,
    key === undefined ? undefined : { key, hash: 'h', view: 'full' },
  );
  const link = 'replay' in result ? await links.find(result.replay.body) : undefined;
  if (!link) throw new Error('no link was made');
  return link;
};

const begin = ({ id }: PaymentLink): Promise<Session> =>
  beginLink(
    { ...creating, links, orderId: (reference) => reference },
    { link: id, id: `cs_${newId()}`, pages_url: 'https://pay.example/pay', signing_key: 'k1' },
  ).then(sessionIn);

const sessionIn = (result: Result): Session => {
  if (!('session' in result) || result.session === undefined) throw new Error('no session was made');
  return result.session;
};

const codeOf = (ask: Promise<unknown>): Promise<unknown> =>
  ask.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

describe('the end of a link', () => {
  test('is 90 days away, at a time within a year, or never; its record goes 30 days after it', async () => {
    const wished: readonly (readonly [number | null | undefined, number | undefined])[] = [
      [undefined, start_s + 90 * day_s],
      [start_s + 1, start_s + 1],
      [start_s + 365 * day_s, start_s + 365 * day_s],
      [null, undefined],
    ];
    for (const [wish, end] of wished) {
      const { id, expires_at } = await make(wish);
      expect([wish, expires_at]).toEqual([wish, end]);
      expect((await item(id))?.ttl).toBe(end && end + 30 * day_s);
    }
    for (const wish of [start_s, start_s - 1, start_s + 365 * day_s + 1])
      expect([wish, await codeOf(make(wish))]).toEqual([wish, 'parameter_invalid']);
  });

  test('comes at its second; a session begun before lives from half an hour to an hour', async () => {
    const link = await make(start_s + 2700);
    const lives = async () => {
      const { created, expires_at } = await begin(link);
      return expires_at - created;
    };
    expect(await lives()).toBe(2700);
    now += 1000 * 1000;
    expect(await lives()).toBe(1800);
    now = (start_s + 2700) * 1000 - 1;
    expect(await lives()).toBe(1800);
    now += 1;
    expect(await codeOf(begin(link))).toBe('payment_link_expired');
    now = start_s * 1000;
    expect((await begin(await make(null))).expires_at).toBe(start_s + 3600);
  });

  test('does not undo what was answered under a key: the same link again', async () => {
    const first = await make(start_s + 10, 'early');
    now += 11_000;
    expect(await make(start_s + 10, 'early')).toEqual(first);
    expect(await codeOf(make(start_s + 10))).toBe('parameter_invalid');
    now = start_s * 1000;
  });
});

describe('writes', () => {
  const busy: Fault = {
    kind: 'answer',
    error: 'TransactionCanceledException',
    fields: { CancellationReasons: [{ Code: 'TransactionConflict' }] },
  };

  test.each<[string, readonly Fault[]]>([
    ['whose answer was lost', [{ kind: 'lose_answer' }]],
    ['whose request was lost', [{ kind: 'lose_request' }]],
    ['that met another', [busy, busy]],
  ])('a link %s is there once, and so is its end', async (_, faults) => {
    proxy.operations();
    proxy.plan(...faults);
    const link = await make(undefined);
    expect(await links.find(link.id)).toEqual(link);
    proxy.plan(...faults);
    expect(await links.withdraw(link, start_s + 5, beside)).toBe(true);
    expect(await links.find(link.id)).toEqual({ ...link, rev: 2, deleted_at: start_s + 5 });
  });

  test('of two who delete it, the first says when', async () => {
    const link = await make(undefined);
    const render = (id: string) => ({ status: 200, body: id });
    const answers = await Promise.all(
      [1, 2, 3].map(() => deleteLink({ links, clock, by, render }, link.id, undefined)),
    );
    expect(answers).toEqual(answers.map(() => ({ replay: { status: 200, body: link.id }, first: true })));
    expect(await links.withdraw(link, start_s + 9, beside)).toBe(false);
    expect((await links.find(link.id))?.deleted_at).toBe(start_s);
  });

  test('a key that was answered makes no second link', async () => {
    const remembered = { key: 'twice', hash: 'h', answer: { status: 200, body: 'a' } };
    const { id, ...link } = await make(undefined);
    const [one, two] = [`pl_${newId()}`, `pl_${newId()}`];
    expect(await links.add({ ...link, id: one, rev: 0 }, { ...beside, remembered })).toBe(true);
    expect(await links.add({ ...link, id: two, rev: 0 }, { ...beside, remembered })).toBe(false);
    expect([id !== one, await links.find(two)]).toEqual([true, undefined]);
    expect(await links.storedResponse('twice')).toEqual(remembered);
  });

  test('one write makes a link, and one ends it', async () => {
    proxy.operations();
    const link = await make(undefined, 'one_write');
    expect(proxy.operations()).toEqual(['GetItem', 'TransactWriteItems', 'GetItem']);
    await links.withdraw(link, start_s, beside);
    expect(proxy.operations()).toEqual(['TransactWriteItems']);
  });
});

test('a list has them newest first, deleted ones where they were', async () => {
  now += 1_000_000;
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    now += 1;
    ids.unshift((await make(undefined)).id);
  }
  const third = await links.find(ids[2] ?? '');
  if (third) await links.withdraw(third, start_s, beside);
  const first = await links.list({ filters: {}, limit: 3 });
  expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  const rest = await links.list({
    filters: { 'created[gte]': Math.floor(now / 1000) },
    limit: 3,
    ...(first.next !== null && { from: { direction: 'after', key: first.next } }),
  });
  expect(rest.rows.map(({ id }) => id)).toEqual(ids.slice(3));
  now = start_s * 1000;
});
