import {
  AppConfigClient,
  CreateHostedConfigurationVersionCommand,
  DeleteHostedConfigurationVersionCommand,
  GetDeploymentCommand,
  GetHostedConfigurationVersionCommand,
  ListDeploymentsCommand,
  ListHostedConfigurationVersionsCommand,
  StartDeploymentCommand,
  StopDeploymentCommand,
} from '@aws-sdk/client-appconfig';
import { expect, test } from '@jest/globals';
import type { AppConfigRequest } from '../../../lib/config/ask-app-config.ts';
import { createControlPlane } from '../../../lib/config/create-control-plane.ts';
import { defined } from '../../../lib/types/defined.ts';

const ids = { application: 'app1', environment: 'env1', profile: 'prof1', strategy: 'strat1' };
const ApplicationId = ids.application;
const EnvironmentId = ids.environment;
const ConfigurationProfileId = ids.profile;

type Comparable = Required<Pick<AppConfigRequest, 'method' | 'path' | 'query' | 'headers'>> & {
  readonly body: unknown;
};

/** What the official client sends for a command, without what every request to AWS has. */
const official = async (command: unknown): Promise<Comparable> => {
  const sent: Comparable[] = [];
  const client = new AppConfigClient({
    region: 'eu-central-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    maxAttempts: 1,
    requestHandler: {
      handle: (request: { method: string; path: string; query: object; headers: object; body: unknown }) => {
        const { method, path, query, headers, body } = request;
        sent.push({
          method: method as AppConfigRequest['method'],
          path,
          query: query as Record<string, string>,
          headers: ofItsOwn(headers as Record<string, string>),
          body: textOf(body),
        });
        return Promise.reject(new Error('it is not sent'));
      },
    },
  });
  await client.send(command as never).catch(() => undefined);
  client.destroy();
  const [request] = sent;
  if (!request) throw new Error('nothing was sent');
  return request;
};

const everywhere = /^(host|authorization|user-agent|content-length|x-amz-.*|amz-sdk-.*)$/;

const ofItsOwn = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      everywhere.test(name.toLowerCase()) ? [] : [[name.toLowerCase(), value]],
    ),
  );

/** A JSON body as its value, in whatever order its fields are written. */
const textOf = (body: unknown): unknown => {
  if (body === undefined || body === null || body === '') return undefined;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
  return JSON.parse(text);
};

const deployments = '/applications/app1/environments/env1/deployments';
const versions = '/applications/app1/configurationprofiles/prof1/hostedconfigurationversions';

/** What AppConfig answers, by path and token. */
const answers: Record<string, unknown> = {
  [deployments]: { Items: [{ DeploymentNumber: 7 }] },
  [versions]: { NextToken: 'a+b/c=' },
};

/** The requests that this service makes for a call, in their order. */
const ours = async (
  call: (plane: ReturnType<typeof createControlPlane>) => Promise<unknown>,
): Promise<readonly Comparable[]> => {
  const sent: Comparable[] = [];
  const plane = createControlPlane(({ method, path, query = {}, headers = {}, body }) => {
    sent.push({ method, path, query, headers: ofItsOwn(headers), body: textOf(body) });
    return Promise.resolve({
      kind: 'answered',
      status: 200,
      headers: {},
      body: JSON.stringify(query.next_token === undefined ? (answers[path] ?? {}) : {}),
    });
  }, ids);
  await call(plane);
  return sent;
};

test('deployments are listed, and one is asked for, as the official client does', async () => {
  expect(await ours((plane) => plane.deployments())).toEqual([
    await official(new ListDeploymentsCommand({ ApplicationId, EnvironmentId })),
    await official(new GetDeploymentCommand({ ApplicationId, EnvironmentId, DeploymentNumber: 7 })),
  ]);
});

test('a deployment is stopped as the official client does, whatever state it is in by then', async () => {
  const of = { ApplicationId, EnvironmentId, DeploymentNumber: 7 };
  expect(await ours((plane) => plane.stop(7))).toEqual([
    await official(new StopDeploymentCommand({ ...of, AllowRevert: true })),
  ]);
});

test('versions are listed, read and removed as the official client does', async () => {
  const VersionNumber = 12;
  const of = { ApplicationId, ConfigurationProfileId };
  expect(await ours((plane) => plane.versions())).toEqual([
    await official(new ListHostedConfigurationVersionsCommand(of)),
    await official(new ListHostedConfigurationVersionsCommand({ ...of, NextToken: 'a+b/c=' })),
  ]);
  expect(await ours((plane) => plane.content(VersionNumber))).toEqual([
    await official(new GetHostedConfigurationVersionCommand({ ...of, VersionNumber })),
  ]);
  expect(await ours((plane) => plane.remove(VersionNumber))).toEqual([
    await official(new DeleteHostedConfigurationVersionCommand({ ...of, VersionNumber })),
  ]);
});

test.each([undefined, 11])(
  'a version is created as the official client does, after version %s',
  async (latest) => {
    const content = '{"rules":{"defaült":1}}';
    expect(await ours((plane) => plane.create(content, latest, 1_800_000_000_000))).toEqual([
      await official(
        new CreateHostedConfigurationVersionCommand({
          ApplicationId,
          ConfigurationProfileId,
          Content: Buffer.from(content),
          ContentType: 'application/json',
          Description: 'published 1800000000000',
          ...defined({ LatestVersionNumber: latest }),
        }),
      ),
    ]);
  },
);

test.each([undefined, 6])(
  'a deployment is started as the official client does, after deployment %s',
  async (latest) => {
    expect(await ours((plane) => plane.deploy(12, latest))).toEqual([
      await official(
        new StartDeploymentCommand({
          ApplicationId,
          EnvironmentId,
          ConfigurationProfileId,
          DeploymentStrategyId: ids.strategy,
          ConfigurationVersion: '12',
          ...defined({ LatestDeploymentNumber: latest }),
        }),
      ),
    ]);
  },
);

test.each([
  [204, undefined],
  [404, undefined],
  [400, 'internal'],
  [503, 'routing_unavailable'],
])('a removal that is answered %s ends with %s', async (status, code) => {
  const response = { kind: 'answered', status, headers: {}, body: '' } as const;
  const plane = createControlPlane(async () => response, ids);
  const removed = plane.remove(12).catch((error: unknown) => error);
  expect(((await removed) as { readonly code?: string } | undefined)?.code).toBe(code);
});
