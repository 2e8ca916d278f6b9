import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { clock } from '../../../lib/edge/clock.ts';
import { cachedSecret } from '../../../lib/edge/secrets.ts';
import { startSecretsManager } from '../../../local/aws/secrets-manager.ts';

const minute = 60_000;
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
  for (let i = 0; i < 200; i++) {
    if ((await ask()) === wanted) return wanted;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return ask();
};

test('a rotated secret is used a minute later at the latest, and no request waits or fails meanwhile', async () => {
  const started = Date.now();
  const now = jest.spyOn(clock, 'now').mockReturnValue(started);
  const reads: string[] = [];
  const secret = cachedSecret('psp', (value) => {
    reads.push(value);
    return value;
  });
  expect(await Promise.all([secret(), secret(), secret()])).toEqual(['old', 'old', 'old']);
  expect(reads).toEqual(['old']);
  await manager.rotate('psp', 'new');
  expect(await secret()).toBe('old');
  now.mockReturnValue(started + minute + 1);
  expect(await secret()).toBe('old');
  expect(await eventually(secret, 'new')).toBe('new');
  now.mockRestore();
});
