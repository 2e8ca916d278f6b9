import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from '../../../clients/server/src/index.ts';
import { documentClient } from '../../../lib/storage/storage.ts';
import { connectTo, storeOf } from '../../../local/aws/store-of.ts';
import { apiClient, type Client, card, type Failure } from './api-client.ts';
import { rule, rulesOf } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

type Backtest = {
  readonly id: string;
  readonly state: string;
  readonly sessions: number;
  readonly effective: number;
  readonly shares: readonly {
    readonly psp: string;
    readonly override: number | null;
    readonly before: number;
    readonly after: number;
  }[];
  readonly moved: {
    readonly count: number;
    readonly examples: readonly { readonly session: string; readonly to: string }[];
  };
};
type Tried = { readonly backtest: Backtest; readonly error: Failure['error'] };

const path = '/v1/routing/rules';
const halves = rule('halves', { stripe: 50, adyen: 50 });
const sessions = 12;

let service: Service;
let client: Client;
const made: { readonly id: string; readonly first: string }[] = [];
beforeAll(async () => {
  const { rules } = rulesOf();
  service = await startService({
    rules: { rules: { ...rules, halves: { ...halves, version: 1, created: 1 } as never } },
  });
  client = apiClient(service);
  await client.create();
  for (let index = 0; index < sessions; index++) {
    const currency = index % 3 === 0 ? 'usd' : 'eur';
    const { body } = await client.create({ routing_rule: 'halves', currency });
    made.push({ id: body.id, first: body.routing.plan[0] ?? '' });
  }
});
afterAll(() => service?.stop());

/** Asks again while a busy machine cannot tell: a 503 says so. */
const backtest = (proposed: object, fields: object = {}) =>
  until(
    () =>
      client.call<Tried>('POST', path, {
        body: { ...halves, ...proposed, dry_run: true, backtest: { sessions: 100 }, ...fields },
      }),
    ({ status }) => status !== 503,
  );

