import { describe, expect, test } from '@jest/globals';
import { startSettling } from '../../../lib/config/start-settling.ts';
import { renderRuleVersion } from '../../../lib/http/render-rule.ts';
import type { ApiError } from '../../../lib/types/api-error.ts';
import type { RolloutPlan } from '../../../lib/types/rollout.ts';
import type { RuleVersion } from '../../../lib/types/rule-version.ts';
import { type RolloutArm, rolloutArms, type TrialCount } from '../../../lib/types/trial.ts';
import { arrange, documentOf, ruleOf, seeded } from './arrange-publisher.ts';
import { dieAt } from './die-at.ts';

const rollout: RolloutPlan = { percent: 10 };
const steps = (then: readonly number[]) => ({ then });
const codeOf = (publishing: Promise<unknown>) =>
  publishing.then(
    () => undefined,
    ({ code }: ApiError) => code,
  );
const { version: _version, created: _created, ...control } = seeded;

describe('a rollout', () => {
  test('puts the candidate beside the rule, with a salt of its own', async () => {
    const { appConfig, publish, states, versions } = arrange();
    const published = await publish(ruleOf(2), { rollout });
    expect(published).toMatchObject({ changed: true, state: 'published', previous: { version: 1 } });
    expect(published.rule).toMatchObject({
      ...control,
      version: 1,
      candidate: { rule: { ...ruleOf(2), version: 2 }, percent: 10, salt: 'default/2' },
    });
    expect(appConfig.inForce().rules.default).toEqual(published.rule);
    expect(states()).toEqual(['1 published', '2 published open']);
    expect(versions.rows()[0]?.rollout).toMatchObject({
      percent: 10,
      steps: [],
      salt: 'default/2',
      changed: { to: 10, cause: 'asked', by: 'author', request_id: 'req_1' },
    });
    expect(versions.rows()[0]?.rollout?.change).toBeUndefined();
  });

  test('keeps its salt over all shares, and drops the steps it has passed', async () => {
    const { appConfig, changeRollout, publish, versions } = arrange();
    await publish(ruleOf(2), { rollout: { ...rollout, ...steps([20, 50, 100]), after_s: 60 } });
    for (const [to, steps] of [
      [30, [50, 100]],
      [5, [50, 100]],
      [50, [100]],
    ] as const) {
      const { rule, changed } = await changeRollout(to);
      expect([rule.version, rule.candidate?.percent, rule.candidate?.salt, changed]).toEqual([
        1,
        to,
        'default/2',
        true,
      ]);
      expect(appConfig.inForce().rules.default.candidate.percent).toBe(to);
      expect(versions.rows()[0]?.rollout).toMatchObject({ percent: to, steps, changed: { by: 'eve' } });
    }
    expect(await changeRollout(50)).toMatchObject({ changed: false });
  });

  test('whose next step was taken meanwhile is not changed, and the step stays', async () => {
    const { appConfig, changeRollout, publish, versions } = arrange();
    await publish(ruleOf(2), { rollout: { ...rollout, ...steps([20, 50, 100]) } });
    appConfig.interleaved.content = async () => void (await changeRollout(20));
    expect(await codeOf(changeRollout(5))).toBe('routing_publish_in_progress');
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(20);
    expect(versions.rows()[0]?.rollout).toMatchObject({
      percent: 20,
      steps: [50, 100],
      changed: { by: 'eve', to: 20 },
    });
  });

  test('that is complete takes the place of the rule', async () => {
    const { appConfig, changeRollout, publish, states, settle } = arrange();
    await publish(ruleOf(2), { rollout });
    expect(await changeRollout(100)).toMatchObject({ rule: { ...ruleOf(2), version: 2 } });
    expect(appConfig.inForce().rules.default).toMatchObject({ version: 2 });
    expect(appConfig.inForce().rules.default.candidate).toBeUndefined();
    expect(states()).toEqual(['1 superseded', '2 published']);
    expect(await settle()).toEqual({ open: 0 });
    await publish(ruleOf(3));
    expect(states()).toEqual(['1 superseded', '2 superseded', '3 published']);
  });

  test('that is stopped is rolled back, and its number is not given again', async () => {
    const { appConfig, changeRollout, publish, states, settle } = arrange();
    await publish(ruleOf(2), { rollout });
    expect((await changeRollout(0)).rule).toEqual(appConfig.inForce().rules.default);
    expect(appConfig.inForce().rules.default).toEqual(seeded);
    expect(states()).toEqual(['1 published', '2 rolled_back']);
    expect(await settle()).toEqual({ open: 0 });
    await publish(ruleOf(3), { rollout });
    expect(states()).toEqual(['1 published', '2 rolled_back', '3 published open']);
    expect(appConfig.inForce().rules.default.candidate.salt).toBe('default/3');
  });

  test('that is stopped brings back no rule that is replaced while the timer looks', async () => {
    const { appConfig, changeRollout, publish, settle, states } = arrange();
    await publish(ruleOf(2), { rollout });
    appConfig.startAs('deploying');
    await changeRollout(0);
    appConfig.settle(3, 'active');
    appConfig.startAs('active');
    appConfig.interleaved.content = async () => void (await publish(ruleOf(3)));
    await settle();
    expect(states()).toEqual(['1 superseded', '2 rolled_back', '3 published']);
  });

  test('blocks publishes of its rule meanwhile, and leaves other rules alone', async () => {
    const { appConfig, approve, dryRun, publish, states } = arrange();
    await publish(ruleOf(9), { approval_required: true });
    await publish(ruleOf(2), { rollout });
    for (const refused of [
      publish(ruleOf(3)),
      publish(ruleOf(2)),
      publish(ruleOf(1)),
      publish(ruleOf(3), { rollout }),
      publish(ruleOf(3), { approval_required: true }),
      dryRun(ruleOf(3)),
      approve(2, 'bob'),
    ])
      expect(await codeOf(refused)).toBe('rollout_in_progress');
    await publish(ruleOf(3, 'other'));
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(10);
    expect(states()).toEqual(['1 published', '2 draft', '3 published open']);
  });

  test('needs a rule to be compared with', async () => {
    const { publish, refusal } = arrange();
    expect(await refusal(publish(ruleOf(2, 'new'), { rollout }))).toMatchObject({
      code: 'parameter_invalid',
      details: { param: 'rollout' },
    });
  });

  test('in a dry run shows the candidate and writes nothing', async () => {
    const { appConfig, dryRun, states } = arrange();
    expect((await dryRun(ruleOf(2), { rollout } as never)).rule.candidate).toMatchObject({
      percent: 10,
      rule: { version: 2 },
    });
    expect(appConfig.inForce().rules.default.candidate).toBeUndefined();
    expect(states()).toEqual([]);
  });

  test('is ended by a rollback, also one to the rule it runs beside', async () => {
    for (const to of [1, 2]) {
      const { appConfig, publish, rollBack, settle, states } = arrange();
      await publish(ruleOf(2));
      await publish(ruleOf(3), { rollout });
      expect(await rollBack(to)).toMatchObject({ changed: true, rule: { version: 4 } });
      expect(appConfig.inForce().rules.default).toMatchObject({ ...ruleOf(to), version: 4 });
      expect(appConfig.inForce().rules.default.candidate).toBeUndefined();
      expect(states()).toEqual(['1 superseded', '2 rolled_back', '3 rolled_back', '4 published']);
      expect(await settle()).toEqual({ open: 0 });
    }
  });

  test('begins once another key has approved it', async () => {
    const { appConfig, approve, publish, states } = arrange();
    const draft = await publish(ruleOf(2), { rollout, approval_required: true });
    expect(draft).toMatchObject({
      state: 'draft',
      rule: { candidate: { percent: 10, rule: { version: 2 } } },
    });
    expect(appConfig.inForce().rules.default.candidate).toBeUndefined();
    await approve(2, 'bob');
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(10);
    expect(states()).toEqual(['1 published', '2 published open']);
  });

  test('is not that of another candidate than the caller saw, whatever was to become of it', async () => {
    const { appConfig, changeRollout, publish } = arrange();
    await publish(ruleOf(2), { rollout });
    await changeRollout(0);
    await publish(ruleOf(3), { rollout });
    for (const to of [0, 10, 50, 100])
      expect(await codeOf(changeRollout(to, { candidate: 2 }))).toBe('version_conflict');
    expect(appConfig.inForce().rules.default.candidate).toMatchObject({ rule: { version: 3 }, percent: 10 });
    expect(await changeRollout(100, { candidate: 3 })).toMatchObject({ rule: { version: 3 } });
  });

  test('whose publisher died after its deployment stays stopped: the repeat gets its answer', async () => {
    const { appConfig, changeRollout, publishWithKey, versions } = arrange();
    const revive = dieAt([appConfig.control, versions.store], 'deploy', 1, true);
    await publishWithKey(ruleOf(2), 'k', { rollout }).catch(() => undefined);
    revive();
    await changeRollout(0);
    expect(await publishWithKey(ruleOf(2), 'k', { rollout })).toMatchObject({
      first: false,
      candidate: { percent: 10 },
    });
    expect(appConfig.inForce().rules.default).toEqual(seeded);
  });

  test('that does not exist cannot be changed, and a stale If-Match changes nothing', async () => {
    const { changeRollout, publish } = arrange();
    expect(await codeOf(changeRollout(50))).toBe('resource_missing');
    expect(await codeOf(changeRollout(50, { name: 'none' }))).toBe('resource_missing');
    await publish(ruleOf(2), { rollout });
    expect(await codeOf(changeRollout(50, { if_match: 2 }))).toBe('version_conflict');
    expect(await changeRollout(50, { if_match: 1 })).toMatchObject({ changed: true });
  });

  test('gets the same answer to a repeat, whatever has happened since', async () => {
    const { changeRollout, ports, publish } = arrange();
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    await publish(ruleOf(2), { rollout });
    const ask = (to: number) =>
      changeRollout(to, { idempotency }).catch(async () => (await ports.versions.remembered('k'))?.answer);
    const first = await ask(50);
    await changeRollout(0);
    expect(await ask(50)).toEqual(first);
  });
});

