import { BadRequestException, ConflictException, ResourceNotFoundException } from '@aws-sdk/client-appconfig';
import { afterEach, describe, expect, test } from '@jest/globals';
import { appConfigIds as ids } from '../../../local/aws/appconfig/state.ts';
import { closeAll, startWithClients } from './app-config-clients.ts';

afterEach(closeAll);

describe('deployments', () => {
  test('are complete at once, newest first in the list', async () => {
    const { create, deploy, deployment, deployments } = await startWithClients();
    await create('{}');
    const started = await deploy(2, { Description: 'why' });
    expect(started).toMatchObject({
      DeploymentNumber: 2,
      ConfigurationVersion: '2',
      State: 'COMPLETE',
      PercentageComplete: 100,
      Description: 'why',
    });
    expect(started.StartedAt).toBeInstanceOf(Date);
    expect((await deployment(2)).State).toBe('COMPLETE');
    const { Items } = await deployments();
    expect(Items?.map(({ DeploymentNumber }) => DeploymentNumber)).toEqual([2, 1]);
    expect(Items?.[0]).toMatchObject({ ConfigurationVersion: '2', State: 'COMPLETE' });
  });

  test('go one at a time, and are in force while they run', async () => {
    let now = 1_000_000;
    const { create, deploy, deployment, session, poll } = await startWithClients({
      deploymentMs: 5_000,
      now: () => now,
    });
    now += 5_000;
    await create('{"n":2}');
    expect((await deploy(2)).State).toBe('DEPLOYING');
    await expect(deploy(1)).rejects.toThrow(ConflictException);
    expect((await poll(await session())).content).toBe('{"n":2}');
    now += 5_000;
    expect((await deployment(2)).State).toBe('COMPLETE');
    expect((await deployment(2)).CompletedAt).toEqual(new Date(now));
    expect((await deploy(1)).State).toBe('DEPLOYING');
  });

  test('are in force while they are watched, and no other starts meanwhile', async () => {
    let now = 1_000_000;
    const { create, deploy, deployment, deployments, session, poll } = await startWithClients({
      deploymentMs: 5_000,
      watchMs: 300_000,
      now: () => now,
    });
    await create('{"n":2}');
    await deploy(2);
    now += 5_000;
    expect((await deployment(2)).State).toBe('BAKING');
    expect((await deployments()).Items?.[0]).toMatchObject({
      State: 'BAKING',
      StartedAt: new Date(1_000_000),
      DeploymentDurationInMinutes: 0,
      FinalBakeTimeInMinutes: 5,
    });
    expect((await poll(await session())).content).toBe('{"n":2}');
    await expect(deploy(1)).rejects.toThrow(ConflictException);
    now += 300_000;
    expect((await deployment(2)).State).toBe('COMPLETE');
    expect((await deployment(2)).CompletedAt).toEqual(new Date(now));
  });

  test('are rolled back in a while when stopped under watch, which has to be allowed', async () => {
    let now = 1_000_000;
    const { create, deploy, deployment, stop, session, poll } = await startWithClients({
      watchMs: 300_000,
      rollbackMs: 2_000,
      now: () => now,
    });
    await create('{"n":2}');
    expect((await deploy(2)).State).toBe('BAKING');
    await expect(stop(2)).rejects.toThrow(BadRequestException);
    expect((await stop(2, true)).State).toBe('ROLLING_BACK');
    expect((await poll(await session())).content).toBe('{"seed":true}');
    await expect(deploy(2)).rejects.toThrow(ConflictException);
    await expect(stop(2, true)).rejects.toThrow(BadRequestException);
    now += 2_000;
    expect(await deployment(2)).toMatchObject({ State: 'ROLLED_BACK', CompletedAt: new Date(now) });
    expect((await deploy(2)).State).toBe('BAKING');
  });

  test('are rolled back when stopped, reverted when complete', async () => {
    let now = 1_000_000;
    const { create, deploy, stop, session, poll } = await startWithClients({
      deploymentMs: 5_000,
      now: () => now,
    });
    now += 5_000;
    await create('{"n":2}');
    await deploy(2);
    expect((await stop(2)).State).toBe('ROLLED_BACK');
    const first = await poll(await session());
    expect(first.content).toBe('{"seed":true}');
    await expect(stop(2)).rejects.toThrow(BadRequestException);
    await deploy(2);
    now += 15_000;
    const second = await poll(first.token);
    expect(second.content).toBe('{"n":2}');
    await expect(stop(3)).rejects.toThrow(BadRequestException);
    expect((await stop(3, true)).State).toBe('REVERTED');
    now += 15_000;
    expect((await poll(second.token)).content).toBe('{"seed":true}');
  });

  test('are not reverted after 72 hours', async () => {
    let now = 1_000_000;
    const { stop } = await startWithClients({ now: () => now });
    now += 72 * 3_600_000 + 1;
    await expect(stop(1, true)).rejects.toThrow(BadRequestException);
  });

  test('need a version, a profile and a strategy that exist, and the latest number if one is given', async () => {
    const { deploy } = await startWithClients();
    await expect(deploy(9)).rejects.toThrow(ResourceNotFoundException);
    await expect(deploy(1, { DeploymentStrategyId: 'nope' })).rejects.toThrow(ResourceNotFoundException);
    await expect(deploy(1, { ConfigurationProfileId: 'nope' })).rejects.toThrow(ResourceNotFoundException);
    await expect(deploy(1, { LatestDeploymentNumber: 7 })).rejects.toThrow(ConflictException);
    expect((await deploy(1, { LatestDeploymentNumber: 1 })).DeploymentNumber).toBe(2);
  });

  test('ask the validator; a refused one changes nothing, and a planted one does not ask', async () => {
    const asked: unknown[] = [];
    const gate = Promise.withResolvers<void>();
    const { service, create, deploy, deployments, session, poll } = await startWithClients({
      validate: async (event) => {
        asked.push(event);
        await gate.promise;
        throw new Error('not a rule');
      },
    });
    await create('{"n":2}');
    const refused = deploy(2);
    const early = expect(refused).rejects.toMatchObject({
      name: 'BadRequestException',
      Reason: 'InvalidConfiguration',
      Details: { InvalidConfiguration: [{ Type: 'LAMBDA', Reason: 'not a rule' }] },
    });
    gate.resolve();
    await early;
    expect(asked).toEqual([
      {
        applicationId: ids.application,
        configurationProfileId: ids.profile,
        configurationVersion: '2',
        content: Buffer.from('{"n":2}').toString('base64'),
        uri: 'hosted',
      },
    ]);
    expect((await deployments()).Items).toHaveLength(1);
    const first = await poll(await session());
    expect(first.content).toBe('{"seed":true}');
    expect(service.plant('not even JSON')).toBe(3);
    expect((await poll(await session())).content).toBe('not even JSON');
  });
});
