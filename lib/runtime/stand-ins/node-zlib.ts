/**
 * Replaces `node:zlib` in the bundles (`infra/lambda/bundling.ts`). They need only the checksum of an API key, and loading the compressors takes
 * longer than checking the whole key. CRC-32 as in ISO 3309, unsigned.
 */
export const crc32 = (text: string): number => {
  let rest = -1;
  for (const byte of Buffer.from(text)) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (0xedb88320 & -(rest & 1));
  }
  return ~rest >>> 0;
};
