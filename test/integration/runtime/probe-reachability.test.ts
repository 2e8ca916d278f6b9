import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { handler } from '../../../infra/packaged/probe-reachability.ts';
import { startSecretsManager } from '../../../local/aws/secrets-manager.ts';
import { type PspSimulators, startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

/** As the service refuses a call without a token, and what else may come instead. */
const refusal = [401, { error: { code: 'token_missing', request_id: 'req_1' } }] as const;
let answer: readonly [number, object] = refusal;
let vaultAnswer: readonly [number, object] = refusal;
const service = createTestServer((request, response) => {
  request.resume();
  asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'no token'}`);
  const [status, body] = request.url?.startsWith('/vault/') ? vaultAnswer : answer;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
const asked: string[] = [];

let simulators: PspSimulators;
let secrets: Awaited<ReturnType<typeof startSecretsManager>>;
const calls: string[] = [];
const accounts = ['stripe', 'adyen', 'checkout_com', 'paypal', 'square'];
const nowhere = 'http://127.0.0.1:1';

beforeAll(async () => {
  simulators = await startPspSimulators({ onCall: (psp, call) => calls.push(`${psp}: ${call}`) });
  secrets = await startSecretsManager({ secrets: { psp: JSON.stringify({ psp: simulators.credentials }) } });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/vault`;
  Object.assign(process.env, {
    MODE: 'test',
    VAULT: JSON.stringify({ merchant: 'shop', url, forward: 'f', manage: 'm', receipt_keys: [] }),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    PSP_ACCOUNTS: JSON.stringify(
      Object.fromEntries(
        accounts.map((psp) => [
          psp,
          {
            psp,
            base_url: simulators.urls[psp],
            secret: 'psp',
            settings: simulators.credentials[psp]?.settings,
          },
        ]),
      ),
    ),
  });
});

afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await Promise.all([simulators.close(), secrets.close()]);
});

/** Of the metric format: what the alarms see. */
const lines: Record<string, unknown>[] = [];
jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
  lines.push(JSON.parse(String(text)));
  return true;
});

/** Where each account is now: at its simulator, or where nothing listens. */
const dead = (...psps: readonly string[]): void => {
  for (const psp of accounts) {
    const variable = `PSP_${psp.toUpperCase()}_BASE_URL`;
    if (psps.includes(psp)) process.env[variable] = nowhere;
    else delete process.env[variable];
  }
};

beforeEach(async () => {
  process.env.PUBLIC_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  answer = refusal;
  vaultAnswer = refusal;
  dead();
  await handler();
  for (const list of [lines, asked, calls]) list.length = 0;
});

describe('the probe', () => {
  test('asks the public address without a token and each account one question, and says nothing if all is well', async () => {
    await handler();
    expect(asked.toSorted()).toEqual([
      'POST /v1/checkout/sessions no token',
      'POST /vault/v1/cards no token',
    ]);
    expect(calls.map((call) => call.split(':')[0]).toSorted()).toEqual(accounts.toSorted());
    expect(lines).toEqual([]);
  });

  test.each([
    ['a server without the service', 200, {}],
    ['an error of the distribution', 502, { message: 'Bad Gateway' }],
    ['the gateway’s own refusal', 401, { message: 'Unauthorized' }],
    ['the gateway without a function', 503, { message: 'Service Unavailable' }],
    ['a bug', 500, { error: { code: 'internal', request_id: 'req_1' } }],
  ])('fails if the public address leads to %s', async (_, status, body) => {
    answer = [status, body];
    await expect(handler()).rejects.toThrow(`/v1/checkout/sessions answers ${status}`);
  });

  test.each([
    ['an error of the distribution', 502, { message: 'Bad Gateway' }],
    ['the gateway without a function', 503, { message: 'Service Unavailable' }],
    ['a server without the vault', 404, {}],
  ])('fails if the vault’s address leads to %s', async (_, status, body) => {
    vaultAnswer = [status, body];
    await expect(handler()).rejects.toThrow(`/vault/v1/cards answers ${status}`);
  });

  test('fails if the public address does not answer', async () => {
    process.env.PUBLIC_URL = nowhere;
    await expect(handler()).rejects.toThrow('does not answer (ECONNREFUSED)');
  });

  test('fails if no account answers, and not while one does', async () => {
    dead(...accounts.slice(1));
    await handler();
    dead(...accounts);
    await expect(handler()).rejects.toThrow('out of reach: every PSP account');
  });

  test('counts an account once it has not been reached three times in a row', async () => {
    const sick = () => lines.map(({ psp, in_a_row, psp_sick }) => [psp, in_a_row, psp_sick]);
    dead('adyen');
    await handler();
    await handler();
    expect(sick()).toEqual([
      ['adyen', 1, undefined],
      ['adyen', 2, undefined],
    ]);
    dead();
    await handler();
    dead('adyen');
    for (const _ of [1, 2, 3, 4]) await handler();
    expect(sick().slice(2)).toEqual([
      ['adyen', 1, undefined],
      ['adyen', 2, undefined],
      ['adyen', 3, 1],
      ['adyen', 4, 1],
    ]);
  });
});
