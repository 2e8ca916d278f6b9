import { isIPv6 } from 'node:net';

/**
 * The key under which an address is counted: an IPv4 address itself (even if written as IPv6), or the /64 network of an IPv6 address, which is what a
 * provider gives one customer. Anything else stays as it is.
 */
export const addressGroup = (address: string): string => {
  // For IPv4, calling isIPv6 would cost more than all the rest: the first call compiles a large regular expression.
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
