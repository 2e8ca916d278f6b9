import { beforeAll, describe, expect, test } from '@jest/globals';
import { badBodies } from '../../tools/bad-bodies.ts';
import type { Endpoint } from '../../tools/body-contracts.ts';
import { apiClient, paid, type Session } from './api-client.ts';
import { badRules } from './bad-rules.ts';
import { expectRefusal } from './expect-refusal.ts';
import { pspAdmin } from './psp-admin.ts';
import { rawRequest, type Sent } from './raw-request.ts';
import { readWritten } from './read-tables.ts';
import { withService } from './with-service.ts';

let open: Session;
let charge: string;
let before: Awaited<ReturnType<typeof readWritten>>;
const service = withService();
const client = apiClient(service);
beforeAll(async () => {
  // An event of the payment made here would be noted on its charge at some moment.
  await pspAdmin(service).webhooks('stripe', { mode: 'off' });
  open = (await client.create()).body;
  ({ charge } = await paid(client));
  before = await readWritten(service);
});

const pathOf = (endpoint: Endpoint): string => {
  switch (endpoint) {
    case 'create':
      return '/v1/checkout/sessions';
    case 'confirm':
      return `/v1/checkout/sessions/${open.id}/confirm`;
    case 'expire':
      return `/v1/checkout/sessions/${open.id}/expire`;
    case 'decide':
    case 'refresh':
      return `/v1/charges/${charge}/${endpoint}`;
    case 'refund':
    case 'capture':
    case 'cancel':
      return `/v1/charges/${endpoint}`;
    default:
      return endpoint satisfies never;
  }
};

const endpoints = [
  'create',
  'confirm',
  'refund',
  'capture',
  'cancel',
  'decide',
  'expire',
  'refresh',
] as const;
const posts = () => [...endpoints.map(pathOf), '/v1/routing/rules'];

describe('bodies that break the contract', () => {
  test.each(endpoints)('%s: each one is refused with its field, and stores nothing', async (endpoint) => {
    const bad = badBodies.filter((candidate) => candidate.endpoint === endpoint);
    expect(bad.length).toBeGreaterThan(5);
    for (const { what, body, code, param } of bad) {
      const answer = await client.call('POST', pathOf(endpoint), { body: JSON.stringify(body) });
      const { error } = answer.body;
      expect([what, answer.status, error.code, error.param]).toEqual([what, 400, code, param]);
      expectRefusal(service, answer);
      expect(answer.text).not.toMatch(/42424242|tok-secret/);
    }
    expect(await readWritten(service)).toEqual(before);
  });

  test('rules: each one is refused with its field, and nothing is published', async () => {
    const list = async () => (await client.call('GET', '/v1/routing/rules')).text;
    const inForce = await list();
    for (const { what, body, param } of badRules) {
      const answer = await client.call('POST', '/v1/routing/rules', { body });
      const { error } = answer.body;
      expect([what, answer.status, error.param]).toEqual([what, 400, param]);
      expectRefusal(service, answer);
    }
    expect(await list()).toBe(inForce);
  });
});

describe('bodies that cannot be read', () => {
  test.each<[string, Sent, number, string]>([
    ['no body', { body: undefined, type: 'application/json' }, 400, 'body_invalid'],
    ['no content type', { body: '{}' }, 415, 'content_type_unsupported'],
    ['text', { body: '{}', type: 'text/plain' }, 415, 'content_type_unsupported'],
    [
      'a form',
      { body: 'amount=1', type: 'application/x-www-form-urlencoded' },
      415,
      'content_type_unsupported',
    ],
    [
      'multipart',
      { body: '--x--', type: 'multipart/form-data; boundary=x' },
      415,
      'content_type_unsupported',
    ],
    [
      'another charset',
      { body: '{}', type: 'application/json; charset=utf-16' },
      415,
      'content_type_unsupported',
    ],
    ['not JSON', { body: '{"a":', type: 'application/json' }, 400, 'body_invalid'],
    ['two documents', { body: '{}{}', type: 'application/json' }, 400, 'body_invalid'],
    [
      'not UTF-8',
      { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), type: 'application/json' },
      400,
      'body_invalid',
    ],
    ['UTF-16', { body: Buffer.from('{}', 'utf16le'), type: 'application/json' }, 400, 'body_invalid'],
    ['a byte order mark', { body: '\uFEFF{}', type: 'application/json' }, 400, 'body_invalid'],
    [
      'compressed',
      { body: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), type: 'application/json' },
      400,
      'body_invalid',
    ],
    [
      'half a surrogate pair',
      { body: '{"amount":"\\ud800"}', type: 'application/json' },
      400,
      'body_invalid',
    ],
    ['a key twice', { body: '{"amount":1,"amount":2}', type: 'application/json' }, 400, 'body_invalid'],
    ['__proto__', { body: '{"__proto__":{"amount":1}}', type: 'application/json' }, 400, 'body_invalid'],
    [
      '17 levels',
      { body: `{"metadata":${'['.repeat(16)}${']'.repeat(16)}}`, type: 'application/json' },
      400,
      'body_invalid',
    ],
    ['100,000 levels', { body: '['.repeat(60_000), type: 'application/json' }, 400, 'body_invalid'],
    [
      '64 KiB and one byte',
      { body: `"${'x'.repeat(65_535)}"`, type: 'application/json' },
      413,
      'body_too_large',
    ],
    ['1 MB', { body: 'x'.repeat(1_000_000), type: 'application/json' }, 413, 'body_too_large'],
  ])('%s', async (_, sent, status, code) => {
    for (const path of posts()) {
      const answer = await rawRequest(service, path, sent);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, status, code]);
      expectRefusal(service, answer);
    }
  });

  test('above 10 MB the gateway itself refuses', async () => {
    const answer = await rawRequest(service, pathOf('create'), {
      body: Buffer.alloc(10 * 1024 * 1024 + 1),
      type: 'application/json',
    });
    expect([answer.status, answer.text]).toEqual([413, '{"message":"Request Entity Too Large"}']);
  });
});

test('after all that nothing is stored, and the service works', async () => {
  expect(await readWritten(service)).toEqual(before);
  expect((await client.create()).status).toBe(200);
  expect(service.output()).not.toMatch(/"event":"defect"|unhandled error/);
});
