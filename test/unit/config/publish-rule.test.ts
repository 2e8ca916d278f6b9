import { describe, expect, test } from '@jest/globals';
import { type PublishOptions, publishRule } from '../../../lib/config/publish-rule.ts';
import type { ApiError } from '../../../lib/types/api-error.ts';
import type { PaymentEvent } from '../../../lib/types/ports.ts';
import type { PublishedRule, RoutingRule } from '../../../lib/types/routing.ts';
import { rule as publishedRule } from '../routing/fixtures.ts';
import { fakeControlPlane } from './fake-control-plane.ts';

const start_ms = 1_763_630_000_000;
const ruleOf = (stripe: number, name = 'default'): RoutingRule => {
  const { version: _version, created: _created, ...rule } = publishedRule({ stripe });
  return { ...rule, name };
};
const documentOf = (...rules: PublishedRule[]) =>
  JSON.stringify({ rules: Object.fromEntries(rules.map((rule) => [rule.name, rule])) });
const seeded: PublishedRule = { ...ruleOf(1), version: 1, created: 1_763_000_000 };

const arrange = (seed: string | null = documentOf(seeded)) => {
  const appConfig = fakeControlPlane();
  if (seed !== null) appConfig.plant(seed);
  const events: PaymentEvent[] = [];
  let now = start_ms;
  const ports = {
    control: appConfig.control,
    clock: { now: () => now },
    report: (event: PaymentEvent) => events.push(event),
  };
  const publish = (rule: RoutingRule, options: PublishOptions = {}) => publishRule(ports, rule, options);
  const refusal = async (publishing: Promise<unknown>) =>
    publishing.then(
      () => undefined,
      ({ code, details }: ApiError) => ({ code, details }),
    );
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { appConfig, events, publish, refusal, pass };
};
const inProgress = { code: 'routing_publish_in_progress', details: { retry_after: 2 } };

describe('a publish', () => {
  test('replaces one rule, keeps the others, and answers the version it is in', async () => {
    const { appConfig, publish } = arrange(
      documentOf(seeded, { ...ruleOf(5, 'other'), version: 1, created: 7 }),
    );
    const published = { ...ruleOf(2), version: 2, created: start_ms / 1000 };
    expect(await publish(ruleOf(2))).toEqual({
      rule: published,
      previous: seeded,
      changed: true,
      deployment: { state: 'active', number: 2 },
    });
    expect(appConfig.inForce()).toEqual({
      rules: { default: published, other: { ...ruleOf(5, 'other'), version: 1, created: 7 } },
    });
  });

  test('creates a rule, also where there is none yet at all', async () => {
    const { appConfig, publish } = arrange(null);
    expect(await publish(ruleOf(3), { version: 0 })).toMatchObject({
      rule: { version: 1 },
      previous: undefined,
    });
    expect(Object.keys(appConfig.inForce().rules)).toEqual(['default']);
  });

  test('says that it is still deploying', async () => {
    const { appConfig, publish } = arrange();
    appConfig.startAs('deploying');
    expect((await publish(ruleOf(2))).deployment).toEqual({ state: 'deploying', number: 2 });
  });

  test('of an equal rule changes nothing and answers it, whatever version is asked for', async () => {
    const { appConfig, publish } = arrange();
    const { rule } = await publish(ruleOf(2), { version: 1 });
    const before = appConfig.numbers();
    expect(await publish(ruleOf(2), { version: 1 })).toEqual({
      rule,
      previous: rule,
      changed: false,
      deployment: { state: 'active', number: 2 },
    });
    expect(appConfig.numbers()).toEqual(before);
    expect(appConfig.deployments()).toHaveLength(2);
  });

  test('of an equal rule is answered while its deployment runs', async () => {
    const { appConfig, publish } = arrange();
    appConfig.startAs('deploying');
    await publish(ruleOf(2));
    expect(await publish(ruleOf(2))).toMatchObject({
      changed: false,
      deployment: { state: 'deploying', number: 2 },
    });
  });

  test('carries the version in which this rule last changed, not that of the document', async () => {
    const { publish } = arrange();
    await publish(ruleOf(2));
    await publish(ruleOf(9, 'other'));
    expect(await publish(ruleOf(2))).toMatchObject({ rule: { version: 2 }, changed: false });
    expect(await publish(ruleOf(3), { version: 2 })).toMatchObject({ rule: { version: 4 } });
  });

  test('dry: shows the effect and writes nothing', async () => {
    const { appConfig, publish } = arrange();
    expect(await publish(ruleOf(2), { dry_run: true })).toEqual({
      rule: { ...ruleOf(2), version: 2, created: start_ms / 1000 },
      previous: seeded,
      changed: true,
      deployment: undefined,
    });
    expect(appConfig.numbers()).toEqual([1]);
    expect(appConfig.deployments()).toHaveLength(1);
  });
});

