import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { clock } from '../../../lib/runtime/clock.ts';
import { cachedSecret } from '../../../lib/runtime/secrets.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json = { 'content-type': 'application/x-amz-json-1.1' };
const found: Answer = (_, response) =>
  response.writeHead(200, json).end(JSON.stringify({ Name: 'psp', SecretString: 'the secret' }));
const refused: Answer = (_, response) =>
  response.writeHead(400, json).end(JSON.stringify({ __type: 'ResourceNotFoundException' }));

const denied: Answer = (_, response) =>
  response.writeHead(400, json).end(JSON.stringify({ __type: 'AccessDeniedException' }));

let answer: Answer = found;
const server = createTestServer((request, response) => {
  request.resume();
  answer(request, response);
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a first read that failed is 503 and not kept: the next call reads again', async () => {
  const secret = cachedSecret('first', (value) => value);
  answer = refused;
  await expect(secret()).rejects.toMatchObject({ code: 'not_configured', status: 503 });
  answer = denied;
  await expect(secret()).rejects.toMatchObject({ code: 'storage_unavailable', status: 503 });
  answer = found;
  expect(await secret()).toBe('the secret');
});

test('a first read that was frozen with its environment is not waited for', async () => {
  const started = Date.now();
  const now = jest.spyOn(clock, 'now').mockReturnValue(started);
  const secret = cachedSecret('frozen', (value) => value);
  let calls = 0;
  answer = (request, response) => {
    calls += 1;
    // The first call is never answered.
    if (calls > 1) found(request, response);
  };
  const frozen = secret();
  const beside = secret();
  while (calls === 0) await new Promise(setImmediate);
  now.mockReturnValue(started + 10_001);
  expect(await secret()).toBe('the secret');
  expect(calls).toBe(2);
  now.mockRestore();
  server.closeAllConnections();
  await expect(Promise.all([frozen, beside])).resolves.toEqual(['the secret', 'the secret']);
});

describe('a passing failure is retried, twice at most', () => {
  const failing =
    (status: number, type: string): Answer =>
    (_, response) =>
      response.writeHead(status, json).end(JSON.stringify({ __type: type }));
  const cut: Answer = (request) => request.socket.destroy();

  test.each([
    ['a failure', failing(500, 'InternalServiceError')],
    ['too many calls', failing(400, 'ThrottlingException')],
    ['a connection that broke', cut],
  ])('%s', async (what, problem) => {
    let calls = 0;
    answer = (request, response) => {
      calls += 1;
      (calls < 3 ? problem : found)(request, response);
    };
    expect(await cachedSecret(`again ${what}`, (value) => value)()).toBe('the secret');
    expect(calls).toBe(3);
    calls = 0;
    answer = (request, response) => {
      calls += 1;
      problem(request, response);
    };
    await expect(cachedSecret(`never ${what}`, (value) => value)()).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(calls).toBe(3);
  });

  test('a refusal is final', async () => {
    let calls = 0;
    answer = (request, response) => {
      calls += 1;
      denied(request, response);
    };
    await expect(cachedSecret('denied', (value) => value)()).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(calls).toBe(1);
  });
});