describe('what AppConfig reverts', () => {
  test('at the beginning is the candidate', async () => {
    const { appConfig, publish, settle, states } = arrange();
    appConfig.startAs('deploying');
    await publish(ruleOf(2), { rollout });
    appConfig.settle(2, 'rolled_back');
    await settle();
    expect(states()).toEqual(['1 published', '2 rolled_back']);
  });

  test('at a step is the share, and no further step is taken', async () => {
    const { appConfig, changeRollout, publish, settle, versions } = arrange();
    await publish(ruleOf(2), { rollout: { percent: 10, ...steps([50, 100]), after_s: 60 } });
    appConfig.startAs('deploying');
    await changeRollout(20);
    appConfig.settle(3, 'rolled_back');
    await settle();
    expect(versions.rows()[0]).toMatchObject({
      state: 'published',
      rollout: { percent: 10, steps: [], changed: { cause: 'reverted', to: 10 } },
    });
  });

  test('at completion is the place of the rule', async () => {
    const { appConfig, changeRollout, publish, settle, states } = arrange();
    await publish(ruleOf(2), { rollout });
    appConfig.startAs('deploying');
    await changeRollout(100);
    expect(states()).toEqual(['1 superseded', '2 published open']);
    appConfig.settle(3, 'rolled_back');
    await settle();
    expect(states()).toEqual(['1 published', '2 published open']);
    appConfig.startAs('active');
    await changeRollout(0);
    expect(states()).toEqual(['1 published', '2 rolled_back']);
  });

  test('at completion takes it back also if the next call comes before the timer', async () => {
    for (const [next, after] of [
      ['complete', ['1 superseded', '2 published']],
      ['roll back', ['1 rolled_back', '2 rolled_back', '3 published']],
    ] as const) {
      const { appConfig, changeRollout, publish, rollBack, settle, states } = arrange();
      await publish(ruleOf(2), { rollout });
      appConfig.startAs('deploying');
      await changeRollout(100);
      appConfig.settle(3, 'rolled_back');
      appConfig.startAs('active');
      await (next === 'complete' ? changeRollout(100) : rollBack(2));
      await settle();
      expect(states()).toEqual(after);
    }
  });

  test.each([50, 100])(
    'is a stop: a share of %s %% that is then asked for counts, not the stop',
    async (to) => {
      const { appConfig, changeRollout, pass, publish, settle, versions } = arrange();
      await publish(ruleOf(2), { rollout });
      appConfig.startAs('deploying');
      await changeRollout(0);
      appConfig.settle(3, 'rolled_back');
      appConfig.startAs('active');
      const { rule } = await changeRollout(to);
      pass(60_000);
      await settle();
      expect(appConfig.inForce().rules.default).toEqual(rule);
      expect(versions.rows()[0]).toMatchObject({ state: 'published', rollout: { percent: to } });
      expect(versions.rows()[0]?.rollout?.change).toBeUndefined();
    },
  );

  test('is a rollback, and the one before it: the rollout that runs again is watched again', async () => {
    const { appConfig, pass, ports, publish, changeRollout, rollBack, settle, states } = arrange();
    await publish(ruleOf(2), { rollout });
    appConfig.startAs('deploying', ports.clock.now() + 300_000);
    await changeRollout(100);
    await rollBack(1);
    appConfig.settle(4, 'rolled_back');
    pass(60_000);
    await settle();
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(10);
    expect(states()).toEqual(['1 published', '2 published open', '3 rolled_back']);
  });
});

