import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { keyService } from '../../../lib/runtime/key-service.ts';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

type Reply = (response: ServerResponse) => void;

const replies: Reply[] = [];
let asked = 0;
const server = createTestServer(async (request, response) => {
  for await (const _ of request);
  asked += 1;
  replies.shift()?.(response);
});
const { url } = await listen(server);
Object.assign(process.env, {
  AWS_ENDPOINT_URL_KMS: url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  CARD_KEY: 'alias/cards',
});

afterEach(() => {
  replies.length = 0;
  asked = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const answer =
  (status: number, body: object): Reply =>
  (response) =>
    response.writeHead(status).end(JSON.stringify(body));
const refusal = (status: number, type: string): Reply => answer(status, { __type: type });
const silence: Reply = () => undefined;

const bound = { merchant: 'shop', mode: 'test', token: `vt_${'0'.repeat(26)}` } as const;
const plain = Buffer.alloc(32, 7);
const made = answer(200, { Plaintext: plain.toString('base64'), CiphertextBlob: 'AAAA' });

const calls = [
  ['made', async () => (await keyService.make(bound)).plain],
  ['unwrapped', () => keyService.unwrap('AAAA', bound)],
] as const;

test.each(
  [
    ['throttles', refusal(400, 'ThrottlingException')],
    ['fails', refusal(500, 'KMSInternalException')],
    ['says nothing', silence],
    ['hangs up', ((response) => void response.destroy()) as Reply],
  ].flatMap(([how, reply]) =>
    calls.map(([what, call]) => [what, how as string, reply as Reply, call] as const),
  ),
)('a data key is %s if the service %s once', async (_what, _how, reply, call) => {
  replies.push(reply, made);
  expect(Buffer.from(await call())).toEqual(plain);
  expect(asked).toBe(2);
});

test.each(calls)('a data key is not %s if it does so twice, within three seconds', async (_what, call) => {
  replies.push(silence, silence, made);
  const started = Date.now();
  await expect(call()).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(Date.now() - started).toBeLessThan(3_500);
  expect(asked).toBe(2);
});

test('what no repeat changes is asked for once', async () => {
  replies.push(refusal(400, 'DisabledException'));
  await expect(keyService.unwrap('AAAA', bound)).rejects.toMatchObject({ code: 'storage_unavailable' });
  expect(asked).toBe(1);
});

test('a data key of another card is no outage', async () => {
  replies.push(refusal(400, 'InvalidCiphertextException'));
  await expect(keyService.unwrap('AAAA', bound)).rejects.not.toHaveProperty('code');
  expect(asked).toBe(1);
});
