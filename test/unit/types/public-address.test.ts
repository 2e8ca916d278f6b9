import { describe, expect, test } from '@jest/globals';
import { isPublicAddress, literalAddress } from '../../../lib/types/public-address.ts';

describe('addresses that a webhook may go to', () => {
  test.each(['8.8.8.8', '52.95.110.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    ['this machine', '127.0.0.1', '127.8.8.8', '0.0.0.0', '::1', '::'],
    ['a private network', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd12::1', 'fec0::1'],
    ["a provider's own network", '100.64.0.1', '198.18.0.1'],
    [
      'link-local, metadata and the Lambda runtime',
      '169.254.169.254',
      '169.254.100.1',
      'fe80::1',
      'fd00:ec2::254',
    ],
    ['IPv4 within IPv6', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::10.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1'],
    ['a tunnel that leads to IPv4', '2002:a00:1::', '2001:0:a00:1::'],
    ['nobody', '224.0.0.1', '255.255.255.255', 'ff02::1', '192.0.2.1', '2001:db8::1', '3fff::1'],
    ['no address', '', 'localhost', '8.8.8', '08.8.8.8', 'fe80::1%eth0'],
  ])('%s is not public', (_, ...addresses) => {
    for (const address of addresses)
      expect({ address, open: isPublicAddress(address) }).toEqual({ address, open: false });
  });

  test.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://hooks.example/', undefined],
  ])('%s names %s without a look-up', (url, address) => expect(literalAddress(new URL(url))).toBe(address));
});
