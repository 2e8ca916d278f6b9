import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createConfigurationSource } from '../../../lib/config/configuration-source.ts';
import { createControlPlane } from '../../../lib/config/create-control-plane.ts';
import { createRulesReader } from '../../../lib/config/create-rules-reader.ts';
import { rollBackRule } from '../../../lib/config/roll-back-rule.ts';
import { clock as processClock } from '../../../lib/runtime/clock.ts';
import { createAppConfigDataClient } from '../../../lib/runtime/rules.ts';
import { askAppConfig } from '../../../lib/runtime/rules-publisher.ts';
import type { ApiError } from '../../../lib/types/api-error.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import { type AppConfigOptions, startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { publicationOf, publisherOf } from '../../unit/config/publisher-of.ts';
import { accountsOf, rule } from '../../unit/routing/fixtures.ts';

/** The reader and the publisher as lib/runtime sets them up, against AppConfig's wire protocol and rules. */

let now = 1_763_630_000_000;
const clock = {
  now: () => now,
  // A wait that a poll has cut short must not keep the test run alive.
  sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref()),
};
/** A read waits as long as its poll takes, so that a busy machine changes no answer; how long it may wait is tested with the unit. */
const patient = { ...clock, sleep: () => clock.sleep(30_000) };
/** The publisher waits for AppConfig's state alone. */
const passing = {
  ...clock,
  sleep: async (milliseconds: number) => {
    now += milliseconds;
  },
};
const seed = JSON.stringify({ rules: { default: { ...rule({ stripe: 1 }), version: 1, created: 1 } } });
const ruleOf = (stripe: number, name = 'default') => ({ name, targets: [{ psp: 'stripe', weight: stripe }] });

const arrange = async (options: AppConfigOptions = {}, ask = askAppConfig) => {
  const appConfig = await startAppConfig({ seed, now: clock.now, ...options });
  process.env.AWS_ENDPOINT_URL_APPCONFIG = appConfig.url;
  process.env.AWS_ENDPOINT_URL_APPCONFIGDATA = appConfig.url;
  const dataClient = createAppConfigDataClient();
  const events: LogRecord[] = [];
  const log = (event: LogRecord) => events.push(event);
  const control = createControlPlane((request) => ask(request), appConfig.ids);
  const read = createRulesReader({
    source: createConfigurationSource(dataClient, appConfig.ids),
    clock: patient,
    log: log,
  });
  cleanUp.push(async () => {
    dataClient.destroy();
    await appConfig.close();
  });
  const { ports, publish } = publisherOf({
    control,
    clock: passing,
    log: log,
    accounts: accountsOf('stripe', 'adyen'),
  });
  return {
    appConfig,
    control,
    events,
    publish,
    rollBack: async (to: number) =>
      publicationOf(
        await rollBackRule(ports, {
          name: 'default',
          to,
          author: 'author',
          request_id: 'req_1',
          approval_required: false,
        }),
      ),
    weight: async (name = 'default') => (await read()).rules[name]?.targets[0]?.weight,
  };
};
const refusal = (publishing: Promise<unknown>) =>
  publishing.then(
    () => undefined,
    ({ code, details }: ApiError) => ({ code, details }),
  );
const cleanUp: (() => Promise<void>)[] = [];
const before = { ...process.env };

beforeEach(() => {
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
  process.env = { ...before };
});

