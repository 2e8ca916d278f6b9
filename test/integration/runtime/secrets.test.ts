import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { clock } from '../../../lib/runtime/clock.ts';
import { askAgain, cachedSecret } from '../../../lib/runtime/secrets.ts';
import { startSecretsManager } from '../../../local/aws/secrets-manager.ts';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

const minute = 60_000;
const fresh = 10 * minute;
let manager: Awaited<ReturnType<typeof startSecretsManager>>;

beforeAll(async () => {
  manager = await startSecretsManager({ secrets: { psp: 'old' } });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
});

afterAll(async () => {
  jest.restoreAllMocks();
  await manager.close();
});

/** Asks until the refresh that runs beside a request has arrived. */
const eventually = async (ask: () => Promise<string>, wanted: string): Promise<string> => {
  while ((await ask()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 10));
  return wanted;
};

const counted = (id: string) => {
  const reads: string[] = [];
  const secret = cachedSecret(id, (value) => {
    reads.push(value);
    return value;
  });
  return { reads, secret };
};

afterEach(() => {
  jest.restoreAllMocks();
});

const at = (now: number) => jest.spyOn(clock, 'now').mockReturnValue(now);

test('a rotated secret is used ten minutes later at the latest, and no request waits or fails meanwhile', async () => {
  const started = Date.now();
  at(started);
  const { reads, secret } = counted('psp');
  expect(secret.atHand()).toBeUndefined();
  expect(await Promise.all([secret(), secret(), secret()])).toEqual(['old', 'old', 'old']);
  expect(reads).toEqual(['old']);
  manager.rotate('psp', 'new');
  at(started + fresh);
  expect(await secret()).toBe('old');
  at(started + fresh + 1);
  expect(await secret()).toBe('old');
  expect(await eventually(secret, 'new')).toBe('new');
  expect(secret.atHand()).toBe('new');
});

test('a process that was frozen for longer waits for the new value', async () => {
  manager.rotate('frozen', 'old');
  const started = Date.now();
  at(started);
  const { secret } = counted('frozen');
  expect(await secret()).toBe('old');
  manager.rotate('frozen', 'new');
  at(started + 2 * fresh + 1);
  expect(await secret()).toBe('new');
});

test('if it waits in vain, the calls after it wait no more', async () => {
  manager.rotate('in_vain', 'old');
  const started = Date.now();
  at(started);
  const { secret } = counted('in_vain');
  expect(await secret()).toBe('old');
  let asked = 0;
  const failing = createTestServer((_, response) => {
    asked += 1;
    response.writeHead(500).end();
  });
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = (await listen(failing)).url;
  at(started + 2 * fresh + 1);
  const seen = [await secret(), asked, await secret(), asked];
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = manager.url;
  failing.closeAllConnections();
  failing.close();
  expect(seen).toEqual(['old', 3, 'old', 3]);
  manager.rotate('in_vain', 'new');
  at(started + 2 * fresh + 2);
  expect(await secret()).toBe('old');
  expect(await eventually(secret, 'new')).toBe('new');
});

test('one that its PSP refuses is read again at once, but not at each refusal', async () => {
  manager.rotate('refused', 'old');
  const started = Date.now();
  at(started);
  const { secret } = counted('refused');
  expect(await secret()).toBe('old');
  manager.rotate('refused', 'new');
  askAgain('refused');
  expect(await eventually(secret, 'new')).toBe('new');
  manager.rotate('refused', 'newest');
  at(started + 9_000);
  askAgain('refused');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await secret()).toBe('new');
  at(started + 10_000);
  askAgain('refused');
  expect(await eventually(secret, 'newest')).toBe('newest');
});

test('a new value that does not parse leaves the working one in place', async () => {
  manager.rotate('mended', '{"a":1}');
  const started = Date.now();
  at(started);
  const secret = cachedSecret('mended', (value) => JSON.parse(value) as unknown);
  expect(await secret()).toEqual({ a: 1 });
  manager.rotate('mended', '{"a":');
  at(started + 2 * fresh + 1);
  expect(await secret()).toEqual({ a: 1 });
});

test('a missing or unreadable secret is not_configured by its name, and its content is not shown', async () => {
  await expect(cachedSecret('none', String)()).rejects.toMatchObject({
    code: 'not_configured',
    status: 503,
    message: expect.stringContaining('none'),
  });
  manager.rotate('broken', 'sk_live_1');
  const broken = cachedSecret('broken', (value) => JSON.parse(value) as unknown)();
  await expect(broken).rejects.toMatchObject({
    code: 'not_configured',
    message: 'The secret broken: not JSON',
  });
});

test('a clock set back keeps no secret, and prevents no extra read', async () => {
  manager.rotate('set-back', 'old');
  const started = Date.now();
  at(started);
  const { secret } = counted('set-back');
  expect(await secret()).toBe('old');
  askAgain('set-back');
  await new Promise((resolve) => setTimeout(resolve, 100));
  manager.rotate('set-back', 'new');
  at(started - 5 * minute);
  expect(await secret()).toBe('new');
  manager.rotate('set-back', 'newest');
  askAgain('set-back');
  expect(await eventually(secret, 'newest')).toBe('newest');
}, 5_000);
