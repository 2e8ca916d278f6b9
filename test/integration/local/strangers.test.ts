import { request } from 'node:http';
import {
  AppConfigClient,
  CreateHostedConfigurationVersionCommand,
  ListHostedConfigurationVersionsCommand,
} from '@aws-sdk/client-appconfig';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { startSecretsManager } from '../../../local/aws/secrets-manager.ts';
import { startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const credentials = { accessKeyId: 'local', secretAccessKey: 'made for this start' };

/** Each answers a program on this machine with 200. */
const doors = {
  'the PSP admin': async () => {
    const simulators = await startPspSimulators({ psps: ['stripe'] });
    closers.push(simulators.close);
    return { url: `${simulators.admin}/psps/stripe/faults`, body: '{"kind":"ok"}', headers: {} };
  },
  'Secrets Manager': async () => {
    const manager = await startSecretsManager({ secrets: { a: 'secret' } });
    closers.push(manager.close);
    const headers = { 'x-amz-target': 'secretsmanager.GetSecretValue' };
    return { url: manager.url, body: '{"SecretId":"a"}', headers };
  },
  AppConfig: async () => {
    const appConfig = await startAppConfig({ seed: '{}' });
    closers.push(appConfig.close);
    const { ids } = appConfig;
    const body = JSON.stringify({
      ApplicationIdentifier: ids.application,
      EnvironmentIdentifier: ids.environment,
      ConfigurationProfileIdentifier: ids.profile,
    });
    return { url: `${appConfig.url}/configurationsessions`, body, headers: {} };
  },
};

const post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: false, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

describe.each(Object.entries(doors))('%s', (_, open) => {
  test('answers a program, and its own origin', async () => {
    const { url, body, headers } = await open();
    const { host, port } = new URL(url);
    for (const own of [{}, { host: `localhost:${port}` }, { origin: `http://${host}` }]) {
      const { status } = await post(url, { ...headers, ...own }, body);
      expect([own, status < 300]).toEqual([own, true]);
    }
  });

  test('refuses a name pointed here, and a page of another site', async () => {
    const { url, body, headers } = await open();
    const { port } = new URL(url);
    for (const strange of [
      { host: 'attacker.example' },
      { host: `attacker.example:${port}` },
      { host: '127.0.0.1.attacker.example' },
      { host: `169.254.169.254:${port}` },
      { origin: 'https://attacker.example' },
      { origin: 'null' },
      { origin: `http://localhost:${Number(port) + 1}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as readonly Readonly<Record<string, string>>[]) {
      const { status, text } = await post(url, { ...headers, ...strange }, body);
      expect([strange, status]).toEqual([strange, 403]);
      expect(text).not.toContain('secret"');
    }
  });
});

describe('signatures', () => {
  const start = async () => {
    const manager = await startSecretsManager({ secrets: { 'a/b': 'the value' }, credentials });
    closers.push(manager.close);
    return manager;
  };
  const get = async (url: string, signedWith: typeof credentials) => {
    const client = new SecretsManagerClient({
      endpoint: url,
      region: 'eu-west-1',
      maxAttempts: 1,
      credentials: signedWith,
    });
    try {
      return (await client.send(new GetSecretValueCommand({ SecretId: 'a/b' }))).SecretString;
    } catch (error) {
      return (error as Error).name;
    } finally {
      client.destroy();
    }
  };

  test("a call signed with the start's own credentials is answered", async () => {
    expect(await get((await start()).url, credentials)).toBe('the value');
  });

  test('paths, queries and bodies of AppConfig are covered as its client signs them', async () => {
    const appConfig = await startAppConfig({ seed: '{}', credentials });
    const client = new AppConfigClient({
      endpoint: appConfig.url,
      region: 'eu-west-1',
      maxAttempts: 1,
      credentials,
    });
    closers.push(appConfig.close, () => client.destroy());
    const { application, profile } = appConfig.ids;
    const ofProfile = { ApplicationId: application, ConfigurationProfileId: profile };
    await client.send(
      new CreateHostedConfigurationVersionCommand({
        ...ofProfile,
        Content: new TextEncoder().encode('{"ä":1}'),
        ContentType: 'application/json',
        Description: 'published 1, é & more',
      }),
    );
    const list = new ListHostedConfigurationVersionsCommand({ ...ofProfile, MaxResults: 1, NextToken: '1' });
    await expect(client.send(list)).resolves.toMatchObject({ Items: expect.anything() });
  });

  test('one signed with others, or not at all, is refused', async () => {
    const { url } = await start();
    expect(await get(url, { ...credentials, secretAccessKey: 'local' })).toBe('InvalidSignatureException');
    expect(await get(url, { ...credentials, accessKeyId: 'other' })).toBe('InvalidSignatureException');
    const unsigned = await post(
      url,
      { 'x-amz-target': 'secretsmanager.GetSecretValue' },
      '{"SecretId":"a/b"}',
    );
    expect(unsigned.status).toBe(403);
    expect(unsigned.text).toContain('MissingAuthenticationTokenException');
    expect(unsigned.text).not.toContain('the value');
  });

  test('a signed call with another body, or an hour later, is refused', async () => {
    const { url } = await start();
    let captured: Readonly<Record<string, string>> = {};
    const client = new SecretsManagerClient({ endpoint: url, region: 'eu-west-1', credentials });
    client.middlewareStack.add(
      (next) => (args) => {
        captured = (args.request as { headers: Record<string, string> }).headers;
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await client.send(new GetSecretValueCommand({ SecretId: 'a/b' }));
    client.destroy();
    const body = '{"SecretId":"a/b"}';
    expect((await post(url, captured, body)).status).toBe(200);
    const other = { ...captured, 'content-length': String(body.length + 1) };
    expect((await post(url, other, `${body} `)).status).toBe(403);
    const late = new Date(Date.now() - 3_600_000).toISOString().replace(/[-:]|\.\d{3}/g, '');
    expect((await post(url, { ...captured, 'x-amz-date': late }, body)).status).toBe(403);
  });
});