describe('automatically', () => {
  const stepwise: RolloutPlan = { percent: 10, ...steps([50, 100]), after_s: 60 };

  test('a rollout takes each step when its time has come, to the end', async () => {
    const { appConfig, pass, publish, settle, states, versions } = arrange();
    await publish(ruleOf(2), { rollout: stepwise });
    pass(59_999);
    await settle();
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(10);
    pass(1);
    await settle();
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(50);
    expect(versions.rows()[0]?.rollout).toMatchObject({ changed: { cause: 'step', by: null, to: 50 } });
    pass(59_999);
    await settle();
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(50);
    pass(1);
    await settle();
    expect(appConfig.inForce().rules.default).toMatchObject({ ...ruleOf(2), version: 2 });
    expect(states()).toEqual(['1 superseded', '2 published']);
    expect(await settle()).toEqual({ open: 0 });
  });

  test('two timers at once take one step', async () => {
    const { appConfig, pass, publish, settle, versions } = arrange();
    await publish(ruleOf(2), { rollout: stepwise });
    pass(60_000);
    await Promise.all([settle(), settle(), settle()]);
    expect(appConfig.deployments()).toHaveLength(3);
    expect(versions.rows()[0]?.rollout).toMatchObject({ percent: 50, steps: [100] });
  });

  test('a step waits for a publish in progress, and is taken then', async () => {
    const { appConfig, events, pass, publish, settle } = arrange();
    await publish(ruleOf(2), { rollout: stepwise });
    pass(60_000);
    appConfig.startAs('deploying');
    await publish(ruleOf(2, 'other'));
    await settle();
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(10);
    expect(events.at(-1)).toMatchObject({
      event: 'rollout_not_changed',
      code: 'routing_publish_in_progress',
    });
    appConfig.settle(3, 'active');
    appConfig.startAs('active');
    await settle();
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(50);
  });

  test('a change whose caller died is made a minute later, and answered', async () => {
    const { appConfig, changeRollout, pass, ports, publish, settle, versions } = arrange();
    await publish(ruleOf(2), { rollout });
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const revive = dieAt([appConfig.control, versions.store], 'deploy', 1, false);
    await changeRollout(0, { idempotency }).catch(() => undefined);
    revive();
    pass(59_999);
    await settle();
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(10);
    pass(1);
    await settle();
    expect(appConfig.inForce().rules.default).toEqual(seeded);
    const { answer } = (await ports.versions.remembered('k')) ?? {};
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ version: 1, changed: true });
  });

  test('a stop does not wait for a stuck change, whose key is free again', async () => {
    const { appConfig, changeRollout, pass, ports, publish, settle, versions } = arrange();
    await publish(ruleOf(2), { rollout });
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const revive = dieAt([appConfig.control, versions.store], 'deploy', 1, false);
    await changeRollout(50, { idempotency }).catch(() => undefined);
    revive();
    await appConfig.control.remove(appConfig.numbers()[0] ?? 0);
    expect(await codeOf(changeRollout(60))).toBe('routing_publish_in_progress');
    await changeRollout(0);
    pass(60_000);
    await settle();
    expect(appConfig.inForce().rules.default).toEqual(seeded);
    expect(await ports.versions.remembered('k')).toBeUndefined();
  });

  test('a stop that could not begin leaves a stuck change that can still be made and recorded', async () => {
    const { appConfig, changeRollout, pass, publish, settle, versions } = arrange();
    await publish(ruleOf(2), { rollout });
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const revive = dieAt([appConfig.control, versions.store], 'deploy', 1, false);
    await changeRollout(50, { idempotency }).catch(() => undefined);
    revive();
    await appConfig.control.remove(appConfig.numbers()[0] ?? 0);
    appConfig.onDeploy(() => ({ outcome: 'conflict' }));
    expect(await codeOf(changeRollout(0))).toBe('routing_publish_in_progress');
    pass(60_000);
    await settle();
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(50);
    expect(versions.rows()[0]?.rollout).toMatchObject({ percent: 50, changed: { to: 50 } });
    expect(versions.rows()[0]?.rollout?.change).toBeUndefined();
    expect(await settle()).toEqual({ open: 1 });
  });

  test('a stop that AppConfig reverts is repeated', async () => {
    const { appConfig, changeRollout, pass, publish, settle, states } = arrange();
    await publish(ruleOf(2), { rollout });
    appConfig.startAs('deploying');
    await changeRollout(0);
    expect(states()).toEqual(['1 published', '2 rolled_back open']);
    appConfig.settle(3, 'rolled_back');
    appConfig.startAs('active');
    pass(60_000);
    await settle();
    expect(appConfig.inForce().rules.default).toEqual(seeded);
    expect(states()).toEqual(['1 published', '2 rolled_back']);
  });
});

