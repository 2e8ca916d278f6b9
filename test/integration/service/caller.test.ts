import { expect, test } from '@jest/globals';
import { scopes } from '../../../lib/types/scope.ts';
import { apiClient, type Failure } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { readWritten } from './read-tables.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);

const me = (token: string) =>
  client.call<Failure & Readonly<Record<string, unknown>>>('GET', '/v1/me', { token });

const here = { object: 'caller', role: null, livemode: false, environment: 'local' };

test('an API key learns its name and its scopes', async () => {
  const { status, body } = await me(service.api_key);
  expect([status, body]).toEqual([200, { ...here, kind: 'api_key', name: 'local', scopes }]);
});

test('one with few scopes, or none, learns just these', async () => {
  for (const given of [['refunds:write', 'checkout:read'], []] as const) {
    const { body } = await me(await issueKey(service, { name: 'Back office', scopes: given }));
    expect(body).toEqual({ ...here, kind: 'api_key', name: 'Back office', scopes: given });
  }
});

test('one without a name has none, and markup in a name is only text', async () => {
  expect((await me(await issueKey(service, { name: '', scopes: [] }))).body).toMatchObject({ name: null });
  const name = '</script><script>alert(1)</script>"\u2028';
  const { headers, body } = await me(await issueKey(service, { name, scopes: [] }));
  expect(body).toMatchObject({ name });
  expect(headers.get('content-type')).toBe('application/json');
});

test('a session token learns that it is one, and nothing of any key', async () => {
  const { id, client_secret } = (await client.create()).body;
  const session = { ...here, kind: 'session', name: null, scopes: [] };
  expect((await me(client_secret)).body).toEqual(session);
  await client.expire(id);
  expect((await me(client_secret)).body).toEqual(session);
});

/** The token with another character at this place. Of its last one, only some bits count. */
const withOther = (token: string, at: number): string =>
  token.slice(0, at) + (token[at] === '0' ? '1' : '0') + token.slice(at + 1);

test('a forged session token, and a key that is revoked or of live mode, learn nothing', async () => {
  const { client_secret } = (await client.create()).body;
  for (const token of [
    withOther(client_secret, client_secret.length - 2),
    withOther(client_secret, 'cs_'.length),
    await issueKey(service, { scopes, revoked: true }),
    await issueKey(service, { scopes, livemode: true }),
  ]) {
    const { status, body } = await me(token);
    expect([status, body.error.code, Object.keys(body)]).toEqual([401, 'token_invalid', ['error']]);
  }
});

test('no other method, no query that changes the answer, and nothing is stored', async () => {
  const before = await readWritten(service);
  const { body } = await client.call('GET', '/v1/me?scopes=keys:write&name=admin');
  expect(body).toEqual((await me(service.api_key)).body);
  for (const method of ['POST', 'DELETE'])
    expect((await client.call(method, '/v1/me', { body: {} })).body.error.code).toBe('method_not_allowed');
  expect(await readWritten(service)).toEqual(before);
});
