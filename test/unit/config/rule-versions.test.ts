import { describe, expect, test } from '@jest/globals';
import type { ApiError } from '../../../lib/types/api-error.ts';
import { arrange, documentOf, ruleOf, seeded, start_ms } from './arrange-publisher.ts';
import { dieAt } from './die-at.ts';

const codeOf = (publishing: Promise<unknown>) =>
  publishing.then(
    () => undefined,
    ({ code }: ApiError) => code,
  );

describe('a version', () => {
  test('says by whom, why, over what, and what it changed', async () => {
    const { publish, versions } = arrange();
    await publish(ruleOf(2), { author: 'ann', note: 'half' });
    expect(versions.rows()[0]).toEqual({
      v: 1,
      rev: 2,
      rule: 'default',
      version: 2,
      state: 'published',
      document: ruleOf(2),
      author: 'ann',
      request_id: 'req_1',
      note: 'half',
      created: start_ms / 1000,
      replaces: 1,
      diff: [{ path: 'targets[0].weight', before: 1, after: 2 }],
    });
  });

  test('from before versions were kept is recorded when it is replaced', async () => {
    const { publish, versions, states } = arrange();
    await publish(ruleOf(2));
    expect(states()).toEqual(['1 superseded', '2 published']);
    expect(versions.rows()[1]).toMatchObject({ author: null, note: null, document: ruleOf(1), diff: [] });
    expect(seeded.version).toBe(1);
  });

  test('that was never answered is open until AppConfig can no longer revert it', async () => {
    const { appConfig, publish, settle, states } = arrange();
    appConfig.startAs('deploying');
    await publish(ruleOf(2));
    expect(states()).toEqual(['1 superseded', '2 published open']);
    expect(await settle()).toEqual({ open: 1 });
    expect(states()).toEqual(['1 superseded', '2 published open']);
    appConfig.settle(2, 'active');
    await settle();
    expect(states()).toEqual(['1 superseded', '2 published']);
    expect(await settle()).toEqual({ open: 0 });
  });

  test('that AppConfig reverted is rolled back, and the one before is in force again', async () => {
    const { appConfig, events, publish, settle, states } = arrange();
    appConfig.startAs('deploying');
    await publish(ruleOf(2));
    appConfig.settle(2, 'rolled_back');
    await settle();
    expect(states()).toEqual(['1 published', '2 rolled_back']);
    expect(events.at(-1)).toEqual({ event: 'routing_rule_rolled_back', rule: 'default', version: 2 });
    appConfig.startAs('active');
    await publish(ruleOf(3));
    expect(states()).toEqual(['1 superseded', '2 rolled_back', '3 published']);
  });

  test('that AppConfig reverted is rolled back even if the next publish comes before the timer', async () => {
    const { appConfig, publish, settle, states } = arrange();
    appConfig.startAs('deploying');
    await publish(ruleOf(2));
    appConfig.settle(2, 'rolled_back');
    appConfig.startAs('active');
    await publish(ruleOf(3), { version: 1 });
    await settle();
    expect(states()).toEqual(['1 superseded', '2 rolled_back', '3 published']);
  });

  test('that AppConfig reverted, and somebody deployed again, is in force alone', async () => {
    const { appConfig, publish, settle, states } = arrange();
    appConfig.startAs('deploying');
    await publish(ruleOf(2));
    appConfig.settle(2, 'rolled_back');
    await settle();
    appConfig.startAs('active');
    await appConfig.control.deploy(2, 2);
    await publish(ruleOf(3));
    expect(states()).toEqual(['1 superseded', '2 superseded', '3 published']);
  });

  test('is not rolled back by a look at AppConfig from before its deployment', async () => {
    const { appConfig, publish, settle, states } = arrange();
    appConfig.startAs('deploying');
    const deploying = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    appConfig.interleaved.deploy = () => {
      deploying.resolve();
      return goOn.promise;
    };
    const publishing = publish(ruleOf(2));
    await deploying.promise;
    appConfig.interleaved.content = async () => {
      goOn.resolve();
      await publishing;
    };
    await settle();
    expect(states()).toEqual(['1 superseded', '2 published open']);
  });

  test('that AppConfig reverted brings back none that is replaced while the timer looks', async () => {
    const { appConfig, publish, settle, states } = arrange();
    appConfig.startAs('deploying');
    await publish(ruleOf(2));
    appConfig.settle(2, 'rolled_back');
    appConfig.startAs('active');
    appConfig.interleaved.content = async () => void (await publish(ruleOf(3)));
    await settle();
    await settle();
    expect(states()).toEqual(['1 superseded', '2 rolled_back', '3 published']);
  });

  test('of a new rule that AppConfig reverted leaves no rule', async () => {
    const { appConfig, publish, settle, states } = arrange();
    appConfig.startAs('deploying');
    await publish(ruleOf(2, 'new'));
    appConfig.settle(2, 'rolled_back');
    await settle();
    expect(states('new')).toEqual(['1 rolled_back']);
    appConfig.startAs('active');
    expect(await publish(ruleOf(3, 'new'), { version: 0 })).toMatchObject({ rule: { version: 2 } });
  });

  test('that could not be deployed is withdrawn, with its key', async () => {
    const { appConfig, publishWithKey, states } = arrange();
    appConfig.onDeploy(() => ({ outcome: 'conflict' }));
    expect(await codeOf(publishWithKey(ruleOf(2), 'k'))).toBe('routing_publish_in_progress');
    expect(states()).toEqual(['1 published']);
    expect(await publishWithKey(ruleOf(2), 'k')).toMatchObject({ version: 2, first: true });
  });
});

