import { isIPv6 } from 'node:net';

/**
 * The key under which an address is counted: an IPv4 address itself (even if written as IPv6), or the /64 network of an IPv6 address, because a
 * provider gives each customer a /64. Anything else is returned unchanged.
 */
export const addressGroup = (address: string): string => {
  // The first call of isIPv6 compiles a large regular expression, which takes longer than everything else here. IPv4 does not need it.
  if (!address.includes(':') || !isIPv6(address)) return address;
  const words = wordsOf(address);
  if (words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff)
    return words
      .slice(6)
      .flatMap((word) => [word >> 8, word & 255])
      .join('.');
  return `${words
    .slice(0, 4)
    .map((word) => word.toString(16))
    .join(':')}::/64`;
};

/** The eight 16-bit words of an IPv6 address, however it is spelled. */
const wordsOf = (address: string): readonly number[] => {
  const [plain = ''] = address.split('%');
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [left = '', right] = canonical.split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
  const [before, after] = [read(left), read(right ?? '')];
  const zeros = right === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...new Array<number>(zeros).fill(0), ...after];
};
