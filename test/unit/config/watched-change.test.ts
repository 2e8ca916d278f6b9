import { describe, expect, test } from '@jest/globals';
import { AppConfigRefusal } from '../../../lib/config/ask-app-config.ts';
import { publishingError } from '../../../lib/config/publishing-errors.ts';
import { rollBackRule } from '../../../lib/config/roll-back-rule.ts';
import type { ApiError } from '../../../lib/types/api-error.ts';
import { arrange as arrangePublisher, documentOf, inProgress, ruleOf, seeded } from './arrange-publisher.ts';
import { dieAt } from './die-at.ts';

/** As in an environment where AppConfig watches each deployment for five minutes. */

const other = { ...ruleOf(5, 'other'), version: 1, created: 7 };
const minute = 60_000;

/** Version 2 of the default rule is in force, and nothing is watched yet. */
const arrange = async () => {
  const arranged = arrangePublisher(documentOf(seeded, other));
  const { appConfig, ports } = arranged;
  await arranged.publish(ruleOf(2));
  appConfig.startAs('deploying', ports.clock.now() + 5 * minute);
  return {
    ...arranged,
    weight: (name = 'default') => appConfig.inForce().rules[name]?.targets[0].weight,
    problem: (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        ({ code, message, details: { retry_after } }: ApiError) => ({ code, message, retry_after }),
      ),
    /** Deployments as `<number> <state>`, newest first. */
    deployments: () => appConfig.deployments().map(({ number, state }) => `${number} ${state}`),
    rollBackWithKey: (to: number, key: string) =>
      rollBackRule(ports, {
        name: 'default',
        to,
        author: 'author',
        request_id: 'req_1',
        approval_required: false,
        idempotency: { key, hash: String(to), view: 'full' },
      }),
  };
};

/** Version 3 of the default rule is a bad one, in the third deployment, which AppConfig watches. */
const arrangeBad = async () => {
  const arranged = await arrange();
  await arranged.publish(ruleOf(666));
  expect(arranged.states()).toEqual(['1 superseded', '2 superseded', '3 published open']);
  return arranged;
};
type Bad = Awaited<ReturnType<typeof arrangeBad>>;