/** Every call of a publish once fails before its effect and once after it. */
describe('a publisher that dies anywhere', () => {
  const calls = ['remembered', 'newest', 'find', 'write', 'deployments', 'versions', 'content'] as const;
  const steps = [...calls, 'create', 'deploy'] as const;
  for (const after of [false, true])
    for (const step of steps)
      for (const nth of [1, 2, 3])
        test(`${after ? 'after' : 'before'} ${step} ${nth}: the next look records what is in force`, async () => {
          const { appConfig, publish, publishWithKey, pass, settle, states, versions } = arrange(
            documentOf(seeded, { ...ruleOf(5, 'other'), version: 1, created: 7 }),
          );
          await publish(ruleOf(2));
          const revive = dieAt([appConfig.control, versions.store], step, nth, after);
          const answered = await publishWithKey(ruleOf(3), 'k').catch(() => undefined);
          revive();
          pass(60_000);
          await settle();

          const inForce = appConfig.inForce().rules;
          expect(inForce.other).toMatchObject({ version: 1 });
          const { version } = inForce.default;
          if (answered) expect(version).toBe(answered.version);
          expect(states().filter((state) => state.endsWith('published'))).toEqual([`${version} published`]);
          expect(states().filter((state) => state.endsWith('open') || state.endsWith('draft'))).toEqual([]);

          // A repeat has the effect once, whatever happened.
          expect(await publishWithKey(ruleOf(3), 'k')).toMatchObject({ targets: ruleOf(3).targets });
          expect(appConfig.inForce().rules.default.targets).toEqual(ruleOf(3).targets);
          await publish(ruleOf(4));
          expect(await publishWithKey(ruleOf(3), 'k')).toMatchObject({ first: false });
          expect(appConfig.inForce().rules.default.targets).toEqual(ruleOf(4).targets);
          const numbers = states().map((state) => Number.parseInt(state, 10));
          expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        });
});

test('a publisher that dies after its deployment is recorded by the next one, and its repeat overwrites nothing', async () => {
  const { appConfig, publish, publishWithKey, settle, states, versions } = arrange();
  const revive = dieAt([appConfig.control, versions.store], 'deploy', 1, true);
  await publishWithKey(ruleOf(2), 'k').catch(() => undefined);
  revive();
  expect(states()).toEqual(['1 published', '2 draft open']);
  expect(await publish(ruleOf(3), { version: 2 })).toMatchObject({ rule: { version: 3 } });
  expect(states()).toEqual(['1 superseded', '2 superseded', '3 published']);
  expect(await publishWithKey(ruleOf(2), 'k')).toMatchObject({ version: 2, changed: true, first: false });
  expect(await settle()).toEqual({ open: 0 });
  expect(appConfig.inForce().rules.default).toMatchObject({ version: 3 });
});

describe('a publisher that was overtaken', () => {
  test('while it looked at AppConfig is refused, and brings nothing back', async () => {
    const { appConfig, publish, states } = arrange();
    await publish(ruleOf(2));
    appConfig.interleaved.content = async () => void (await publish(ruleOf(3)));
    expect(await codeOf(publish(ruleOf(4)))).toBe('routing_publish_in_progress');
    expect(states()).toEqual(['1 superseded', '2 superseded', '3 published']);
  });

  test('after its deployment is answered, and brings nothing back', async () => {
    const { publish, states, versions } = arrange();
    versions.interleaved.write = async () => {
      versions.interleaved.write = async () => void (await publish(ruleOf(3)));
    };
    expect(await publish(ruleOf(2))).toMatchObject({ changed: true, rule: { version: 2 } });
    expect(states()).toEqual(['1 superseded', '2 superseded', '3 published']);
  });
});

