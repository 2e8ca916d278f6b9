import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const pattern = /^(sk_(live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** Bytes of randomness in a key: 176 bits. */
export const apiKeyRandomBytes = 22;

/** `sk_<live|test>_`, 30 characters of randomness and 6 of checksum (CRC-32 of all before it) in base62, so that scanners recognise keys. */
export const formatApiKey = (livemode: boolean, random: Uint8Array): string => {
  if (random.length !== apiKeyRandomBytes)
    throw new TypeError(`An API key takes ${apiKeyRandomBytes} random bytes, not ${random.length}`);
  const secret = base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), 30);
  const start = `sk_${livemode ? 'live' : 'test'}_${secret}`;
  return start + checksum(start);
};

/** A new key, and its stored form. */
export const newApiKey = (
  livemode: boolean,
  random: Uint8Array,
): { readonly secret: string; readonly hash: string; readonly last4: string } => {
  const secret = formatApiKey(livemode, random);
  return { secret, hash: hash('sha256', secret), last4: secret.slice(-4) };
};

/** The parts of a well-formed key, or undefined. This compares no secret: the checksum is computed from the key. */
export const parseApiKey = (
  key: string,
): { readonly livemode: boolean; readonly hash: string } | undefined => {
  const [, start, mode, sum] = pattern.exec(key) ?? [];
  if (start === undefined || sum !== checksum(start)) return undefined;
  return { livemode: mode === 'live', hash: hash('sha256', key) };
};

const checksum = (text: string): string => base62(BigInt(crc32(text)), 6);

const base62 = (value: bigint, length: number): string => {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
};
