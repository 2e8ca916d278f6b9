import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AppConfigDataClient,
  BadRequestException as DataBadRequestException,
  GetLatestConfigurationCommand,
  StartConfigurationSessionCommand,
} from '@aws-sdk/client-appconfigdata';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { appConfigIds as ids } from '../../../local/aws/appconfig/state.ts';
import { closeAll, closers, settings, startWithClients } from './app-config-clients.ts';

afterEach(closeAll);

describe('configuration sessions', () => {
  test('give the content once, nothing while it is unchanged, and the new one after a deployment', async () => {
    let now = 0;
    const { create, deploy, session, poll } = await startWithClients({ now: () => now });
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
    const { session, poll } = await startWithClients({ now: () => now });
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
    const { session, poll } = await startWithClients();
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
    const { session, poll } = await startWithClients({ minimumPollSeconds: 1 });
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
    const { service, create, list, session, poll } = await startWithClients();
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
    const before = await startWithClients({ dataDir });
    await before.create('{"n":2}');
    await before.deploy(2);
    await before.create('{"n":3}');
    await before.remove(3);
    await before.service.close();
    const after = await startWithClients({ dataDir, seed: '{"other":true}' });
    expect((await after.poll(await after.session())).content).toBe('{"n":2}');
    expect((await after.create('{}')).VersionNumber).toBe(4);
    expect((await after.deploy(4)).DeploymentNumber).toBe(3);
  });
});