describe('a rollback', () => {
  for (const to of [1, 2])
    test(`to version ${to} ends the watched deployment and is published at once`, async () => {
      const { appConfig, deployments, pass, rollBack, settle, states, weight } = await arrangeBad();
      pass(10_000);
      expect(await rollBack(to, { if_match: 3 })).toMatchObject({
        rule: { ...ruleOf(to), version: 4 },
        previous: { version: 3 },
        changed: true,
        deployment: { number: 4, state: 'deploying' },
      });
      expect(appConfig.stopped).toEqual([3]);
      expect([deployments()[0], deployments()[1]]).toEqual(['4 deploying', '3 rolled_back']);
      expect(weight()).toBe(to);
      const after = ['1 superseded', '2 superseded', '3 rolled_back', '4 published open'];
      expect(states()).toEqual(after);
      await settle();
      expect(states()).toEqual(after);
      appConfig.settle(4, 'active');
      await settle();
      expect(states()).toEqual([...after.slice(0, 3), '4 published']);
      expect(await settle()).toEqual({ open: 0 });
    });

  test('ends the watch of the rollback before it, too', async () => {
    const { appConfig, rollBack, states, weight } = await arrangeBad();
    await rollBack(2);
    await rollBack(1);
    expect(appConfig.stopped).toEqual([3, 4]);
    expect(weight()).toBe(1);
    expect(states()).toEqual([
      '1 superseded',
      '2 superseded',
      '3 rolled_back',
      '4 rolled_back',
      '5 published open',
    ]);
  });

  test('of one rule keeps the watched change of another', async () => {
    const { appConfig, publish, rollBack, settle, states, weight } = await arrange();
    await publish(ruleOf(8, 'other'));
    await rollBack(1);
    expect([weight(), weight('other')]).toEqual([1, 8]);
    await settle();
    expect(states('other')).toEqual(['1 superseded', '2 published open']);
    appConfig.settle(4, 'active');
    await settle();
    expect(states('other')).toEqual(['1 superseded', '2 published']);
  });

  test('of one rule after that of another leaves both rolled back', async () => {
    const { publish, rollBack, states, weight } = await arrange();
    await publish(ruleOf(8, 'other'));
    await rollBack(1, {}, 'other');
    await rollBack(1);
    expect([weight(), weight('other')]).toEqual([1, 5]);
    expect(states('other')).toEqual(['1 superseded', '2 rolled_back', '3 published open']);
  });

  test('ends a rollout that is watched', async () => {
    const { publish, rollBack, states, weight, appConfig } = await arrange();
    await publish(ruleOf(666), { rollout: { percent: 50 } });
    await rollBack(1);
    expect(weight()).toBe(1);
    expect(appConfig.inForce().rules.default.candidate).toBeUndefined();
    expect(states()).toEqual(['1 superseded', '2 rolled_back', '3 rolled_back open', '4 published open']);
  });

  test('that another key has to approve ends nothing until it is approved', async () => {
    const { appConfig, approve, rollBack, weight } = await arrangeBad();
    const draft = await rollBack(1, { approval_required: true, author: 'ann' });
    expect([draft.state, appConfig.stopped, weight()]).toEqual(['draft', [], 666]);
    expect(await approve(4, 'bob')).toMatchObject({ state: 'published' });
    expect([appConfig.stopped, weight()]).toEqual([[3], 1]);
  });

  test.each([
    ['to a version that does not exist', { to: 9 }, 'resource_missing'],
    ['over a version that is not in force', { to: 1, if_match: 2 }, 'version_conflict'],
    ['to what is in force', { to: 3 }, undefined],
  ])('%s ends nothing', async (_, { to, ...options }, code) => {
    const { appConfig, problem, rollBack, weight } = await arrangeBad();
    expect((await problem(rollBack(to, options)))?.code).toBe(code);
    expect([appConfig.stopped, weight()]).toEqual([[], 666]);
  });

  test('that AppConfig reverts leaves the rule from before the bad one', async () => {
    const { appConfig, rollBack, settle, states, weight } = await arrangeBad();
    await rollBack(1);
    appConfig.settle(4, 'rolled_back');
    await settle();
    expect(weight()).toBe(2);
    expect(states()).toEqual(['1 superseded', '2 published', '3 rolled_back', '4 rolled_back']);
  });
});

describe('the stop of a rollout', () => {
  test('by a person ends the deployment that AppConfig watches', async () => {
    const { appConfig, changeRollout, publish, states } = await arrange();
    await publish(ruleOf(666), { rollout: { percent: 50 } });
    expect((await changeRollout(0)).rule).toMatchObject({ version: 2 });
    expect(appConfig.stopped).toEqual([3]);
    expect(appConfig.inForce().rules.default).toMatchObject({ ...ruleOf(2), version: 2 });
    expect(appConfig.inForce().rules.default.candidate).toBeUndefined();
    expect(states()).toEqual(['1 superseded', '2 published', '3 rolled_back open']);
  });

  test('by its guard ends it as well, and a step waits', async () => {
    const { appConfig, events, health, pass, ports, publish, settle } = await arrange();
    const guard = { approval_drop_pp: 5 };
    await publish(ruleOf(666), { rollout: { percent: 50, then: [100], after_s: 60, guard } });
    pass(minute);
    await settle();
    expect(events.at(-1)).toMatchObject({ event: 'rollout_not_changed', to: 100 });
    expect(appConfig.stopped).toEqual([]);
    pass(minute);
    const at = Math.floor(ports.clock.now() / 5_000) * 5 - 10;
    const trial = { rule: 'default', version: 3, percent: 50 };
    const trials = [
      { ...trial, arm: 'control' as const, approval: { ok: 900, failed: 100 } },
      { ...trial, arm: 'candidate' as const, approval: { ok: 500, failed: 500 } },
    ];
    await health.addPart('s', { at, first: String(at), last: String(at), counts: [], trials });
    await settle();
    expect(appConfig.stopped).toEqual([3]);
    expect(appConfig.inForce().rules.default.candidate).toBeUndefined();
  });
});

