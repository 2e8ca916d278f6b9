import { describe, expect, test } from '@jest/globals';
import { AppConfigRefusal } from '../../../lib/config/ask-app-config.ts';
import type { PublishedRule } from '../../../lib/types/routing.ts';
import { arrange, documentOf, inProgress, ruleOf, start_ms } from './arrange-publisher.ts';

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
    expect(await publish(ruleOf(2))).toMatchObject({ previous: { version: 1 }, rule: { version: 2 } });
  });

  test('a version of unknown age, made by hand, does not count as a publisher', async () => {
    const { appConfig, publish } = arrange();
    appConfig.plant('draft', { deployed: false });
    expect(await publish(ruleOf(2))).toMatchObject({ rule: { version: 2 } });
  });

  test('a version whose deployment was rolled back does not count as a publisher', async () => {
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
      expect(appConfig.removed).toEqual([]);
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
        expect(rules).toMatchObject({ default: { version: 1 }, other: { version: 1 } });
      }
      expect(appConfig.numbers()).toHaveLength(2);
    });

  test('we are so slow that ours was taken for an orphan: the deployment lock stops us and our version goes', async () => {
    const { appConfig, pass, publish, refusal } = arrange();
    appConfig.interleaved.deploy = async () => {
      pass(120_000);
      expect(await publish(ruleOf(9, 'other'))).toMatchObject({ rule: { version: 1 } });
    };
    expect(await refusal(publish(ruleOf(2)))).toEqual(inProgress);
    expect(appConfig.inForce()).toMatchObject({ rules: { default: { version: 1 }, other: { version: 1 } } });
    expect(appConfig.numbers()).toEqual([3, 1]);
  });
});

describe('the deployment', () => {
  test('that cannot start withdraws its version', async () => {
    const { appConfig, publish, refusal } = arrange();
    const cause = new AppConfigRefusal('400 BadRequestException', 400);
    appConfig.onDeploy(() => ({ outcome: 'refused', cause }));
    expect((await refusal(publish(ruleOf(2))))?.code).toBe('internal');
    expect(appConfig.numbers()).toEqual([1]);
    expect(await publish(ruleOf(2))).toMatchObject({ rule: { version: 2 }, deployment: { number: 2 } });
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

  test('whose repeat met its own effect is found', async () => {
    const { appConfig, publish } = arrange();
    appConfig.onDeploy((effect) => {
      effect();
      return { outcome: 'conflict' };
    });
    expect(await publish(ruleOf(2))).toMatchObject({ rule: { version: 2 }, deployment: { number: 2 } });
    expect(appConfig.removed).toEqual([]);
  });

  test('with an unknown outcome keeps its version: it may yet start', async () => {
    const { appConfig, publish, refusal } = arrange();
    appConfig.onDeploy(() => ({ outcome: 'unknown', cause: new Error('no answer') }));
    expect((await refusal(publish(ruleOf(2))))?.code).toBe('routing_unavailable');
    expect(appConfig.numbers()).toEqual([2, 1]);
  });
});

describe('hosted versions', () => {
  test('old versions go before the quota is reached', async () => {
    const { appConfig, publish } = arrange();
    for (let change = 0; change < 130; change++) await publish(ruleOf(change + 2, change % 2 ? 'a' : 'b'));
    expect(appConfig.numbers()).toHaveLength(51);
  });

  test('the version in force stays, however old it is', async () => {
    const { appConfig, publish, dryRun } = arrange();
    for (let draft = 0; draft < 60; draft++) appConfig.plant('', { deployed: false });
    await dryRun(ruleOf(2));
    expect(appConfig.removed).toEqual([]);
    await publish(ruleOf(2));
    expect(appConfig.removed.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6]);
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
  const { appConfig, publish, dryRun, refusal } = arrange(documentOf(...rules), [
    'stripe',
    ...Array.from({ length: 20 }, (_, target) => `account_with_a_long_name_${target}`),
  ]);
  const { version: _version, created: _created, ...more } = large('more', 1);
  for (const asked of [dryRun, publish])
    expect(await refusal(asked(more))).toMatchObject({
      code: 'parameter_invalid',
      details: { param: 'overrides' },
    });
  expect(appConfig.numbers()).toEqual([1]);
});
