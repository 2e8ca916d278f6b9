import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { cameThroughFront } from '../../../lib/http/came-through-front.ts';
import { routes } from '../../../lib/http/routes.ts';
import { callEndpoint } from './endpoint-harness.ts';
import { tokensOf } from './secrets.ts';

const proofs = [hash('sha256', 'old'), hash('sha256', 'new')];

test.each([
  ['the current proof', { 'origin-secret': 'new' }, true],
  ['the older one', { 'origin-secret': 'old' }, true],
  ['none', {}, false],
  ['an empty one', { 'origin-secret': '' }, false],
  ['another', { 'origin-secret': 'newer' }, false],
  ['the digest, which people may read', { 'origin-secret': proofs[1] }, false],
  ['both, as a gateway joins two headers', { 'origin-secret': 'old,new' }, false],
  ['no headers at all', undefined, false],
])('a call with %s', (_what, headers, through) => {
  expect(cameThroughFront(headers, proofs)).toBe(through);
  expect(cameThroughFront(headers, [])).toBe(true);
});

const strangers = [{}, { authorization: 'Bearer sk_test_1' }, { 'origin-secret': 'x' }];

test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s refuses a call at the gateway’s own address before it looks anything up, and logs nothing',
  async (_, route) => {
    for (const headers of strangers) {
      const looked: string[] = [];
      const { status, text, reported } = await callEndpoint({
        route,
        headers,
        originProofs: proofs,
        keys: async () => {
          looked.push('key');
          return 'unknown';
        },
        tokens: tokensOf(() => {
          looked.push('tokens');
          return Promise.reject(new Error('not read'));
        }),
        run: async () => {
          looked.push('run');
          return { nothing: true };
        },
      });
      expect({ status, text, reported, looked }).toEqual({
        status: 403,
        text: '{"message":"Forbidden"}',
        reported: [],
        looked: [],
      });
    }
  },
);

test('lets a call through that the distribution sent', async () => {
  const [route] = routes;
  if (!route) throw new Error('there are routes');
  const { status } = await callEndpoint({
    route,
    headers: { 'origin-secret': 'new' },
    originProofs: proofs,
  });
  expect(status).toBe(401);
});
