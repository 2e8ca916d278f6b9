import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { addressLimit, clientAddress } from '../../../lib/http/client-address.ts';
import { tokenSecrets } from './secrets.ts';

const [current, older, short] = ['a'.repeat(48), 'b'.repeat(48), 'a'.repeat(47)];

describe('clientAddress', () => {
  const from = (headers: Readonly<Record<string, string>>, origins: readonly string[]) =>
    clientAddress(
      { headers, client_ip: '192.0.2.1' },
      origins.map((origin) => createHash('sha256').update(origin).digest('hex')),
    );
  const claimed = { 'true-client-ip': '203.0.113.7' };

  test('is what the distribution says, if it proves itself with any current secret', () => {
    for (const secret of [current, older])
      expect(from({ ...claimed, 'origin-secret': secret }, [current, older])).toBe('203.0.113.7');
  });

  test('is the gateway’s peer if the proof is missing or wrong', () => {
    expect(from(claimed, [current])).toBe('192.0.2.1');
    for (const secret of ['', short, older, `${current}, ${current}`])
      expect(from({ ...claimed, 'origin-secret': secret }, [current])).toBe('192.0.2.1');
  });

  test('is the gateway’s peer if no distribution is in front, whatever is claimed', () => {
    for (const secret of ['', current])
      expect(from({ ...claimed, 'origin-secret': secret }, [])).toBe('192.0.2.1');
    expect(from({ 'origin-secret': current }, [current])).toBe('192.0.2.1');
  });
});

describe('addressLimit', () => {
  const limit = (view: 'full' | 'redacted', address: string, livemode: boolean) =>
    addressLimit({ view }, address, tokenSecrets, livemode);

  test('counts browsers by a keyed name of their address, and servers not at all', () => {
    expect(limit('full', '203.0.113.7', true)).toBeUndefined();
    const live = limit('redacted', '203.0.113.7', true);
    expect(live?.max).toBe(100);
    expect(live?.id).not.toContain('203.0.113.7');
    expect(limit('redacted', '203.0.113.7', false)).toEqual({ id: live?.id, max: 10_000 });
    expect(limit('redacted', '203.0.113.8', true)?.id).not.toBe(live?.id);
  });
});