describe('any other change', () => {
  const draft = { approval_required: true, author: 'ann' } as const;
  const changes: Record<string, (bad: Bad) => Promise<unknown>> = {
    'a publish': ({ publish }) => publish(ruleOf(4)),
    'a publish of what was in force before': ({ publish }) => publish(ruleOf(2)),
    'a new rule': ({ publish }) => publish(ruleOf(4, 'new')),
    'a deletion': ({ publish }) => publish(undefined, { deletes: 'other' }),
    'a rollout': ({ publish }) => publish(ruleOf(4, 'other'), { rollout: { percent: 10 } }),
    'an approval': async ({ approve, publish }) => {
      await publish(ruleOf(4), draft);
      return approve(4, 'bob');
    },
  };
  for (const [name, change] of Object.entries(changes))
    test(`${name} waits, and is told for how long and what works at once`, async () => {
      const bad = await arrangeBad();
      for (const [passes, retry_after, said] of [
        [0, 300, 5],
        [minute + 500, 240, 4],
        [3 * minute, 60, 1],
        [2 * minute, 2, 1],
      ] as const) {
        bad.pass(passes);
        expect(await bad.problem(change(bad))).toEqual({
          code: 'routing_publish_in_progress',
          message: `The last change of the routing rules is being watched for up to ${said} min. Nothing was changed. To act at once, roll back a rule, stop a rollout or take a PSP out.`,
          retry_after,
        });
        if (name === 'an approval') break;
      }
      expect([bad.appConfig.stopped, bad.weight(), bad.appConfig.numbers()]).toEqual([[], 666, [3, 2, 1]]);
    });
});

describe('the end of a watch', () => {
  test('that takes long is waited for', async () => {
    const { appConfig, rollBack, weight } = await arrangeBad();
    appConfig.rollBackAfter(20);
    await rollBack(1);
    expect(weight()).toBe(1);
  });

  test('that takes too long is told: the bad change is withdrawn, and the next try finds everything free', async () => {
    const { appConfig, pass, problem, rollBackWithKey, settle, states, weight } = await arrangeBad();
    appConfig.rollBackAfter(1_000);
    expect(await problem(rollBackWithKey(1, 'k'))).toEqual({
      code: 'routing_unavailable',
      message:
        'The last change of the routing rules was stopped: the rules from before it come back into force. Yours is not published yet. Try again.',
      retry_after: 2,
    });
    expect([weight(), appConfig.numbers()]).toEqual([2, [3, 2, 1]]);
    expect(await problem(rollBackWithKey(1, 'k'))).toMatchObject({ code: inProgress.code, retry_after: 2 });
    appConfig.settle(3, 'rolled_back');
    expect(await rollBackWithKey(1, 'k')).toMatchObject({ first: true });
    expect(weight()).toBe(1);
    pass(minute);
    await settle();
    expect(states()).toEqual(['1 superseded', '2 rolled_back', '3 rolled_back', '4 published open']);
  });

  test('whose response is lost is found', async () => {
    const { appConfig, rollBack, weight } = await arrangeBad();
    appConfig.onStop((effect) => {
      effect();
      throw publishingError(new AppConfigRefusal('400 BadRequestException', 400));
    });
    await rollBack(1);
    expect(weight()).toBe(1);
  });

  test.each([
    [403, 'internal'],
    [undefined, 'routing_unavailable'],
  ])('that AppConfig refuses with %s changes nothing', async (status, code) => {
    const { appConfig, problem, rollBackWithKey, states, weight } = await arrangeBad();
    appConfig.onStop(() => {
      throw publishingError(new AppConfigRefusal('no', status));
    });
    expect((await problem(rollBackWithKey(1, 'k')))?.code).toBe(code);
    expect([weight(), appConfig.numbers()]).toEqual([666, [3, 2, 1]]);
    expect(states()).toEqual(['1 superseded', '2 superseded', '3 published open']);
    expect(await rollBackWithKey(1, 'k')).toMatchObject({ first: true });
  });

  for (const state of ['rolled_back', 'active'] as const)
    test(`by itself a moment before, as ${state}, changes nothing for a rollback`, async () => {
      const { appConfig, rollBack, settle, states, weight } = await arrangeBad();
      appConfig.interleaved.stop = async () => appConfig.settle(3, state);
      await rollBack(1);
      await settle();
      expect(weight()).toBe(1);
      expect(states()).toEqual(['1 superseded', '2 superseded', '3 rolled_back', '4 published open']);
    });

  test('and a deployment that somebody else started: the rollback is not published, and says what is in force', async () => {
    const { appConfig, problem, rollBack, settle, states, weight } = await arrangeBad();
    appConfig.onDeploy(() => ({ outcome: 'conflict' }));
    expect(await problem(rollBack(1))).toMatchObject({
      code: 'routing_unavailable',
      message: expect.stringContaining('was stopped'),
    });
    await settle();
    expect(weight()).toBe(2);
    expect(states()).toEqual(['1 superseded', '2 published', '3 rolled_back']);
  });

  for (const state of ['deploying', 'rolling_back'] as const)
    test(`is not asked for while a deployment is ${state}: that is over in a moment`, async () => {
      const { appConfig, refusal, rollBack } = await arrangeBad();
      appConfig.settle(3, state);
      appConfig.rollBackAfter(1_000);
      expect(await refusal(rollBack(1))).toEqual(inProgress);
      expect(appConfig.stopped).toEqual([]);
    });
});

