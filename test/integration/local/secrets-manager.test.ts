import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type SecretsManagerOptions, startSecretsManager } from '../../../local/aws/secrets-manager.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const start = async (options: SecretsManagerOptions) => {
  const service = await startSecretsManager(options);
  const client = new SecretsManagerClient({
    endpoint: service.url,
    region: 'local',
    maxAttempts: 1,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  closers.push(service.close, () => client.destroy());
  const get = (SecretId: string, more: object = {}) =>
    client.send(new GetSecretValueCommand({ SecretId, ...more }));
  return { service, client, get };
};

describe('Secrets Manager', () => {
  test('gives the current version of a secret, by name or ARN', async () => {
    const { get } = await start({ secrets: { 'psp/stripe': '{"api_key":"x"}' } });
    const secret = await get('psp/stripe');
    expect(secret).toMatchObject({
      Name: 'psp/stripe',
      SecretString: '{"api_key":"x"}',
      VersionStages: ['AWSCURRENT'],
    });
    expect(secret.CreatedDate).toBeInstanceOf(Date);
    expect((await get(String(secret.ARN))).VersionId).toBe(secret.VersionId);
    await expect(get('other')).rejects.toThrow(ResourceNotFoundException);
  });

  test('a rotation makes the current version the previous; an equal value is not a rotation', async () => {
    const { service, get } = await start({ secrets: { a: '1' } });
    const first = await get('a');
    service.rotate('a', '1');
    expect((await get('a')).VersionId).toBe(first.VersionId);
    await expect(get('a', { VersionStage: 'AWSPREVIOUS' })).rejects.toThrow(ResourceNotFoundException);
    service.rotate('a', '2');
    expect((await get('a')).SecretString).toBe('2');
    expect((await get('a', { VersionStage: 'AWSPREVIOUS' })).SecretString).toBe('1');
    expect(await get('a', { VersionId: first.VersionId })).toMatchObject({
      SecretString: '1',
      VersionStages: ['AWSPREVIOUS'],
    });
    service.rotate('a', '3');
    expect((await get('a', { VersionId: first.VersionId })).VersionStages).toEqual([]);
  });

  test('a directory keeps them, readable by the owner only, and takes precedence over values given at start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'secrets-'));
    closers.push(() => rmSync(dataDir, { recursive: true }));
    const before = await start({ dataDir, secrets: { a: '1' } });
    before.service.rotate('a', '2');
    await before.service.close();
    const after = await start({ dataDir, secrets: { a: '1', b: '1' } });
    expect((await after.get('a')).SecretString).toBe('2');
    expect((await after.get('b')).SecretString).toBe('1');
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('gives a version by its own staging label, and no other version for it', async () => {
    const { service, get } = await start({ secrets: { a: '{}', 'a#lists': '1' } });
    expect(await get('a', { VersionStage: 'lists' })).toMatchObject({
      Name: 'a',
      SecretString: '1',
      VersionStages: ['lists'],
    });
    service.rotate('a#lists', '2');
    expect((await get('a', { VersionStage: 'lists' })).SecretString).toBe('2');
    expect((await get('a')).SecretString).toBe('{}');
    await expect(get('a', { VersionStage: 'sessions' })).rejects.toThrow(ResourceNotFoundException);
  });

  test('refuses other operations', async () => {
    const { client } = await start({});
    await expect(
      client.send(new PutSecretValueCommand({ SecretId: 'a', SecretString: 'b' })),
    ).rejects.toMatchObject({ name: 'UnknownOperationException' });
  });
});
