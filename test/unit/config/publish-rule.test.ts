import { describe, expect, test } from '@jest/globals';
import type { RoutingRule } from '../../../lib/types/routing.ts';
import { targetsOf } from '../routing/fixtures.ts';
import { arrange, documentOf, ruleOf, seeded, start_ms } from './arrange-publisher.ts';

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
      state: 'published',
      deployment: { state: 'active', number: 2 },
    });
    expect(appConfig.inForce()).toEqual({
      rules: { default: published, other: { ...ruleOf(5, 'other'), version: 1, created: 7 } },
    });
  });

  test('creates a rule, even if there is none at all yet', async () => {
    const { appConfig, publish } = arrange(null);
    expect(await publish(ruleOf(3), { version: 0 })).toMatchObject({
      rule: { version: 1 },
      previous: undefined,
    });
    expect(Object.keys(appConfig.inForce().rules)).toEqual(['default']);
  });

  test('of an override that leaves payments without a PSP is refused, unless it is live or comes back', async () => {
    const { ports, publish, rollBack } = arrange();
    const override = { when: { currency: ['kwd'] }, targets: targetsOf({ adyen: 1 }) } as const;
    const { rule } = await publish({ ...ruleOf(2), overrides: [override] });
    for (const one of ports.accounts) {
      const { capabilities } = one;
      const amounts = { ...capabilities.amounts, currencies: ['eur'] };
      Object.assign(one, { capabilities: { ...capabilities, amounts } });
    }
    await publish({ ...ruleOf(3), overrides: [override] });
    await publish(ruleOf(4));
    const refused = publish({ ...ruleOf(5), overrides: [override] });
    await expect(refused).rejects.toThrow('overrides[0].when.currency[0]: none of the targets');
    expect((await rollBack(rule.version)).rule).toMatchObject({ overrides: [override] });
  });

  test('says that it is still deploying', async () => {
    const { appConfig, publish } = arrange();
    appConfig.startAs('deploying');
    expect((await publish(ruleOf(2))).deployment).toEqual({ state: 'deploying', number: 2 });
  });

  test('of an equal rule changes nothing and returns it, whatever version is asked for', async () => {
    const { appConfig, publish } = arrange();
    const { rule } = await publish(ruleOf(2), { version: 1 });
    const before = appConfig.numbers();
    expect(await publish(ruleOf(2), { version: 1 })).toEqual({
      rule,
      previous: rule,
      changed: false,
      state: 'published',
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

  test('counts the versions of each rule by itself', async () => {
    const { publish } = arrange();
    await publish(ruleOf(2));
    expect(await publish(ruleOf(9, 'other'))).toMatchObject({ rule: { version: 1 } });
    expect(await publish(ruleOf(2))).toMatchObject({ rule: { version: 2 }, changed: false });
    expect(await publish(ruleOf(3), { version: 2 })).toMatchObject({ rule: { version: 3 } });
    expect(await publish(ruleOf(8, 'other'), { version: 1 })).toMatchObject({ rule: { version: 2 } });
  });

  test('dry run: shows the effect and writes nothing', async () => {
    const { appConfig, dryRun, versions } = arrange();
    expect(await dryRun(ruleOf(2))).toEqual({
      rule: { ...ruleOf(2), version: 2, created: start_ms / 1000 },
      previous: seeded,
      changed: true,
      state: undefined,
      deployment: undefined,
    });
    expect(versions.rows()).toEqual([]);
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
        const { appConfig, publish, dryRun, refusal } = arrange();
        expect((await refusal((dry_run ? dryRun : publish)(rule, { version })))?.code).toBe(code);
        if (code !== undefined) expect(appConfig.numbers()).toEqual([1]);
      });
});

describe('the base', () => {
  test('is the newest deployment that was not rolled back', async () => {
    const { appConfig, publish } = arrange();
    await publish(ruleOf(2));
    await publish(ruleOf(9, 'other'));
    appConfig.settle(3, 'rolled_back');
    expect(await publish(ruleOf(3))).toMatchObject({ rule: { version: 3 } });
    expect(Object.keys(appConfig.inForce().rules)).toEqual(['default']);
  });

  test('is not a document that no reader accepts, and a publish repairs the deployed one, even with an equal rule', async () => {
    const { appConfig, events, publish } = arrange();
    appConfig.plant('{"rules":{"default":{}}}');
    expect(await publish(ruleOf(1))).toMatchObject({ changed: true, rule: { version: 2 } });
    expect(appConfig.inForce()).toMatchObject({ rules: { default: { version: 2 } } });
    expect(events[0]).toMatchObject({ event: 'routing_base_refused', version: 2 });
  });

  test('is not made up if no deployment holds rules', async () => {
    const { appConfig, publish, refusal } = arrange('[]');
    expect((await refusal(publish(ruleOf(1))))?.code).toBe('internal');
    expect(appConfig.numbers()).toEqual([1]);
  });
});