describe('version', () => {
  const cases: [string, RoutingRule, number, string | undefined][] = [
    ['the current one', ruleOf(2), 1, undefined],
    ['an old one', ruleOf(2), 0, 'version_conflict'],
    ['a later one', ruleOf(2), 2, 'version_conflict'],
    ['0 for a rule there is not', ruleOf(2, 'new'), 0, undefined],
    ['1 for a rule there is not', ruleOf(2, 'new'), 1, 'version_conflict'],
    ['0 for a name every object has', ruleOf(2, 'constructor'), 0, undefined],
  ];
  for (const dry_run of [false, true])
    for (const [what, rule, version, code] of cases)
      test(`${what}${dry_run ? ', dry' : ''}: ${code ?? 'accepted'}`, async () => {
        const { appConfig, publish, refusal } = arrange();
        expect((await refusal(publish(rule, { version, dry_run })))?.code).toBe(code);
        if (code !== undefined) expect(appConfig.numbers()).toEqual([1]);
      });
});

describe('the base', () => {
  test('is the newest deployment that was not rolled back', async () => {
    const { appConfig, publish } = arrange();
    await publish(ruleOf(2));
    await publish(ruleOf(9, 'other'));
    appConfig.settle(3, 'rolled_back');
    expect(await publish(ruleOf(3))).toMatchObject({ rule: { version: 4 } });
    expect(Object.keys(appConfig.inForce().rules)).toEqual(['default']);
  });

  test('is not a document that no reader takes over, and a publish repairs what is deployed, even of an equal rule', async () => {
    const { appConfig, events, publish } = arrange();
    appConfig.plant('{"rules":{"default":{}}}');
    expect(await publish(ruleOf(1))).toMatchObject({ changed: true, rule: { version: 3 } });
    expect(appConfig.inForce()).toMatchObject({ rules: { default: { version: 3 } } });
    expect(events[0]).toMatchObject({ event: 'routing_base_refused', version: 2 });
  });

  test('is not made up where no deployment holds rules', async () => {
    const { appConfig, publish, refusal } = arrange('[]');
    expect((await refusal(publish(ruleOf(1))))?.code).toBe('internal');
    expect(appConfig.numbers()).toEqual([1]);
  });
});

describe('somebody else publishes', () => {
  test('a version that is not deployed yet: in progress while younger than 60 s, then an orphan', async () => {
    const { appConfig, pass, publish, refusal } = arrange();
    appConfig.plant(documentOf({ ...ruleOf(8), version: 2, created: 1 }), {
      deployed: false,
      published_ms: start_ms,
    });
    pass(59_999);
    expect(await refusal(publish(ruleOf(2)))).toEqual(inProgress);
    pass(1);
    expect(await publish(ruleOf(2))).toMatchObject({ previous: { version: 1 }, rule: { version: 3 } });
  });

  test('a version of unknown age, made by hand, is nobody between two calls', async () => {
    const { appConfig, publish } = arrange();
    appConfig.plant('draft', { deployed: false });
    expect(await publish(ruleOf(2))).toMatchObject({ rule: { version: 3 } });
  });

  test('a version whose deployment was rolled back is nobody between two calls', async () => {
    const { appConfig, publish } = arrange();
    await publish(ruleOf(2));
    appConfig.settle(2, 'rolled_back');
    expect(await publish(ruleOf(3))).toMatchObject({ rule: { version: 3 }, previous: { version: 1 } });
  });

  for (const state of ['deploying', 'rolling_back'] as const)
    test(`a deployment is ${state}: in progress, and nothing is created`, async () => {
      const { appConfig, publish, refusal } = arrange();
      await publish(ruleOf(2));
      appConfig.settle(2, state);
      expect(await refusal(publish(ruleOf(3)))).toEqual(inProgress);
      expect(appConfig.numbers()).toEqual([2, 1]);
    });

  for (const method of ['versions', 'content', 'create', 'deploy'] as const)
    test(`a whole publish between ours, before ${method}: one of the two wins, none is lost`, async () => {
      const { appConfig, publish, refusal } = arrange();
      appConfig.interleaved[method] = async () => {
        const other = await refusal(publish(ruleOf(9, 'other')));
        // Between our two calls the other one sees our version on its way.
        if (method === 'deploy') expect(other).toEqual(inProgress);
      };
      const mine = await refusal(publish(ruleOf(2)));
      const { rules } = appConfig.inForce();
      if (method === 'deploy') {
        expect(mine).toBeUndefined();
        expect(rules).toMatchObject({ default: { version: 2 } });
      } else {
        expect(mine).toEqual(inProgress);
        expect(rules).toMatchObject({ default: { version: 1 }, other: { version: 2 } });
      }
      expect(appConfig.numbers()).toHaveLength(2);
    });

  test('so slow that ours was taken for an orphan: the deployment lock stops us and our version goes', async () => {
    const { appConfig, pass, publish, refusal } = arrange();
    appConfig.interleaved.deploy = async () => {
      pass(120_000);
      expect(await publish(ruleOf(9, 'other'))).toMatchObject({ rule: { version: 3 } });
    };
    expect(await refusal(publish(ruleOf(2)))).toEqual(inProgress);
    expect(appConfig.inForce()).toMatchObject({ rules: { default: { version: 1 }, other: { version: 3 } } });
    expect(appConfig.numbers()).toEqual([3, 1]);
  });
});

