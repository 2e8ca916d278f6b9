import { isIPv6 } from 'node:net';

/**
 * What an address is counted under: an IPv4 address itself (also where it is written as IPv6), and of IPv6 the /64 network, which is what one customer
 * of a provider is given. What is no address stands for itself.
 */
export const addressGroup = (address: string): string => {
  // Asking costs an IPv4 address more than all the rest: the first question compiles a large expression.
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

/** The eight 16-bit words of an IPv6 address, whatever its spelling. */
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
