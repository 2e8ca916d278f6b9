import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { paymentMethodPorts } from '../../../lib/runtime/payment-methods.ts';
import { connectVault } from '../../../lib/runtime/vault.ts';
import type { ForwardRequest } from '../../../lib/vault-protocol/forward.ts';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

Object.assign(process.env, {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'secret',
});

type Asked = {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};
type Reply = (response: ServerResponse) => void;

const silent: Reply = () => undefined;
const asked: Asked[] = [];
let reply: Reply = silent;
const server = createTestServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  asked.push({ path: request.url ?? '', headers: request.headers, body });
  reply(response);
});
const { url } = await listen(server);
afterEach(() => {
  asked.length = 0;
  reply = silent;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const arn = 'arn:aws:lambda:eu-west-1:123456789012:function:vault-forward:live';
const there = { forward: arn, manage: 'manage', endpoint_url: url };
const request: ForwardRequest = {
  token: 'vt_00000000000000000000000000',
  session: 'cs_00000000000000000000000000',
  attempt: 'ch_00000000000000000000000000',
  account: 'stripe',
  path: '/v1/payment_methods',
  not_after: 1_900_000_000_000,
  method: 'POST',
  headers: { 'idempotency-key': 'ch_0-pm' },
  body: 'card[number]=__vault.ch_00000000000000000000000000.number__',
  timeout_ms: 2_000,
};
const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
/** As Lambda refuses. */
const refusal = (status: number, type: string) =>
  json(status, { Message: 'no' }, { 'x-amzn-errortype': type });
const answered = { kind: 'answered', status: 402, headers: { 'request-id': 'req_1' }, body: '{"a":"ä"}\n' };

test('one signed invocation, awaited, of the function named', async () => {
  reply = json(200, answered);
  expect(await connectVault(there).forward(request)).toEqual(answered);
  expect(asked).toHaveLength(1);
  const [{ path, headers, body } = asked[0] as never] = asked as readonly Asked[];
  expect(decodeURIComponent(path)).toBe(`/2015-03-31/functions/${arn}/invocations`);
  expect(headers).toMatchObject({
    'x-amz-invocation-type': 'RequestResponse',
    authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=local\/\d+\/eu-west-1\/lambda\//),
  });
  expect(JSON.parse(body)).toEqual(request);
});

describe('what an invocation says of the request', () => {
  const unavailable = { kind: 'not_sent', cause: 'vault_unavailable' };
  const lost = (doubt: string) => expect.objectContaining({ kind: 'lost', doubt });

  test.each<[string, Reply, unknown]>([
    ['denied', refusal(403, 'AccessDeniedException'), unavailable],
    ['no such function', refusal(404, 'ResourceNotFoundException'), unavailable],
    ['throttled', refusal(429, 'TooManyRequestsException'), unavailable],
    ['Lambda failed', refusal(500, 'ServiceException'), lost('connection_lost')],
    ['Lambda could not start it', refusal(502, 'EC2UnexpectedException'), lost('connection_lost')],
    ['Lambda is not there for now', json(503, ''), lost('connection_lost')],
    [
      'a refusal that nobody foresaw',
      refusal(400, 'InvalidRequestContentException'),
      lost('connection_lost'),
    ],
    [
      'the function threw',
      json(200, { errorType: 'Error', errorMessage: 'x' }, { 'x-amz-function-error': 'Unhandled' }),
      lost('connection_lost'),
    ],
    [
      'the function timed out',
      json(200, { errorMessage: 'Task timed out' }, { 'x-amz-function-error': 'Unhandled' }),
      lost('connection_lost'),
    ],
    ['no answer in time', silent, lost('timeout')],
    ['the connection broke', (response) => response.destroy(), lost('connection_lost')],
    ['an answer cut off', json(200, '{"kind":"answ'), lost('unreadable_answer')],
    ['an answer of another kind', json(200, { kind: 'sent' }), lost('unreadable_answer')],
    [
      'an answer with a status of no number',
      json(200, { ...answered, status: '200' }),
      lost('unreadable_answer'),
    ],
    ['no answer at all', json(200, 'null'), lost('unreadable_answer')],
    [
      'the vault refused',
      json(200, { kind: 'refused', cause: 'cvc_gone' }),
      { kind: 'not_sent', cause: 'vault_refused' },
    ],
    [
      'the PSP refused the connection',
      json(200, { kind: 'not_sent', cause: 'ECONNREFUSED' }),
      { kind: 'not_sent', cause: 'ECONNREFUSED' },
    ],
    [
      'the PSP timed out',
      json(200, { kind: 'lost', doubt: 'timeout', cause: 'timeout' }),
      { kind: 'lost', doubt: 'timeout', cause: 'timeout' },
    ],
    [
      'the PSP reset the connection',
      json(200, { kind: 'lost', doubt: 'connection_lost', cause: 'ECONNRESET' }),
      { kind: 'lost', doubt: 'connection_lost', cause: 'ECONNRESET' },
    ],
    ['the PSP answered', json(200, answered), answered],
  ])('%s', async (_, answer, expected) => {
    reply = answer;
    expect(await connectVault(there).forward(request)).toEqual(expected);
    expect(asked).toHaveLength(1);
  });

  test('nobody listens', async () => {
    const nobody = createTestServer(() => undefined);
    const gone = await listen(nobody);
    nobody.close();
    expect(await connectVault({ ...there, endpoint_url: gone.url }).forward(request)).toEqual(unavailable);
  });
});

describe('to manage a card', () => {
  const release = { action: 'release', token: request.token } as const;

  test.each(['done', 'unknown_token'] as const)('%s', async (kind) => {
    reply = json(200, { kind });
    expect(await connectVault(there).manage(release)).toEqual({ kind });
    expect(asked.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/2015-03-31/functions/manage/invocations', release],
    ]);
  });

  test.each<[string, Reply]>([
    ['denied', refusal(403, 'AccessDeniedException')],
    ['failed', json(200, {}, { 'x-amz-function-error': 'Unhandled' })],
    ['answered with something else', json(200, { kind: 'answered' })],
    ['lost', (response) => response.destroy()],
  ])('%s: it throws', async (_, answer) => {
    reply = answer;
    await expect(connectVault(there).manage(release)).rejects.toThrow('The vault was not asked');
  });
});

describe('to store or delete a card', () => {
  process.env.VAULT = JSON.stringify({ merchant: 'shop', url, ...there, receipt_keys: [] });
  const requests = [
    { action: 'keep', token: request.token },
    { action: 'delete', token: request.token },
  ] as const;

  test.each(requests)('the vault is asked twice: $action', async (given) => {
    const { manage } = paymentMethodPorts();
    reply = (response) => {
      reply = json(200, { kind: 'done' });
      refusal(429, 'TooManyRequestsException')(response);
    };
    expect(await manage(given)).toEqual({ kind: 'done' });
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([given, given]);
  });

  test.each(requests)('and no more often: $action', async (given) => {
    reply = refusal(429, 'TooManyRequestsException');
    await expect(paymentMethodPorts().manage(given)).rejects.toThrow('The vault was not asked');
    expect(asked).toHaveLength(2);
  });
});
