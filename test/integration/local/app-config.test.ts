import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AppConfigClient,
  BadRequestException,
  ConflictException,
  CreateHostedConfigurationVersionCommand,
  DeleteHostedConfigurationVersionCommand,
  GetDeploymentCommand,
  GetHostedConfigurationVersionCommand,
  ListDeploymentsCommand,
  ListHostedConfigurationVersionsCommand,
  PayloadTooLargeException,
  ResourceNotFoundException,
  ServiceQuotaExceededException,
  StartDeploymentCommand,
  StopDeploymentCommand,
} from '@aws-sdk/client-appconfig';
import {
  AppConfigDataClient,
  BadRequestException as DataBadRequestException,
  GetLatestConfigurationCommand,
  StartConfigurationSessionCommand,
} from '@aws-sdk/client-appconfigdata';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type AppConfigOptions, startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { appConfigIds as ids } from '../../../local/aws/appconfig/state.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const settings = (endpoint: string) => ({
  endpoint,
  region: 'local',
  maxAttempts: 1,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

const start = async (options: AppConfigOptions = {}) => {
  const service = await startAppConfig({ seed: '{"seed":true}', ...options });
  const control = new AppConfigClient(settings(service.url));
  const data = new AppConfigDataClient(settings(service.url));
  closers.push(
    service.close,
    () => control.destroy(),
    () => data.destroy(),
  );

  const profile = { ApplicationId: ids.application, ConfigurationProfileId: ids.profile };
  const environment = { ApplicationId: ids.application, EnvironmentId: ids.environment };
  return {
    service,
    create: (content: string, more: object = {}) =>
      control.send(
        new CreateHostedConfigurationVersionCommand({
          ...profile,
          Content: Buffer.from(content),
          ContentType: 'application/json',
          ...more,
        }),
      ),
    get: (VersionNumber: number) =>
      control.send(new GetHostedConfigurationVersionCommand({ ...profile, VersionNumber })),
    list: (more: object = {}) =>
      control.send(new ListHostedConfigurationVersionsCommand({ ...profile, ...more })),
    remove: (VersionNumber: number) =>
      control.send(new DeleteHostedConfigurationVersionCommand({ ...profile, VersionNumber })),
    deploy: (version: number | string, more: object = {}) =>
      control.send(
        new StartDeploymentCommand({
          ...environment,
          ConfigurationProfileId: ids.profile,
          DeploymentStrategyId: ids.strategy,
          ConfigurationVersion: String(version),
          ...more,
        }),
      ),
    deployment: (DeploymentNumber: number) =>
      control.send(new GetDeploymentCommand({ ...environment, DeploymentNumber })),
    deployments: (more: object = {}) => control.send(new ListDeploymentsCommand({ ...environment, ...more })),
    stop: (DeploymentNumber: number, AllowRevert?: boolean) =>
      control.send(new StopDeploymentCommand({ ...environment, DeploymentNumber, AllowRevert })),
    session: async (more: object = {}) => {
      const answer = await data.send(
        new StartConfigurationSessionCommand({
          ApplicationIdentifier: ids.application,
          EnvironmentIdentifier: ids.environment,
          ConfigurationProfileIdentifier: ids.profile,
          RequiredMinimumPollIntervalInSeconds: 15,
          ...more,
        }),
      );
      return answer.InitialConfigurationToken;
    },
    poll: async (ConfigurationToken: string | undefined) => {
      const answer = await data.send(new GetLatestConfigurationCommand({ ConfigurationToken }));
      return {
        token: answer.NextPollConfigurationToken,
        seconds: answer.NextPollIntervalInSeconds,
        content: Buffer.from(answer.Configuration ?? []).toString(),
        type: answer.ContentType,
        label: answer.VersionLabel,
      };
    },
  };
};

const text = (content: Uint8Array | undefined) => Buffer.from(content ?? []).toString();

