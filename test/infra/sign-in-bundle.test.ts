import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { environments } from '../../infra/environments.ts';
import { packageFunction } from '../../infra/lambda/package-function.ts';
import { newSigningKey, verifyingKeyOf } from '../../lib/runtime/signing-keys.ts';
import { type SecretsManager, startSecretsManager } from '../../local/aws/secrets-manager.ts';
import { type RunningProvider, startIdentityProvider } from '../integration/service/identity-provider.ts';
import { type RunningLambda, startLambda } from './lambda-runtime.ts';

const taskRoot = mkdtempSync(join(tmpdir(), 'sign-in-'));
const key = newSigningKey('s1');
let provider: RunningProvider;
let secrets: SecretsManager;
let lambda: RunningLambda;
beforeAll(async () => {
  packageFunction('console/sign-in', taskRoot, environments.dev);
  provider = await startIdentityProvider();
  secrets = await startSecretsManager({ secrets: { console: JSON.stringify({ keys: [key] }) } });
  const { issuer, client_id } = provider;
  const url = 'https://console.example';
  lambda = await startLambda({
    name: 'sign-in',
    taskRoot,
    handler: 'index.handler',
    timeout_s: 10,
    environment: {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      MODE: 'test',
      PUBLIC_URL: 'https://api.example',
      ORIGIN_PROOFS: hash('sha256', 'public'),
      CONSOLE: JSON.stringify({ url, proofs: [hash('sha256', 'own')], keys: [verifyingKeyOf(key)] }),
      CONSOLE_SECRET: 'console',
      CONSOLE_PROVIDER: JSON.stringify({ issuer, client_id, roles: { people: 'viewer' } }),
    },
  });
});
afterAll(async () => {
  await lambda?.close();
  await secrets?.close();
  await provider?.close();
  rmSync(taskRoot, { recursive: true });
});

const login = (proof: string) =>
  lambda.invoke({
    version: '2.0',
    routeKey: 'GET /v1/console/login',
    rawPath: '/v1/console/login',
    rawQueryString: '',
    headers: { 'origin-secret': proof },
    requestContext: { http: { method: 'GET', path: '/v1/console/login', sourceIp: '192.0.2.1' } },
    isBase64Encoded: false,
  });

test('the function as it is uploaded sends people to their provider, with PKCE, from its own address only', async () => {
  const { statusCode, headers, cookies } = (await login('own')) as {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly cookies: readonly string[];
  };
  expect(statusCode).toBe(303);
  const { origin, searchParams } = new URL(headers.location ?? '');
  expect(origin).toBe(provider.issuer);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: provider.client_id,
    response_type: 'code',
    redirect_uri: 'https://console.example/v1/console/callback',
    scope: 'openid email profile',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(cookies).toEqual([
    expect.stringMatching(/^__Host-sign-in=cp_[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  expect(await login('public')).toMatchObject({ statusCode: 404 });
  expect(await login('none')).toMatchObject({ statusCode: 403 });
});
