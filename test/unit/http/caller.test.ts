import { hash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { addressName } from '../../../lib/http/caller.ts';
import { completeAuthentication, routes } from '../../../lib/http/routes.ts';
import { sessionToken } from '../../../lib/http/session-token.ts';
import { scopes } from '../../../lib/types/scope.ts';
import { callEndpoint, type Given } from './endpoint-harness.ts';
import { sessionId, tokenSecrets } from './secrets.ts';

const apiKey = 'sk_test_0123456789';
const origin = [hash('sha256', 'the older proof'), hash('sha256', 'the proof')];
const ipv4 = addressName('192.0.2.1', origin);

const ask = (route: Given['route'], token: string | undefined, more: Partial<Given> = {}) =>
  callEndpoint({
    route,
    path: { id: sessionId },
    keys: async () => ({ id: 'k1', name: '', scopes, livemode: false }),
    originProofs: origin,
    headers: {
      'origin-secret': 'the proof',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    run: async ({ log }) => {
      log({ event: 'routing_rule_published' });
      return { nothing: true };
    },
    ...more,
  });

const changing = routes.filter(({ changes }) => changes);
const named = (list: typeof routes) => list.map((route) => [`${route.method} ${route.path}`, route] as const);

describe.each(named(changing))('every line of %s', (_, route) => {
  test('says by which kind of token, which key and from where', async () => {
    const { reported } = await ask(route, apiKey);
    const who = route.token === 'none' ? { token: 'none' } : { token: 'api_key', key: 'k1' };
    expect(reported.map(({ event }) => event)).toEqual(['routing_rule_published', 'request']);
    for (const line of reported) expect(line).toMatchObject({ ...who, address: ipv4 });
    expect(JSON.stringify(reported)).not.toContain(apiKey);
    expect(JSON.stringify(reported)).not.toContain('192.0.2.1');
  });
});

test.each(named(changing.filter(({ token }) => token !== 'none')))(
  'a refused %s says from where',
  async (_, route) => {
    const { status, reported } = await ask(route, 'nonsense', { keys: async () => 'unknown' });
    expect(status).toBe(401);
    expect(reported).toEqual([expect.objectContaining({ token: 'none', address: ipv4 })]);
  },
);

test('every route except a read changes something', () => {
  const reads = routes.filter(({ method, changes }) => method === 'GET' && !changes);
  expect([...reads, ...changing]).toHaveLength(routes.length);
  expect(changing).toContain(completeAuthentication);
});

test('a session token is distinguished from a key', async () => {
  const [confirm] = routes.filter(({ function: name }) => name === 'confirm-checkout-session');
  if (!confirm) throw new Error('there is a confirm');
  const token = sessionToken(tokenSecrets.signing_keys, sessionId, 'k2') ?? '';
  const { reported } = await ask(confirm, token);
  for (const line of reported) {
    expect(line).toMatchObject({ token: 'session', address: ipv4 });
    expect(line.key).toBeUndefined();
  }
});

test("a read's lines name the key and no address", async () => {
  const [read] = routes.filter(({ function: name }) => name === 'retrieve-charge');
  if (!read) throw new Error('there is a read');
  const { reported } = await ask(read, apiKey);
  for (const line of reported) {
    expect(line).toMatchObject({ token: 'api_key', key: 'k1' });
    expect(line.address).toBeUndefined();
  }
});

describe('the name of an address', () => {
  test("is keyed, counts IPv6 by /64, and is the older secret's while there are two", () => {
    expect(ipv4).toMatch(/^[\w-]{16}$/);
    expect(addressName('192.0.2.1', [origin[1] ?? ''])).not.toBe(ipv4);
    expect(addressName('192.0.2.1', [origin[0] ?? ''])).toBe(ipv4);
    expect(addressName('2001:db8::1', origin)).toBe(addressName('2001:db8::2', origin));
    expect(addressName('192.0.2.1', [])).toBeUndefined();
  });
});
