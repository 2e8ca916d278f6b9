import { describe, expect, test } from '@jest/globals';
import { addressGroup } from '../../../lib/http/address-group.ts';
import { addressLimit } from '../../../lib/http/client-address.ts';
import { tokenSecrets } from './secrets.ts';

describe('what an address is counted under', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1::6', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['not an address', 'not an address'],
    ['', ''],
  ])('%s → %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  test('a customer who walks through a /64 stays one customer of the card-testing limit', () => {
    const idOf = (address: string) => addressLimit({ view: 'redacted' }, address, tokenSecrets, true)?.id;
    const ids = Array.from({ length: 1000 }, (_, host) => idOf(`2001:db8:1:2::${host.toString(16)}`));
    expect(new Set(ids).size).toBe(1);
    expect(idOf('2001:db8:1:3::1')).not.toBe(ids[0]);
  });
});