describe('the reader', () => {
  test('reads, polls with the next token, treats an empty body as unchanged, and delivers a change', async () => {
    const { events, publish, weight } = await arrange();
    expect(await weight()).toBe(1);
    for (let poll = 0; poll < 3; poll++) {
      now += 20_000;
      expect(await weight()).toBe(1);
    }
    expect(await publish(ruleOf(2))).toMatchObject({
      rule: { version: 2 },
      deployment: { state: 'active', number: 2 },
    });
    now += 20_000;
    expect(await weight()).toBe(2);
    expect(events.map(({ event }) => event)).toEqual([
      'routing_rules_loaded',
      'routing_rule_published',
      'routing_rules_loaded',
    ]);
  });

  test('keeps working while AppConfig is away for minutes, and finds the changes when it is back', async () => {
    const { appConfig, events, publish, weight } = await arrange();
    expect(await weight()).toBe(1);
    await appConfig.stop();
    for (let minute = 0; minute < 5; minute++) {
      now += 60_000;
      expect(await weight()).toBe(1);
    }
    expect(events.some(({ event }) => event === 'routing_rules_poll_failed')).toBe(true);
    await appConfig.start();
    await publish(ruleOf(2));
    now += 60_000;
    expect(await weight()).toBe(2);
  });

  test('does not take over an invalid document; the next publish repairs it', async () => {
    const { appConfig, events, publish, weight } = await arrange();
    expect(await weight()).toBe(1);
    appConfig.plant('{"rules":{"default":{"targets":[]}}}');
    now += 20_000;
    expect(await weight()).toBe(1);
    expect(events.at(-1)).toEqual({
      event: 'routing_rules_refused',
      code: 'parameter_missing',
      param: 'rules.default.name',
    });
    expect(await publish(ruleOf(1))).toMatchObject({ changed: true, rule: { version: 2 } });
    now += 20_000;
    expect(await weight()).toBe(1);
    expect(events.at(-1)).toMatchObject({ event: 'routing_rules_loaded' });
  });

  test('says unavailable if nothing was ever deployed', async () => {
    const appConfig = await startAppConfig({ now: clock.now });
    cleanUp.push(() => appConfig.close());
    process.env.AWS_ENDPOINT_URL_APPCONFIGDATA = appConfig.url;
    const client = createAppConfigDataClient();
    const read = createRulesReader({
      source: createConfigurationSource(client, appConfig.ids),
      clock: processClock,
      log: () => undefined,
    });
    expect(await refusal(read())).toMatchObject({ code: 'routing_unavailable', details: { retry_after: 1 } });
    client.destroy();
  });
});