test('the timer is started while a version is open, and its starter does not fail with it', async () => {
  const { events, ports, publish } = arrange();
  let started = 0;
  const start = async () => void started++;
  await startSettling({ ...ports, start });
  expect(started).toBe(0);
  await publish(ruleOf(2), { rollout });
  await startSettling({ ...ports, start });
  expect(started).toBe(1);
  await startSettling({ ...ports, start: () => Promise.reject(new TypeError('no')) });
  expect(events.at(-1)).toEqual({ event: 'settling_not_started', error: 'TypeError' });
});

describe('the guard', () => {
  const guarded: RolloutPlan = { percent: 50, ...steps([100]), after_s: 600, guard: { approval_drop_pp: 5 } };
  const approvals = { control: [90, 10], candidate: [90, 10] } as const;

  /** So many first attempts of each arm, approved and not, in the window that ends ten seconds before now. */
  const count = async (
    { health, ports }: Pick<ReturnType<typeof arrange>, 'health' | 'ports'>,
    arms: Readonly<Record<RolloutArm, readonly [number, number]>>,
    changes: Partial<TrialCount> = {},
    behind_s = 10,
  ) => {
    const at = Math.floor(ports.clock.now() / 5_000) * 5 - behind_s;
    const trials = rolloutArms.map((arm): TrialCount => {
      const [ok, failed] = arms[arm];
      return { rule: 'default', version: 2, percent: 50, arm, approval: { ok, failed }, ...changes };
    });
    await health.addPart('s', { at, first: String(at), last: String(at), counts: [], trials });
  };

  test('withdraws a candidate that approves less, and says on what evidence', async () => {
    const arranged = arrange();
    const { appConfig, events, pass, publish, settle, states, versions } = arranged;
    await publish(ruleOf(2), { rollout: guarded });
    for (let minute = 0; minute < 9 && states()[1] === '2 published open'; minute++) {
      pass(60_000);
      await count(arranged, { control: [90, 10], candidate: [70, 30] });
      await settle();
    }
    expect(appConfig.inForce().rules.default).toEqual(seeded);
    expect(states()).toEqual(['1 published', '2 rolled_back']);
    expect(versions.rows()[0]?.rollout?.changed).toMatchObject({ to: 0, cause: 'guard', by: null });
    expect(events).toContainEqual({ event: 'rollout_stopped_by_guard', rule: 'default', version: 2 });
    const { rollout } = renderRuleVersion(versions.rows()[0] as RuleVersion);
    const observed = rollout?.guard?.observed;
    expect(observed?.evidence).toBeGreaterThan(Math.log(100));
    expect(observed?.control.approved).toBe(0.9 * (observed?.control.attempts ?? 0));
    expect(observed?.candidate.approved).toBe(0.7 * (observed?.candidate.attempts ?? 0));
  });

  test('leaves one alone that is as good, to the last step', async () => {
    const arranged = arrange();
    const { appConfig, pass, publish, settle, states } = arranged;
    await publish(ruleOf(2), { rollout: guarded });
    for (let minute = 0; minute < 10; minute++) {
      pass(60_000);
      await count(arranged, approvals);
      await settle();
    }
    expect(appConfig.inForce().rules.default).toMatchObject({ version: 2 });
    expect(states()).toEqual(['1 superseded', '2 published']);
  });

  test('withdraws a candidate whose step is due at the same time', async () => {
    const arranged = arrange();
    const { appConfig, pass, publish, settle } = arranged;
    await publish(ruleOf(2), { rollout: guarded });
    pass(600_000);
    await count(arranged, { control: [900, 100], candidate: [500, 500] });
    await settle();
    expect(appConfig.inForce().rules.default).toEqual(seeded);
  });

  test('counts each window once, whoever looks and how often, and none of other rollouts', async () => {
    const arranged = arrange();
    const { pass, publish, settle, versions } = arranged;
    await publish(ruleOf(2), { rollout: guarded });
    pass(60_000);
    await count(arranged, approvals);
    await count(arranged, { control: [0, 999], candidate: [0, 999] }, { version: 3 }, 15);
    await count(arranged, { control: [0, 999], candidate: [0, 999] }, { rule: 'other' }, 20);
    await Promise.all([settle(), settle(), settle()]);
    await settle();
    expect(versions.rows()[0]?.rollout?.guarded).toMatchObject({
      control: { ok: 90, failed: 10 },
      candidate: { ok: 90, failed: 10 },
    });
  });

  test('does not look at a window that is still open, and finds it afterwards', async () => {
    const arranged = arrange();
    const { pass, publish, settle, versions } = arranged;
    await publish(ruleOf(2), { rollout: guarded });
    pass(60_000);
    await count(arranged, approvals, {}, 5);
    await settle();
    expect(versions.rows()[0]?.rollout?.guarded).toBeUndefined();
    pass(5_000);
    await settle();
    expect(versions.rows()[0]?.rollout?.guarded).toMatchObject({ control: { ok: 90, failed: 10 } });
  });

  test('withdraws the candidate even if that could not be put into force at once', async () => {
    const arranged = arrange();
    const { appConfig, pass, publish, settle, versions } = arranged;
    await publish(ruleOf(2), { rollout: guarded });
    pass(60_000);
    await count(arranged, { control: [900, 100], candidate: [500, 500] });
    const revive = dieAt([appConfig.control, versions.store], 'create', 1, false);
    await settle().catch(() => undefined);
    revive();
    expect(appConfig.inForce().rules.default.candidate.percent).toBe(50);
    await settle();
    expect(appConfig.inForce().rules.default).toEqual(seeded);
  });

  test('leaves a change to its caller that is just being made, and withdraws the candidate a minute later', async () => {
    const arranged = arrange();
    const { appConfig, changeRollout, pass, publish, settle, versions } = arranged;
    await publish(ruleOf(2), { rollout: guarded });
    pass(60_000);
    await count(arranged, { control: [900, 100], candidate: [500, 500] });
    appConfig.interleaved.deploy = async () => void (await settle());
    await changeRollout(60);
    expect(versions.rows()[0]?.rollout?.changed).toMatchObject({ to: 60, cause: 'asked', by: 'eve' });
    pass(60_000);
    await settle();
    expect(appConfig.inForce().rules.default).toEqual(seeded);
    expect(versions.rows()[0]?.rollout?.changed).toMatchObject({ to: 0, cause: 'guard' });
  });

  test('does not answer a stuck change with the withdrawal: its key is free again', async () => {
    const arranged = arrange();
    const { appConfig, changeRollout, pass, ports, publish, settle, versions } = arranged;
    await publish(ruleOf(2), { rollout: guarded });
    const idempotency = { key: 'k', hash: 'h', view: 'full' } as const;
    const revive = dieAt([appConfig.control, versions.store], 'deploy', 1, false);
    await changeRollout(60, { idempotency }).catch(() => undefined);
    revive();
    pass(60_000);
    await count(arranged, { control: [900, 100], candidate: [500, 500] });
    await settle();
    expect(appConfig.inForce().rules.default).toEqual(seeded);
    expect(await ports.versions.remembered('k')).toBeUndefined();
  });

  test('leaves a step to the timer that is just taking it, and withdraws the candidate a minute later', async () => {
    const arranged = arrange();
    const { appConfig, events, pass, publish, settle, versions } = arranged;
    await publish(ruleOf(2), { rollout: { ...guarded, ...steps([60, 100]) } });
    pass(600_000);
    appConfig.interleaved.deploy = async () => {
      pass(5_000);
      await count(arranged, { control: [900, 100], candidate: [500, 500] });
      await settle();
    };
    await settle();
    expect(versions.rows()[0]?.rollout).toMatchObject({ steps: [100], changed: { to: 60, cause: 'step' } });
    expect(events).not.toContainEqual(expect.objectContaining({ event: 'rollout_stopped_by_guard' }));
    pass(60_000);
    await settle();
    expect(appConfig.inForce().rules.default).toEqual(seeded);
  });

  test('withdraws the candidate although AppConfig reverts the last step before that could begin', async () => {
    const arranged = arrange();
    const { appConfig, changeRollout, events, pass, publish, settle, versions } = arranged;
    await publish(ruleOf(2), { rollout: guarded });
    appConfig.startAs('deploying');
    await changeRollout(60);
    pass(60_000);
    await count(arranged, { control: [900, 100], candidate: [500, 500] });
    await settle();
    expect(events.at(-1)).toMatchObject({ event: 'rollout_not_changed', to: 0 });
    appConfig.settle(3, 'rolled_back');
    appConfig.startAs('active');
    await settle();
    expect(appConfig.inForce().rules.default).toEqual(seeded);
    expect(versions.rows()[0]).toMatchObject({
      state: 'rolled_back',
      rollout: { changed: { to: 0, cause: 'guard' } },
    });
  });

  test('stops nothing if there is none', async () => {
    const arranged = arrange();
    const { pass, publish, settle, states } = arranged;
    await publish(ruleOf(2), { rollout: { percent: 50 } });
    pass(60_000);
    await count(arranged, { control: [900, 100], candidate: [500, 500] });
    await settle();
    expect(states()).toEqual(['1 published', '2 published open']);
  });
});