describe('hosted versions', () => {
  test('start at 1 with the seed and count up', async () => {
    const { create, get, list } = await start();
    expect(text((await get(1)).Content)).toBe('{"seed":true}');
    const created = await create('{"a":1}', { Description: 'why', VersionLabel: 'v-two' });
    expect(created).toMatchObject({
      ApplicationId: ids.application,
      ConfigurationProfileId: ids.profile,
      VersionNumber: 2,
      ContentType: 'application/json',
      Description: 'why',
      VersionLabel: 'v-two',
    });
    expect(text(created.Content)).toBe('{"a":1}');
    const { Items } = await list();
    expect(Items?.map(({ VersionNumber }) => VersionNumber)).toEqual([2, 1]);
    expect((await list({ VersionLabel: 'v-two' })).Items).toHaveLength(1);
  });

  test('take the latest number as a lock', async () => {
    const { create } = await start();
    await expect(create('{}', { LatestVersionNumber: 2 })).rejects.toThrow(ConflictException);
    expect((await create('{}', { LatestVersionNumber: 1 })).VersionNumber).toBe(2);
    await expect(create('{}', { LatestVersionNumber: 1 })).rejects.toThrow(ConflictException);
    expect((await create('{}')).VersionNumber).toBe(3);
  });

  test('let one of many win who hold the same number', async () => {
    const { create } = await start();
    const tries = Array.from({ length: 20 }, () => create('{}', { LatestVersionNumber: 1 }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('are deleted, their numbers never given again, and not while deployed', async () => {
    const { create, get, remove } = await start();
    await create('{}');
    await remove(2);
    await expect(get(2)).rejects.toThrow(ResourceNotFoundException);
    await expect(remove(2)).rejects.toThrow(ResourceNotFoundException);
    expect((await create('{}', { LatestVersionNumber: 1 })).VersionNumber).toBe(3);
    await expect(remove(1)).rejects.toThrow(BadRequestException);
  });

  test('have limits', async () => {
    const { create } = await start();
    await expect(create('x'.repeat(1_048_577))).rejects.toThrow(PayloadTooLargeException);
    await expect(create('')).rejects.toThrow(BadRequestException);
    for (let number = 2; number <= 100; number += 1) await create('{}');
    await expect(create('{}')).rejects.toThrow(ServiceQuotaExceededException);
  });

  test('are listed in pages', async () => {
    const { create, list } = await start();
    await create('{}');
    await create('{}');
    const first = await list({ MaxResults: 2 });
    const second = await list({ MaxResults: 2, NextToken: first.NextToken });
    const numbers = [first, second].map(({ Items }) => Items?.map(({ VersionNumber }) => VersionNumber));
    expect(numbers).toEqual([[3, 2], [1]]);
    expect(second.NextToken).toBeUndefined();
  });
});

describe('deployments', () => {
  test('are complete at once, newest first in the list', async () => {
    const { create, deploy, deployment, deployments } = await start();
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
    const { create, deploy, deployment, session, poll } = await start({
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

  test('are rolled back when stopped, reverted when complete', async () => {
    let now = 1_000_000;
    const { create, deploy, stop, session, poll } = await start({ deploymentMs: 5_000, now: () => now });
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
    const { stop } = await start({ now: () => now });
    now += 72 * 3_600_000 + 1;
    await expect(stop(1, true)).rejects.toThrow(BadRequestException);
  });

  test('need a version, a profile and a strategy that exist, and the latest number where one is given', async () => {
    const { deploy } = await start();
    await expect(deploy(9)).rejects.toThrow(ResourceNotFoundException);
    await expect(deploy(1, { DeploymentStrategyId: 'nope' })).rejects.toThrow(ResourceNotFoundException);
    await expect(deploy(1, { ConfigurationProfileId: 'nope' })).rejects.toThrow(ResourceNotFoundException);
    await expect(deploy(1, { LatestDeploymentNumber: 7 })).rejects.toThrow(ConflictException);
    expect((await deploy(1, { LatestDeploymentNumber: 1 })).DeploymentNumber).toBe(2);
  });

  test('ask the validator, and a refused one leaves what is in force; a planted one does not ask', async () => {
    const asked: unknown[] = [];
    const gate = Promise.withResolvers<void>();
    const { service, create, deploy, deployments, session, poll } = await start({
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

describe('configuration sessions', () => {
  test('give the content once, nothing while it is unchanged, and the new one after a deployment', async () => {
    let now = 0;
    const { create, deploy, session, poll } = await start({ now: () => now });
    const first = await poll(await session());
    expect(first).toMatchObject({ content: '{"seed":true}', seconds: 15, type: 'application/json' });
    now += 15_000;
    const second = await poll(first.token);
    expect(second).toMatchObject({ content: '', seconds: 15 });
    await create('{"n":2}', { VersionLabel: 'two' });
    await deploy('two');
    now += 15_000;
    expect(await poll(second.token)).toMatchObject({ content: '{"n":2}', label: 'two' });
  });

  test('tokens are used once, expire after 24 hours, and are kept by a refused call', async () => {
    let now = 0;
    const { session, poll } = await start({ now: () => now });
    const token = await session();
    const { token: next } = await poll(token);
    await expect(poll(token)).rejects.toMatchObject({
      name: 'BadRequestException',
      Reason: 'InvalidParameters',
      Details: { InvalidParameters: { ConfigurationToken: { Problem: 'Corrupted' } } },
    });
    now += 14_999;
    await expect(poll(next)).rejects.toMatchObject({
      Details: { InvalidParameters: { ConfigurationToken: { Problem: 'PollIntervalNotSatisfied' } } },
    });
    now += 1;
    const { token: last } = await poll(next);
    now += 24 * 3_600_000 + 1;
    await expect(poll(last)).rejects.toMatchObject({
      Details: { InvalidParameters: { ConfigurationToken: { Problem: 'Expired' } } },
    });
    await expect(poll('made up')).rejects.toThrow(DataBadRequestException);
  });

  test('ask for an interval of 15 s to a day, and are granted it', async () => {
    const { session, poll } = await start();
    await expect(session({ RequiredMinimumPollIntervalInSeconds: 14 })).rejects.toThrow(
      DataBadRequestException,
    );
    await expect(session({ RequiredMinimumPollIntervalInSeconds: 86_401 })).rejects.toThrow(
      DataBadRequestException,
    );
    expect((await poll(await session({ RequiredMinimumPollIntervalInSeconds: 45 }))).seconds).toBe(45);
    expect((await poll(await session({ RequiredMinimumPollIntervalInSeconds: undefined }))).seconds).toBe(60);
    await expect(session({ EnvironmentIdentifier: 'other' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    expect(
      await session({ ApplicationIdentifier: 'payments', EnvironmentIdentifier: 'local' }),
    ).toBeDefined();
  });

  test('a shorter minimum is granted to a session that asks for AppConfig’s own', async () => {
    const { session, poll } = await start({ minimumPollSeconds: 1 });
    expect((await poll(await session())).seconds).toBe(1);
  });

  test('without anything deployed there is nothing to give', async () => {
    const service = await startAppConfig();
    const data = new AppConfigDataClient(settings(service.url));
    closers.push(service.close, () => data.destroy());
    const { InitialConfigurationToken: ConfigurationToken } = await data.send(
      new StartConfigurationSessionCommand({
        ApplicationIdentifier: ids.application,
        EnvironmentIdentifier: ids.environment,
        ConfigurationProfileIdentifier: ids.profile,
      }),
    );
    await expect(data.send(new GetLatestConfigurationCommand({ ConfigurationToken }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});

describe('an outage and a restart', () => {
  test('stop refuses connections, start takes them again on the same port with the same state', async () => {
    const { service, create, list, session, poll } = await start();
    await create('{}');
    const token = await session();
    await service.stop();
    await expect(list()).rejects.toThrow();
    await expect(fetch(service.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await service.start();
    expect((await list()).Items).toHaveLength(2);
    expect((await poll(token)).content).toBe('{"seed":true}');
  });

  test('a directory keeps versions and deployments; the seed is taken once', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'appconfig-'));
    closers.push(() => rmSync(dataDir, { recursive: true }));
    const before = await start({ dataDir });
    await before.create('{"n":2}');
    await before.deploy(2);
    await before.create('{"n":3}');
    await before.remove(3);
    await before.service.close();
    const after = await start({ dataDir, seed: '{"other":true}' });
    expect((await after.poll(await after.session())).content).toBe('{"n":2}');
    expect((await after.create('{}')).VersionNumber).toBe(4);
    expect((await after.deploy(4)).DeploymentNumber).toBe(3);
  });
});
