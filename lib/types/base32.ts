/** Crockford's alphabet. */
export const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The first 128 bits as 26 characters of lowercase Crockford base32. */
export const base32 = (bytes: Uint8Array): string => {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (let i = 0; i < 16; i++) {
    buffer = (buffer << 8) | (bytes[i] ?? 0);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >>> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return text + alphabet[(buffer << (5 - bits)) & 31];
};
