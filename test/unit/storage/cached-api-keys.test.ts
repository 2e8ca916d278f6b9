import { describe, expect, test } from '@jest/globals';
import { formatApiKey, parseApiKey } from '../../../lib/storage/api-key-format.ts';
import { createCachedApiKeys } from '../../../lib/storage/cached-api-keys.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { ApiKey } from '../../../lib/types/api-key.ts';

const keyOf = (n: number): string => {
  const random = new Uint8Array(22);
  new DataView(random.buffer).setUint32(18, n);
  return formatApiKey(false, random);
};
const stored = (key: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  hash: parseApiKey(key)?.hash ?? '',
  name: 'shop',
  scopes: ['checkout:write'],
  livemode: false,
  last4: key.slice(-4),
  created: 1_763_630_000,
  ...changes,
});
const granted = (key: string) => ({
  id: `key_${parseApiKey(key)?.hash.slice(0, 12)}`,
  name: 'shop',
  scopes: ['checkout:write'],
  livemode: false,
});

/** A cache over one table, with its reads counted. */
const setUp = () => {
  const table = new Map<string, ApiKey>();
  const state = { now: 1_000_000, reads: 0, down: false };
  const keys = createCachedApiKeys(
    async (hash) => {
      state.reads++;
      if (state.down) throw new ApiError('storage_unavailable', 'down');
      return table.get(hash);
    },
    () => state.now,
  );
  const put = (key: string, changes?: Partial<ApiKey>) => {
    const item = stored(key, changes);
    table.set(item.hash, item);
  };
  return { keys, put, state };
};

describe('cached API keys', () => {
  const key = keyOf(1);

  test('one read per key and minute', async () => {
    const { keys, put, state } = setUp();
    put(key);
    expect(await keys.find(key)).toEqual(granted(key));
    state.now += 59_999;
    expect(await keys.find(key)).toEqual(granted(key));
    expect(state.reads).toBe(1);
    state.now += 1;
    expect(await keys.find(key)).toEqual(granted(key));
    expect(state.reads).toBe(2);
  });

  test('a revocation holds after a minute at the latest', async () => {
    const { keys, put, state } = setUp();
    put(key);
    await keys.find(key);
    put(key, { revoked_at: 1 });
    expect(await keys.find(key)).toEqual(granted(key));
    state.now += 60_000;
    expect(await keys.find(key)).toBe('revoked');
  });

  test('a key that has an id of its own is known by it', async () => {
    const { keys, put } = setUp();
    put(key, { id: 'key_1', name: '' });
    expect(await keys.find(key)).toEqual({ ...granted(key), id: 'key_1', name: '' });
  });

  test.each<[string, Partial<ApiKey>]>([
    ['of the key', { expires_at: 1_100 }],
    ['of a secret that was replaced', { ends_at: 1_100 }],
    ['whichever comes first', { expires_at: 1_100, ends_at: 1_200 }],
    ['or the other way round', { expires_at: 1_200, ends_at: 1_100 }],
  ])('an end holds to the millisecond, read or remembered: %s', async (_, ends) => {
    const { keys, put, state } = setUp();
    put(key, ends);
    state.now = 1_099_999;
    expect(await keys.find(key)).toEqual({ ...granted(key), end: 1_100 });
    state.now += 1;
    expect(await keys.find(key)).toBe('ended');
    expect(state.reads).toBe(1);
    expect(await setUpWith(key, ends, 1_100_000)).toBe('ended');
    expect(await setUpWith(key, { ...ends, revoked_at: 1 }, 1_100_000)).toBe('revoked');
  });

  const setUpWith = (text: string, changes: Partial<ApiKey>, now: number) => {
    const { keys, put, state } = setUp();
    put(text, changes);
    state.now = now;
    return keys.find(text);
  };

  test('asked for a fresh one, it is read again, and what was read is remembered for the others', async () => {
    const { keys, put, state } = setUp();
    put(key);
    await keys.find(key);
    put(key, { revoked_at: 1 });
    expect(await keys.find(key)).toEqual(granted(key));
    expect(await keys.find(key, true)).toBe('revoked');
    expect(await keys.find(key)).toBe('revoked');
    expect(state.reads).toBe(3);
  });

  test('a clock set back does not keep a key alive', async () => {
    const { keys, put, state } = setUp();
    put(key);
    await keys.find(key);
    put(key, { revoked_at: 1 });
    state.now -= 300_000;
    expect(await keys.find(key)).toBe('revoked');
  });

  test('requests at the same time share a read', async () => {
    const { keys, put, state } = setUp();
    put(key);
    const found = await Promise.all(Array.from({ length: 50 }, () => keys.find(key)));
    expect(found).toEqual(Array.from({ length: 50 }, () => granted(key)));
    expect(state.reads).toBe(1);
  });

  test('an unknown key is not remembered as unknown: a new key works at once', async () => {
    const { keys, put } = setUp();
    expect(await keys.find(key)).toBe('unknown');
    put(key);
    expect(await keys.find(key)).toEqual(granted(key));
  });

  test('an invalid key costs no read', async () => {
    const { keys, state } = setUp();
    expect(await keys.find('sk_test_guess')).toBe('unknown');
    expect(await keys.find(key.replace('sk_test', 'sk_live'))).toBe('unknown');
    expect(state.reads).toBe(0);
  });

  test('an item of the other mode opens nothing', async () => {
    const { keys, put } = setUp();
    put(key, { livemode: true });
    expect(await keys.find(key)).toBe('unknown');
  });

  test('a failed read is reported and not remembered', async () => {
    const { keys, put, state } = setUp();
    put(key);
    state.down = true;
    await expect(keys.find(key)).rejects.toMatchObject({ code: 'storage_unavailable' });
    state.down = false;
    expect(await keys.find(key)).toEqual(granted(key));
  });

  test('forged keys do not push a valid one out', async () => {
    const { keys, put, state } = setUp();
    put(key);
    await keys.find(key);
    for (let n = 2; n < 3_000; n++) await keys.find(keyOf(n));
    const before = state.reads;
    expect(await keys.find(key)).toEqual(granted(key));
    expect(state.reads).toBe(before);
  });

  test('remembers a thousand keys and no more', async () => {
    const { keys, put, state } = setUp();
    for (let n = 0; n < 1_001; n++) {
      put(keyOf(n));
      await keys.find(keyOf(n));
    }
    await keys.find(keyOf(1));
    expect(state.reads).toBe(1_001);
    await keys.find(keyOf(0));
    expect(state.reads).toBe(1_002);
  });
});