describe('an idempotency key', () => {
  test('gets the same bytes, and never overwrites what others did since', async () => {
    const { appConfig, publish, publishWithKey } = arrange();
    const first = await publishWithKey(ruleOf(2), 'k');
    expect(first).toMatchObject({ version: 2, changed: true, first: true });
    await publish(ruleOf(3));
    const again = await publishWithKey(ruleOf(2), 'k');
    expect([again.bytes, again.first]).toEqual([first.bytes, false]);
    expect(appConfig.inForce().rules.default).toMatchObject({ version: 3 });
  });

  test('of a publish that changed nothing is remembered, too', async () => {
    const { appConfig, publish, publishWithKey } = arrange();
    const first = await publishWithKey(ruleOf(1), 'k');
    expect(first).toMatchObject({ version: 1, changed: false });
    await publish(ruleOf(3));
    expect((await publishWithKey(ruleOf(1), 'k')).bytes).toBe(first.bytes);
    expect(appConfig.inForce().rules.default).toMatchObject({ version: 2 });
  });

  test('of another rule is refused, and so is one whose first call is still running', async () => {
    const { appConfig, publishWithKey } = arrange();
    let beside: string | undefined;
    appConfig.interleaved.deploy = async () => {
      beside = await codeOf(publishWithKey(ruleOf(2), 'k'));
    };
    await publishWithKey(ruleOf(2), 'k');
    expect(beside).toBe('idempotency_key_in_use');
    expect(await codeOf(publishWithKey(ruleOf(3), 'k'))).toBe('idempotency_key_reused');
  });

  test('whose first call ended during this one’s look gets its answer, not a conflict', async () => {
    const { appConfig, publishWithKey } = arrange();
    let first: Awaited<ReturnType<typeof publishWithKey>> | undefined;
    appConfig.interleaved.versions = async () => {
      first = await publishWithKey(ruleOf(2), 'k', { version: 1 });
    };
    const again = await publishWithKey(ruleOf(2), 'k', { version: 1 });
    expect([again.bytes, again.first]).toEqual([first?.bytes, false]);
  });

  test('is free again after a refusal', async () => {
    const { publishWithKey } = arrange();
    expect(await codeOf(publishWithKey(ruleOf(2), 'k', { version: 9 }))).toBe('version_conflict');
    expect(await publishWithKey(ruleOf(2), 'k', { version: 1 })).toMatchObject({ version: 2 });
  });
});

test('with a stale If-Match is refused, even for the rule now in force', async () => {
  const { approve, publish, rollBack } = arrange();
  await publish(ruleOf(2), { if_match: 1 });
  expect(await publish(ruleOf(2), { version: 1 })).toMatchObject({ changed: false });
  expect(await codeOf(publish(ruleOf(2), { if_match: 1 }))).toBe('version_conflict');
  expect(await codeOf(rollBack(2, { if_match: 1 }))).toBe('version_conflict');
  expect(await codeOf(rollBack(1, { version: 1 }))).toBe('version_conflict');
  await publish(ruleOf(3), { approval_required: true, author: 'ann' });
  await expect(approve(3, 'bob', { if_match: 1 })).rejects.toMatchObject({
    message: 'If-Match: expected "1" of rule default, but it is at version 2.',
    details: { param: 'if-match' },
  });
  expect(await approve(3, 'bob', { if_match: 2 })).toMatchObject({ rule: { version: 3 } });
});

