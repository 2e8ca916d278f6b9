import { afterEach, expect, test } from '@jest/globals';
import { createLoopbackServer } from '../../../local/door/loopback-server.ts';
import { listen } from '../../../local/support/listen.ts';
import { apiClient } from './api-client.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const answering = async (...answers: readonly (readonly [number, object])[]) => {
  let asked = 0;
  const server = createLoopbackServer({ onlyOwnUser: false }, (_, response) => {
    const [status, body] = answers[Math.min(asked++, answers.length - 1)] ?? [500, {}];
    response.writeHead(status).end(JSON.stringify(body));
  });
  const { url } = await listen(server);
  closers.push(() => server.close());
  return apiClient({ base_url: url, api_key: 'sk_test_own' });
};

test('a session that was not created ends the test, with the answer; a busy machine is asked again', async () => {
  const busy = [503, { error: { code: 'storage_unavailable' } }] as const;
  const client = await answering(busy, busy, [200, { id: 'cs_1' }], [429, { error: { code: 'slow' } }]);
  expect((await client.create()).body.id).toBe('cs_1');
  await expect(client.create()).rejects.toThrow('not created: 429 {"error":{"code":"slow"}}');
});

test('what failed to become a token calls with no other', async () => {
  const client = await answering([200, {}]);
  await expect(client.call('GET', '/v1/me', { token: undefined } as never)).rejects.toThrow(
    'GET /v1/me: the token is undefined',
  );
});