/** Every call of a change once fails before its effect and once after it. */
describe('a crash anywhere in a change of a rollout', () => {
  const calls = ['find', 'write', 'deployments', 'versions', 'content', 'create', 'deploy'] as const;
  for (const to of [0, 50, 100])
    for (const after of [false, true])
      for (const step of calls)
        for (const nth of [1, 2])
          test(`to ${to}, ${after ? 'after' : 'before'} ${step} ${nth}: the next look agrees with the document`, async () => {
            const { appConfig, changeRollout, pass, publish, settle, states, versions } = arrange(
              documentOf(seeded, { ...ruleOf(5, 'other'), version: 1, created: 7 }),
            );
            await publish(ruleOf(2), { rollout });
            const revive = dieAt([appConfig.control, versions.store], step, nth, after);
            const answered = await changeRollout(to).catch(() => undefined);
            revive();
            pass(60_000);
            await settle();

            const rule = appConfig.inForce().rules.default;
            const percent = rule.version === 2 ? 100 : (rule.candidate?.percent ?? 0);
            expect([10, to]).toContain(percent);
            if (answered) expect(percent).toBe(to);
            const [row] = versions.rows();
            expect(row?.rollout).toMatchObject({ percent });
            expect(row?.rollout?.change).toBeUndefined();
            expect(row?.state).toBe(percent === 0 ? 'rolled_back' : 'published');
            expect(states()[0]).toBe(percent === 100 ? '1 superseded' : '1 published');
            expect(row?.open_since !== undefined).toBe(percent > 0 && percent < 100);
            expect(appConfig.inForce().rules.other).toMatchObject({ version: 1 });
          });
});