describe('a rollback', () => {
  test('is a new version with the old content, and rolls back what it replaces', async () => {
    const { publish, rollBack, states, versions } = arrange();
    await publish(ruleOf(2));
    await publish(ruleOf(3));
    expect(await rollBack(1, { note: 'too much' })).toMatchObject({
      rule: { ...ruleOf(1), version: 4 },
      previous: { version: 3 },
    });
    expect(states()).toEqual(['1 superseded', '2 superseded', '3 rolled_back', '4 published']);
    expect(versions.rows()[0]).toMatchObject({ note: 'too much', replaces: 3 });
  });

  test('to what is in force changes nothing', async () => {
    const { publish, rollBack } = arrange();
    await publish(ruleOf(2));
    expect(await rollBack(2)).toMatchObject({ changed: false, rule: { version: 2 } });
  });

  test('needs an existing version that was in force, and checks the version that was seen', async () => {
    const { publish, refusal, rollBack } = arrange();
    await publish(ruleOf(2));
    await publish(ruleOf(3), { approval_required: true });
    expect(await refusal(rollBack(9))).toMatchObject({ code: 'resource_missing', details: { param: 'to' } });
    expect(await refusal(rollBack(3))).toMatchObject({ code: 'parameter_invalid', details: { param: 'to' } });
    expect(await codeOf(rollBack(1, { version: 1 }))).toBe('version_conflict');
  });
});

describe('four eyes', () => {
  const draft = { approval_required: true, author: 'ann' } as const;

  test('a draft is in force only once another key has approved it', async () => {
    const { appConfig, approve, publish, states, versions } = arrange();
    expect(await publish(ruleOf(2), draft)).toMatchObject({ state: 'draft', deployment: undefined });
    expect(appConfig.inForce().rules.default).toMatchObject({ version: 1 });
    expect(states()).toEqual(['2 draft']);
    expect(await approve(2, 'bob')).toMatchObject({ state: 'published', rule: { version: 2 } });
    expect(appConfig.inForce().rules.default).toMatchObject({ ...ruleOf(2), version: 2 });
    expect(states()).toEqual(['1 superseded', '2 published']);
    expect(versions.rows()[0]).toMatchObject({ author: 'ann', approved: { by: 'bob' } });
  });

  test('its author may not approve it under the name that its key had before keys had ids', async () => {
    const { approve, publish } = arrange();
    await publish(ruleOf(2), { ...draft, author: '0123456789ab' });
    expect(await codeOf(approve(2, 'key_0123456789ab'))).toBe('approval_by_author');
    expect(await codeOf(approve(2, 'key_0123456789ac'))).toBe(undefined);
  });

  test.each([
    ['ann@example.com', 'bob@example.com', undefined],
    ['ann@example.com', 'ann@example.com', 'approval_by_author'],
    ['ann@example.com', 'key_1', 'approval_by_author'],
    ['key_1', 'bob@example.com', undefined],
    ['key_1', 'key_2', undefined],
  ])('what %s wrote and %s approves: %s', async (author, approver, code) => {
    const { approve, publish } = arrange();
    await publish(ruleOf(2), { ...draft, author });
    expect(await codeOf(approve(2, approver))).toBe(code);
  });

  test('its author may not approve it, and nobody a version that is not a draft or does not exist', async () => {
    const { approve, publish } = arrange();
    await publish(ruleOf(2), draft);
    expect(await codeOf(approve(2, 'ann'))).toBe('approval_by_author');
    expect(await codeOf(approve(3, 'bob'))).toBe('resource_missing');
    await approve(2, 'bob');
    expect(await codeOf(approve(2, 'bob'))).toBe('version_conflict');
  });

  test('a draft over a rule other than the one in force is refused, so nothing is lost', async () => {
    const { appConfig, approve, publish } = arrange();
    await publish(ruleOf(2), draft);
    await publish(ruleOf(3), draft);
    await approve(3, 'bob');
    expect(await codeOf(approve(2, 'bob'))).toBe('version_conflict');
    expect(appConfig.inForce().rules.default).toMatchObject({ ...ruleOf(3), version: 3 });
  });

  test('an approval that could not be deployed leaves the draft as it was', async () => {
    const { appConfig, approve, publish, states } = arrange();
    await publish(ruleOf(2), draft);
    appConfig.onDeploy(() => ({ outcome: 'conflict' }));
    expect(await codeOf(approve(2, 'bob'))).toBe('routing_publish_in_progress');
    expect(states()).toEqual(['1 published', '2 draft']);
    expect(await approve(2, 'bob')).toMatchObject({ state: 'published' });
  });

  test('a rollback to an approved version needs no approval, one to any other does', async () => {
    const { approve, publish, rollBack } = arrange();
    await publish(ruleOf(2), draft);
    await approve(2, 'bob');
    await publish(ruleOf(3), draft);
    await approve(3, 'bob');
    expect(await rollBack(2, draft)).toMatchObject({ state: 'published', rule: { version: 4 } });
    expect(await rollBack(1, draft)).toMatchObject({ state: 'draft', rule: { version: 5 } });
  });
});
