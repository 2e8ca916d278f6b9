import { describe, expect, test } from '@jest/globals';
import { arrange, documentOf, inProgress, ruleOf, seeded } from './arrange-publisher.ts';
import { dieAt } from './die-at.ts';

const eu = { ...ruleOf(5, 'eu'), version: 1, created: 7 };

/** With a rule to delete beside the default one. */
const arrangeEu = () => {
  const arranged = arrange(documentOf(seeded, eu));
  const { publish, appConfig, approve: _, ...others } = arranged;
  return {
    ...others,
    appConfig,
    publish,
    remove: (options: Parameters<typeof publish>[1] = {}) =>
      publish(undefined, { deletes: 'eu', ...options }),
    inForce: (): readonly string[] => Object.keys(appConfig.inForce().rules),
  };
};

describe('a rule that is deleted', () => {
  test('leaves the document, and a version says by whom and why', async () => {
    const { remove, inForce, states, versions } = arrangeEu();
    expect(await remove({ author: 'ann', note: 'no more', version: 1 })).toMatchObject({
      rule: { name: 'eu', version: 2, deleted: true },
      previous: { version: 1 },
      changed: true,
      state: 'published',
    });
    expect(inForce()).toEqual(['default']);
    expect(states('eu')).toEqual(['1 superseded', '2 published']);
    const deletion = versions.rows().find(({ rule, version }) => rule === 'eu' && version === 2);
    expect(deletion).toMatchObject({ document: null, author: 'ann', note: 'no more', replaces: 1 });
    expect(deletion?.diff.find(({ path }) => path === 'targets')).toMatchObject({ after: null });
  });

  test('is gone for a second deletion, and for whoever expects a version of it', async () => {
    const { remove, publish, refusal } = arrangeEu();
    await remove();
    const missing = { code: 'resource_missing', details: { param: 'name' } };
    expect(await refusal(remove())).toEqual(missing);
    expect(await refusal(publish(undefined, { deletes: 'us' }))).toEqual(missing);
    const conflict = { code: 'version_conflict', details: { param: 'version' } };
    for (const version of [1, 2])
      expect(await refusal(publish(ruleOf(3, 'eu'), { version }))).toEqual(conflict);
  });

  test('comes back as the version after its deletion: published, or rolled back', async () => {
    const { remove, publish, rollBack, states, inForce } = arrangeEu();
    await remove();
    expect(await publish(ruleOf(3, 'eu'), { version: 0 })).toMatchObject({ rule: { version: 3 } });
    expect(states('eu')).toEqual(['1 superseded', '2 superseded', '3 published']);
    await remove({ version: 3 });
    expect(await rollBack(1, {}, 'eu')).toMatchObject({ rule: { version: 5, ...ruleOf(5, 'eu') } });
    expect(states('eu').slice(2)).toEqual(['3 superseded', '4 rolled_back', '5 published']);
    expect(inForce()).toEqual(['default', 'eu']);
  });

  test('cannot be rolled back to: a deletion is asked for as one', async () => {
    const { remove, publish, rollBack, refusal } = arrangeEu();
    await remove();
    await publish(ruleOf(3, 'eu'));
    expect(await refusal(rollBack(2, {}, 'eu'))).toEqual({
      code: 'parameter_invalid',
      details: { param: 'to' },
    });
  });

  test('is kept if another version of it is in force, if it is rolled out, or if it is the default', async () => {
    const { remove, publish, refusal, inForce } = arrangeEu();
    const conflict = { code: 'version_conflict', details: { param: 'if-match' } };
    expect(await refusal(remove({ if_match: 2 }))).toEqual(conflict);
    expect(await refusal(publish(undefined, { deletes: 'default' }))).toEqual({
      code: 'parameter_invalid',
      details: { param: 'name' },
    });
    await publish(ruleOf(3, 'eu'), { rollout: { percent: 10 } });
    for (const rollback of [undefined, true] as const)
      expect(await refusal(remove(rollback && { rollback }))).toMatchObject({ code: 'rollout_in_progress' });
    expect(inForce()).toEqual(['default', 'eu']);
  });

  test('needs approval where publishing does, and only for what was seen', async () => {
    const { remove, publish, ports, refusal, inForce, states } = arrangeEu();
    const { approveVersion } = await import('../../../lib/config/approve-version.ts');
    const approve = (version: number) =>
      approveVersion(ports, { name: 'eu', version, approver: 'bob', request_id: 'req_2' });
    expect(await remove({ approval_required: true })).toMatchObject({ state: 'draft' });
    expect([inForce(), states('eu')]).toEqual([['default', 'eu'], ['2 draft']]);
    await publish(ruleOf(3, 'eu'));
    expect(await refusal(approve(2))).toMatchObject({ code: 'version_conflict' });
    await remove({ approval_required: true });
    expect(await approve(4)).toMatchObject({ publication: { rule: { deleted: true, version: 4 } } });
    expect(inForce()).toEqual(['default']);
    // What is to come back replaces the deletion, whatever drafts lie above it.
    await publish(ruleOf(6, 'eu'), { approval_required: true });
    await publish(ruleOf(7, 'eu'), { approval_required: true });
    expect(await approve(6)).toMatchObject({ publication: { rule: { version: 6 } } });
    expect(states('eu').slice(-4)).toEqual(['3 superseded', '4 superseded', '5 draft', '6 published']);
  });
});