describe('the deployment', () => {
  test('that cannot start takes its version back', async () => {
    const { appConfig, publish, refusal } = arrange();
    const cause = Object.assign(new Error(), { $metadata: { httpStatusCode: 400 } });
    appConfig.onDeploy(() => ({ outcome: 'refused', cause }));
    expect((await refusal(publish(ruleOf(2))))?.code).toBe('internal');
    expect(appConfig.numbers()).toEqual([1]);
    expect(await publish(ruleOf(2))).toMatchObject({ rule: { version: 4 }, deployment: { number: 2 } });
  });

  test('whose answer was lost is found', async () => {
    const { appConfig, publish } = arrange();
    appConfig.onDeploy((effect) => {
      effect();
      return { outcome: 'unknown', cause: new Error('no answer') };
    });
    expect(await publish(ruleOf(2))).toMatchObject({
      rule: { version: 2 },
      deployment: { state: 'active', number: 2 },
    });
  });

  test('whose repetition met its own effect is found', async () => {
    const { appConfig, publish } = arrange();
    appConfig.onDeploy((effect) => {
      effect();
      return { outcome: 'conflict' };
    });
    expect(await publish(ruleOf(2))).toMatchObject({ rule: { version: 2 }, deployment: { number: 2 } });
    expect(appConfig.removed).toEqual([]);
  });

  test('of which nobody knows leaves its version: it may yet start', async () => {
    const { appConfig, publish, refusal } = arrange();
    appConfig.onDeploy(() => ({ outcome: 'unknown', cause: new Error('no answer') }));
    expect((await refusal(publish(ruleOf(2))))?.code).toBe('routing_unavailable');
    expect(appConfig.numbers()).toEqual([2, 1]);
  });
});

describe('version numbers', () => {
  test('that are not the next one are foreseen the second time', async () => {
    const { appConfig, publish } = arrange();
    const gone = appConfig.plant('', { deployed: false });
    await appConfig.control.remove(gone);
    const { rule } = await publish(ruleOf(2));
    expect(rule.version).toBe(4);
    expect(appConfig.inForce().rules.default.version).toBe(4);
    expect(appConfig.numbers()).toEqual([4, 1]);
  });

  test('old versions go before the quota is reached, never the one in force', async () => {
    const { appConfig, publish } = arrange();
    for (let change = 0; change < 130; change++) await publish(ruleOf(change + 2, change % 2 ? 'a' : 'b'));
    expect(appConfig.numbers()).toHaveLength(51);
    // Drafts push the version in force out of those that are kept.
    for (let draft = 0; draft < 55; draft++) appConfig.plant('', { deployed: false });
    const inForce = appConfig.deployments()[0]?.version ?? 0;
    await publish(ruleOf(2), { dry_run: true });
    expect(appConfig.numbers()).toHaveLength(106);
    for (let change = 0; change < 12; change++) {
      const standing = appConfig.deployments()[0]?.version ?? 0;
      await publish(ruleOf(change + 2));
      expect(appConfig.numbers()).toContain(standing);
    }
    expect(inForce).toBe(131);
    expect(appConfig.numbers().length).toBeLessThan(70);
  });

  test('a version that cannot be deleted does not stop a publish', async () => {
    const { appConfig, events, publish } = arrange();
    for (let change = 0; change < 50; change++) await publish(ruleOf(change + 2));
    appConfig.interleaved.remove = async () => {
      throw new Error('throttled');
    };
    expect(await publish(ruleOf(1))).toMatchObject({ changed: true });
    expect(events.filter(({ event }) => event === 'routing_prune_failed')).toEqual([
      { event: 'routing_prune_failed', versions: 1 },
    ]);
  });
});

test('a document that would become too large is refused', async () => {
  const large = (name: string, index: number): PublishedRule => ({
    ...ruleOf(1, name),
    version: 1,
    created: index,
    overrides: Array.from({ length: 50 }, (_, at) => ({
      when: { amount: { gte: at + 1, lte: at + 1 } },
      targets: Array.from({ length: 20 }, (_, target) => ({
        psp: `account_with_a_long_name_${target}`,
        weight: 10_000,
      })),
    })),
  });
  const rules = Array.from({ length: 20 }, (_, index) => large(`r${index}`, index));
  const { appConfig, publish, refusal } = arrange(documentOf(...rules));
  const { version: _version, created: _created, ...more } = large('more', 1);
  for (const dry_run of [true, false])
    expect(await refusal(publish(more, { dry_run }))).toMatchObject({
      code: 'parameter_invalid',
      details: { param: 'overrides' },
    });
  expect(appConfig.numbers()).toEqual([1]);
});
