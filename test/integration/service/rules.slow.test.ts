import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { apiClient, type Client } from './api-client.ts';
import { rule, rulesOf } from './rules-of.ts';
import { type Service, startService } from './start-service.ts';
import { until } from './until.ts';

/** Sessions created until told to stop, some twelve a second, as steady load. */
const load = (client: Client) => {
  const statuses: number[] = [];
  let on = true;
  const worker = async () => {
    while (on) {
      statuses.push((await client.tryToCreate()).status);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  };
  const workers = [worker(), worker()];
  return {
    statuses,
    stop: async () => {
      on = false;
      await Promise.all(workers);
      return statuses;
    },
  };
};

/** The polls for rules that AppConfig, which runs here, has been asked for since. */
const countPolls = () => {
  let polls = 0;
  const count = (message: unknown): void => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.url?.startsWith('/configuration?')) polls++;
  };
  subscribe('http.server.request.start', count);
  return {
    polls: () => polls,
    end: () => unsubscribe('http.server.request.start', count),
  };
};

/** Two of AppConfig's own 15 s: what was asked for when the rules changed may still bring the old ones. */
const pollsIn30s = 2;

const planned = async (client: Client) => (await client.create()).body.routing;

describe('a rule change under steady load', () => {
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    // AppConfig's own interval: what is waited for here is what production waits for.
    service = await startService({ minimumPollSeconds: 15 });
    client = apiClient(service);
  });
  afterAll(() => service?.stop());

  test('is in force within 30 s, which are two polls, with not one failed request, and moves no session that exists', async () => {
    const { body: before } = await client.create();
    expect(before.routing.plan[0]).toBe('stripe');
    const running = load(client);
    const answer = await client.call('POST', '/v1/routing/rules', {
      body: rule('default', { stripe: 0, adyen: 1, checkout_com: 0 }),
    });
    expect(answer).toMatchObject({ status: 200, body: { version: 2 } });
    const since = countPolls();
    await until(
      () => planned(client),
      ({ plan }) => plan[0] === 'adyen',
    );
    since.end();
    expect(since.polls()).toBeGreaterThan(0);
    expect(since.polls()).toBeLessThanOrEqual(pollsIn30s);
    const statuses = await running.stop();
    expect(statuses).not.toEqual([]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await planned(client)).toMatchObject({ version: 2, plan: expect.arrayContaining(['adyen']) });

    const { body: after } = await client.session(before.id);
    expect(after.routing).toMatchObject({ version: 1, plan: before.routing.plan });
    expect((await client.confirm(before.id)).body.routing.attempts).toMatchObject([{ psp: 'stripe' }]);
  });

  test('and so is its rollback', async () => {
    const running = load(client);
    const answer = await client.call('POST', '/v1/routing/rules/default/rollback', { body: { to: 1 } });
    expect(answer).toMatchObject({ status: 200, body: { version: 3 } });
    const since = countPolls();
    await until(
      () => planned(client),
      ({ version }) => version === 3,
    );
    since.end();
    expect(since.polls()).toBeLessThanOrEqual(pollsIn30s);
    expect(new Set(await running.stop())).toEqual(new Set([200]));
    expect((await planned(client)).plan[0]).toBe('stripe');
  });
});

describe('when AppConfig fails', () => {
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    service = await startService();
    client = apiClient(service);
    await client.create();
  });
  afterAll(() => service?.stop());

  test('a planted invalid document is not taken over, and the next valid one is', async () => {
    for (const content of [
      '{"rules":{"default":{}}}',
      'not JSON',
      JSON.stringify({ rules: { default: { ...rulesOf().rules.default, targets: [] } } }),
      JSON.stringify({ rules: { default: { ...rulesOf().rules.default, failover: { on: ['unknown'] } } } }),
    ]) {
      const refusals = () => service.output().split('"event":"routing_rules_refused"').length;
      const before = refusals();
      service.appConfig.plant(content);
      await until(
        async () => {
          expect((await planned(client)).version).toBe(1);
          return refusals();
        },
        (now) => now > before,
      );
      expect(await planned(client)).toMatchObject({ version: 1, rule: 'default' });
    }
    const good = rulesOf();
    const rules = { ...good.rules, planted: { ...rule('planted', { adyen: 1 }), version: 7, created: 1 } };
    service.appConfig.plant(JSON.stringify({ rules }));
    const read = await until(
      () => client.tryToCreate({ routing_rule: 'planted' }),
      ({ status }) => status === 200,
    );
    expect(read.body.routing).toMatchObject({ version: 7, plan: ['adyen'] });
  });

  test('stopped: sessions continue under the existing rules, publishing says so, and it recovers', async () => {
    await service.appConfig.stop();
    const running = load(client);
    const failed = () => service.output().includes('"event":"routing_rules_poll_failed"');
    await until(async () => failed(), Boolean);
    const publish = () =>
      client.call('POST', '/v1/routing/rules', { body: rule('default', { checkout_com: 1 }) });
    const refused = await publish();
    expect([refused.status, refused.body.error.code]).toEqual([503, 'routing_unavailable']);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.headers.get('should-retry')).toBe('true');
    const statuses = await running.stop();
    expect(new Set(statuses)).toEqual(new Set([200]));

    await service.appConfig.start();
    expect((await publish()).status).toBe(200);
    await until(
      () => planned(client),
      ({ plan }) => plan[0] === 'checkout_com',
    );
  });
});

/** Of a publish beside others, and of one on a busy machine: each says that a repeat may succeed. */
const refusals = [
  'routing_publish_in_progress',
  'version_conflict',
  'routing_unavailable',
  'storage_unavailable',
];

test('publishing at the same time: none is lost, and a refusal says why', async () => {
  const service = await startService();
  try {
    const client = apiClient(service);
    const names = Array.from({ length: 8 }, (_, index) => `rule-${index}`);
    const pending = new Set(names);
    while (pending.size > 0)
      await Promise.all(
        [...pending].map(async (name) => {
          const { status, body } = await client.call('POST', '/v1/routing/rules', {
            body: rule(name, { stripe: 1 }),
          });
          if (status === 200) pending.delete(name);
          else expect(refusals).toContain(body.error.code);
        }),
      );
    const list = await until(
      () => client.call<{ data: readonly { name: string }[] }>('GET', '/v1/routing/rules'),
      ({ body }) => body.data.length === names.length + 4,
    );
    expect(list.body.data.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  } finally {
    await service.stop();
  }
});