describe('a deletion that AppConfig reverts', () => {
  test('is rolled back, and the rule is in force again', async () => {
    const { appConfig, remove, publish, settle, states, refusal } = arrangeEu();
    appConfig.startAs('deploying');
    await remove();
    expect(states('eu')).toEqual(['1 superseded', '2 published open']);
    expect(await refusal(publish(ruleOf(3, 'eu')))).toEqual(inProgress);
    appConfig.settle(2, 'rolled_back');
    await settle();
    expect(states('eu')).toEqual(['1 published', '2 rolled_back']);
    appConfig.startAs('active');
    expect(await remove({ version: 1 })).toMatchObject({ rule: { version: 3, deleted: true } });
    expect(states('eu')).toEqual(['1 superseded', '2 rolled_back', '3 published']);
  });

  test('is final once AppConfig can no longer revert it', async () => {
    const { appConfig, remove, settle, states } = arrangeEu();
    appConfig.startAs('deploying');
    await remove();
    appConfig.settle(2, 'active');
    await settle();
    expect(states('eu')).toEqual(['1 superseded', '2 published']);
    expect(await settle()).toEqual({ open: 0 });
  });

  for (const rollback of [undefined, true] as const)
    test(`is in force again if it is the ${rollback ? 'rollback' : 'publish'} after it that is reverted`, async () => {
      const { appConfig, remove, publish, settle, states } = arrangeEu();
      await remove();
      appConfig.startAs('deploying');
      await publish(ruleOf(3, 'eu'), rollback && { rollback });
      expect(states('eu')).toEqual([
        '1 superseded',
        rollback ? '2 rolled_back' : '2 superseded',
        '3 published open',
      ]);
      appConfig.settle(3, 'rolled_back');
      await settle();
      expect(states('eu')).toEqual(['1 superseded', '2 published', '3 rolled_back']);
    });
});

describe('a deletion whose publisher dies anywhere', () => {
  const steps = [
    'newest',
    'find',
    'write',
    'deployments',
    'versions',
    'content',
    'create',
    'deploy',
  ] as const;
  for (const after of [false, true])
    for (const step of steps)
      for (const nth of [1, 2])
        test(`${after ? 'after' : 'before'} ${step} ${nth}: the versions say what the document says`, async () => {
          const { appConfig, remove, publish, settle, pass, states, versions, inForce } = arrangeEu();
          await publish(ruleOf(6, 'eu'));
          const revive = dieAt([appConfig.control, versions.store], step, nth, after);
          await remove().catch(() => {});
          revive();
          pass(61_000);
          await settle();
          const isGone = !inForce().includes('eu');
          const published = states('eu').filter((state) => state.includes('published'));
          expect(published).toEqual([isGone ? '3 published' : '2 published']);
          // Whatever is left of it, the next change goes on from there.
          await publish(ruleOf(7, 'eu'));
          expect(states('eu').filter((state) => state.includes('published'))).toHaveLength(1);
          expect(inForce()).toContain('eu');
        });
});
