import { BlockList, isIP } from 'node:net';

/**
 * Whether an IP address is on the public internet, so that a merchant's URL may point to it. Excluded are this machine, private and link-local
 * networks, a cloud's metadata, documentation, multicast, and IPv6 forms that carry an IPv4 address. False for anything that is not an address.
 */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
};

/** The IP address in a URL, without a DNS look-up; undefined for a host name. */
export const literalAddress = ({ hostname }: URL): string | undefined => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? undefined : host;
};

const listOf = (type: 'ipv4' | 'ipv6', subnets: readonly string[], list = new BlockList()): BlockList => {
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), type);
  }
  return list;
};

/** All routed IPv6 space. This excludes loopback, unique local, link-local, multicast, IPv4-mapped addresses and NAT64 (64:ff9b::/96). */
const globalUnicast = listOf('ipv6', ['2000::/3']);

/** IANA's special-purpose registries, within the routed space. 169.254.169.254 and fd00:ec2::254 are AWS's metadata. */
const special = listOf(
  'ipv6',
  ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  listOf('ipv4', [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ]),
);