describe('two rollbacks at once', () => {
  for (const method of ['versions', 'content', 'create', 'stop', 'deploy'] as const)
    test(`the second before ${method} of the first: one of them wins, and it is in force alone`, async () => {
      const { appConfig, refusal, rollBack, settle, states, weight } = await arrangeBad();
      let second: unknown;
      appConfig.interleaved[method] = async () => {
        second = await refusal(rollBack(1));
      };
      const first = await refusal(rollBack(2));
      expect([first, second].filter((error) => error === undefined)).toHaveLength(1);
      expect([first, second]).toContainEqual(inProgress);
      expect(weight()).toBe(first === undefined ? 2 : 1);
      expect(appConfig.stopped).toEqual([3]);
      await settle();
      expect(states()).toEqual(['1 superseded', '2 superseded', '3 rolled_back', '4 published open']);
    });
});

test('a look at AppConfig between the end of the watch and the rollback records nothing', async () => {
  const { appConfig, publish, rollBack, settle, states, weight } = await arrange();
  await publish(ruleOf(8, 'other'));
  appConfig.interleaved.deploy = async () => {
    expect(weight('other')).toBe(5);
    await settle();
  };
  await rollBack(1);
  expect(weight('other')).toBe(8);
  expect(states('other')).toEqual(['1 superseded', '2 published open']);
  expect(states()).toEqual(['1 superseded', '2 rolled_back', '3 published open']);
});

/** Every call of a rollback once fails before its effect and once after it. */
describe('a rollback that dies anywhere', () => {
  const steps = ['find', 'newest', 'write', 'deployments', 'versions', 'content', 'create', 'stop', 'deploy'];
  for (const after of [false, true])
    for (const step of steps)
      for (const nth of [1, 2, 3])
        test(`${after ? 'after' : 'before'} ${step} ${nth}: the next look records what is in force, and it can be repeated`, async () => {
          const { appConfig, pass, rollBackWithKey, settle, states, versions, weight } = await arrangeBad();
          const revive = dieAt([appConfig.control, versions.store], step, nth, after);
          const answered = await rollBackWithKey(1, 'k').catch(() => undefined);
          revive();
          appConfig.settle(3, appConfig.stopped.length > 0 ? 'rolled_back' : 'active');
          if (answered) expect(weight()).toBe(1);
          pass(minute);
          await settle();
          await settle();
          const { version } = appConfig.inForce().rules.default;
          expect(states().filter((state) => /published/.test(state))).toEqual([
            expect.stringMatching(`^${version} published`),
          ]);
          expect(states().filter((state) => /draft/.test(state))).toEqual([]);
          expect(appConfig.inForce().rules.other).toEqual(other);

          await rollBackWithKey(1, 'k');
          expect(weight()).toBe(1);
        });
});