describe('the publisher', () => {
  test('refuses a rule by its exact field before it asks AppConfig anything', async () => {
    const { appConfig, publish } = await arrange();
    await appConfig.close();
    expect(
      await refusal(publish({ name: 'default', targets: [{ psp: 'mollie', weight: 1 }] })),
    ).toMatchObject({
      code: 'parameter_invalid',
      details: { param: 'targets[0].psp' },
    });
  });

  test('says unavailable, with a time to try again, while AppConfig is away', async () => {
    const { appConfig, publish } = await arrange();
    await appConfig.close();
    expect(await refusal(publish(ruleOf(2)))).toMatchObject({
      code: 'routing_unavailable',
      details: { retry_after: 2 },
    });
  });

  test('does not wait: while a deployment runs the next publish is refused, then accepted', async () => {
    const { publish } = await arrange({ deploymentMs: 4_000 });
    now += 4_000;
    expect(await publish(ruleOf(2))).toMatchObject({ deployment: { state: 'deploying', number: 2 } });
    expect(await publish(ruleOf(2))).toMatchObject({
      changed: false,
      deployment: { state: 'deploying', number: 2 },
    });
    expect(await refusal(publish(ruleOf(3)))).toMatchObject({ code: 'routing_publish_in_progress' });
    now += 4_000;
    expect(await publish(ruleOf(3), { version: 2 })).toMatchObject({ rule: { version: 3 } });
  });

  for (const lost of [false, true])
    test(`a rollback ends the watched deployment${lost ? ', if the answer to that is lost, too' : ''}`, async () => {
      const watched = { watchMs: 300_000, rollbackMs: 1_200 };
      const { control, publish, rollBack, weight } = await arrange(watched, async (request) => {
        const answer = await askAppConfig(request);
        return lost && request.path.endsWith('/deployments/2') ? askAppConfig(request) : answer;
      });
      expect(await publish(ruleOf(2))).toMatchObject({ deployment: { state: 'deploying', number: 2 } });
      expect(await weight()).toBe(2);
      now += 60_000;
      expect(await refusal(publish(ruleOf(3)))).toEqual({
        code: 'routing_publish_in_progress',
        details: { retry_after: 240 },
      });
      expect(await rollBack(1)).toMatchObject({ rule: { version: 3 }, deployment: { number: 3 } });
      const { ofRules } = await control.deployments();
      expect(ofRules.map(({ number, state }) => `${number} ${state}`)).toEqual([
        '3 deploying',
        '2 rolled_back',
        '1 active',
      ]);
      now += 20_000;
      expect(await weight()).toBe(1);
    });

  test('of many at once, all that are accepted are in force, and the others change nothing', async () => {
    const { control, publish, weight } = await arrange();
    const names = Array.from({ length: 12 }, (_, index) => `rule_${index}`);
    const accepted: string[] = [];
    for (let round = 0; round < 3; round++) {
      const left = names.filter((name) => !accepted.includes(name));
      const results = await Promise.all(left.map((name) => refusal(publish(ruleOf(7, name)))));
      for (const [index, result] of results.entries())
        if (result === undefined) accepted.push(left[index] ?? '');
        else expect(result.code).toBe('routing_publish_in_progress');
    }
    expect(accepted.length).toBeGreaterThanOrEqual(3);
    for (const name of names) expect(await weight(name)).toBe(accepted.includes(name) ? 7 : undefined);
    expect((await control.versions()).length).toBe(1 + accepted.length);
  });

  test('withdraws the version if the validator refuses it', async () => {
    let valid = false;
    const { control, publish } = await arrange({
      validate: async () => {
        if (!valid) throw new Error('not today');
      },
    });
    expect(await refusal(publish(ruleOf(2)))).toMatchObject({ code: 'internal' });
    expect((await control.versions()).map(({ number }) => number)).toEqual([1]);
    valid = true;
    const { rule: published } = await publish(ruleOf(2));
    const [newest] = await control.versions();
    expect(published.version).toBe(2);
    expect(JSON.parse(await control.content(newest?.number ?? 0)).rules.default).toEqual(published);
  });

  test('recognises its own deployment when the answer to its start was lost', async () => {
    let lost = 0;
    const { publish, weight } = await arrange({}, async (request) => {
      const answer = await askAppConfig(request);
      if (request.method !== 'POST' || !request.path.endsWith('/deployments')) return answer;
      lost += 1;
      return askAppConfig(request);
    });
    expect(await publish(ruleOf(2))).toMatchObject({ rule: { version: 2 }, deployment: { number: 2 } });
    expect(lost).toBeGreaterThan(0);
    expect(await weight()).toBe(2);
  });

  test('keeps working beyond the quota of versions', async () => {
    const { control, publish } = await arrange();
    for (let change = 0; change < 110; change++) await publish(ruleOf(change + 2));
    expect((await control.versions()).length).toBe(51);
    expect(await publish(ruleOf(5), { version: 111 })).toMatchObject({
      previous: { version: 111 },
      rule: { version: 112 },
    });
  });

  test('a rolled-back deployment is not the base of the next publish', async () => {
    const { appConfig, publish, weight } = await arrange();
    await publish(ruleOf(2));
    await publish(ruleOf(9, 'other'));
    const stopped = await fetch(
      `${appConfig.url}/applications/${appConfig.ids.application}/environments/${appConfig.ids.environment}/deployments/3`,
      { method: 'DELETE', headers: { 'allow-revert': 'true' } },
    );
    expect(stopped.status).toBe(202);
    expect(await publish(ruleOf(3), { version: 2 })).toMatchObject({ rule: { version: 3 } });
    expect(await weight()).toBe(3);
    expect(await weight('other')).toBeUndefined();
  });
});