describe('a backtest', () => {
  test('is kept by the version that has exactly its content, the last one, and by no other', async () => {
    const kept = async (targets: readonly object[], fields: object = {}) => {
      const proposed = { ...rule('kept', { stripe: 1 }), targets, ...fields };
      const published = await until(
        () => client.call<{ readonly version: number }>('POST', path, { body: proposed }),
        ({ status }) => status !== 503,
      );
      expect(published.status).toBe(200);
      const version = `${path}/kept/versions/${published.body.version}`;
      return (await client.call<{ readonly backtest: Backtest | null }>('GET', version)).body.backtest;
    };
    const [one, other] = [[{ psp: 'stripe', weight: 1 }], [{ psp: 'adyen', weight: 3 }]];
    expect(await kept(one)).toBeNull();
    for (let index = 0; index < 4; index++) await client.create({ routing_rule: 'stripe' });
    await until(
      () => client.tryToCreate({ routing_rule: 'kept' }),
      ({ status }) => status === 200,
    );
    const tried = { ...rule('kept', { adyen: 3 }), targets: other };
    const first = (await backtest(tried)).body.backtest;
    const { id, ...last } = (await backtest(tried)).body.backtest;
    expect(id).not.toBe(first.id);
    await backtest({ ...tried, targets: [{ psp: 'adyen', weight: 4 }] });
    const version = await kept(other);
    expect(version).toEqual({ id, ...last, moved: { ...last.moved, examples: [] } });
    expect(version?.moved.count).toBeGreaterThan(0);
    expect(await kept(one)).toBeNull();
    expect(await kept(other, { failover: { ...tried.failover, max_attempts: 1 } })).toBeNull();
  });

  test('shows what becomes of the rule’s sessions, and publishes nothing', async () => {
    const { status, body } = await backtest({ targets: [{ psp: 'adyen', weight: 1 }] });
    expect(status).toBe(200);
    const toMove = made.filter(({ first }) => first === 'stripe');
    expect(body).toMatchObject({ dry_run: true, changed: true, deployment: null });
    expect(body.backtest).toMatchObject({
      id: expect.stringMatching(/^bt_\w+$/),
      object: 'routing.backtest',
      rule: 'halves',
      asked: 100,
      state: 'refused',
      sessions,
      effective: 0,
      moved: { count: toMove.length },
      no_psp: 0,
      dead_overrides: [],
      approval: null,
      approval_refused: 'sample_too_small',
    });
    const { shares, moved } = body.backtest;
    expect(shares.find(({ psp }) => psp === 'adyen')?.after).toBe(1);
    expect(shares.find(({ psp }) => psp === 'stripe')?.before ?? 0).toBeCloseTo(toMove.length / sessions);
    for (const { session, to } of moved.examples) {
      expect(toMove.map(({ id }) => id)).toContain(session);
      expect(to).toBe('adyen');
    }
    expect(await client.call('GET', `${path}/halves`)).toMatchObject({ body: { version: 1 } });
  });

  test('of the rule in force moves nothing', async () => {
    const { body } = await backtest({});
    expect(body).toMatchObject({ changed: false, backtest: { sessions, moved: { count: 0, examples: [] } } });
  });

  test('names overrides that match nothing, also by the brand of the cards that were sent', async () => {
    const [paid] = made;
    await client.confirm(paid?.id ?? '', card());
    const { body } = await backtest({
      overrides: [
        { when: { currency: ['chf'] }, targets: [{ psp: 'stripe', weight: 1 }] },
        { when: { card_brand: ['amex'] }, targets: [{ psp: 'stripe', weight: 1 }] },
        { when: { card_brand: ['visa'] }, targets: [{ psp: 'adyen', weight: 1 }] },
        { when: { currency: ['usd'] }, targets: [{ psp: 'stripe', weight: 1 }] },
      ],
    });
    expect(body.backtest).toMatchObject({ dead_overrides: [0, 1], effective: expect.any(Number) });
    expect(body.backtest.shares.filter(({ override }) => override === 2).map(({ after }) => after)).toContain(
      1 / sessions,
    );
  });

  test('knows the plan by which a card of a brand was paid', async () => {
    const branded = {
      ...rule('branded', { stripe: 1 }),
      overrides: [{ when: { card_brand: ['visa'] }, targets: [{ psp: 'adyen', weight: 1 }] }],
    };
    await client.call('POST', path, { body: branded });
    await until(
      () => client.call('GET', `${path}/branded`),
      ({ status }) => status === 200,
    );
    const { body } = await client.create({ routing_rule: 'branded' });
    await client.confirm(body.id, card());
    const tried = await backtest({ name: 'branded', targets: [{ psp: 'adyen', weight: 1 }] });
    expect(tried.body.backtest).toMatchObject({ sessions: 1, effective: 1, moved: { count: 0 } });
  });

  test('is kept, and read again', async () => {
    const { body } = await backtest({});
    expect((await client.call('GET', `/v1/routing/backtests/${body.backtest.id}`)).body).toEqual(
      body.backtest,
    );
    for (const missing of ['bt_none', 'webhook_endpoints', 'evt_1'])
      expect(await client.call('GET', `/v1/routing/backtests/${missing}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'resource_missing', param: 'id' } },
      });
  });

  test('can be requested with the library', async () => {
    const { routing } = createClient({ baseUrl: service.base_url, apiKey: service.api_key });
    const { name, targets } = halves;
    const found = await routing.rules.backtest({ name, targets, sessions: 100 });
    expect(found).toMatchObject({ object: 'routing.backtest', sessions, moved: { count: 0 } });
    expect(await routing.backtests.retrieve(found.id)).toMatchObject({ id: found.id, sessions });
  });

  test('skips sessions that are gone', async () => {
    const connection = connectTo(storeOf(service.environment));
    try {
      const gone = { TableName: service.environment.TABLE_SESSIONS, Key: { id: made.at(-1)?.id } };
      await documentClient(connection).send(new DeleteCommand(gone));
      expect((await backtest({})).body.backtest.sessions).toBe(sessions - 1);
    } finally {
      connection.destroy();
    }
  });

  test.each([
    [{ dry_run: false }, 'parameter_invalid', 'backtest'],
    [{ dry_run: undefined }, 'parameter_invalid', 'backtest'],
    [{ backtest: { sessions: 0 } }, 'parameter_invalid', 'backtest.sessions'],
    [{ backtest: { sessions: 100_001 } }, 'parameter_invalid', 'backtest.sessions'],
    [{ backtest: {} }, 'parameter_missing', 'backtest.sessions'],
    [{ backtest: { sessions: 1, rule: 'x' } }, 'parameter_unknown', 'backtest.rule'],
    [{ backtest: true }, 'parameter_invalid', 'backtest'],
    [{ targets: [{ psp: 'none', weight: 1 }] }, 'parameter_invalid', 'targets[0].psp'],
  ])('refuses %j', async (fields, code, param) => {
    expect(await backtest({}, fields)).toMatchObject({ status: 400, body: { error: { code, param } } });
  });
});
