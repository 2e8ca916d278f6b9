// Bound once: under the test runner, every access to a global goes through an interceptor and takes longer than the mix itself.
const { imul, log } = Math;

/** 64 bits of a string, as two unsigned 32-bit halves that are mixed independently. */
export type Hash = { readonly high: number; readonly low: number };

/** A fast integer mix, not a cryptographic one: our session ids are random. */
export const hashOf = (text: string): Hash => {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = imul(high ^ unit, 0x5bd1e995);
    low = imul(low ^ unit, 0x1b873593);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  return { high: mix(high), low: mix(low ^ high) };
};

/** A number in (0,1], the same for the same session and the same `other`, and independent between different others. */
export const uniformOf = (session: Hash, other: Hash): number => {
  // Uses both halves of the session's hash: from 32 bits alone, one draw would determine every other.
  const mixed = mix(mix(session.high ^ other.high) ^ session.low ^ other.low);
  return ((mixed >>> 0) + 1) / 0x1_0000_0000;
};

/**
 * A session's score for one PSP, by which it is ordered: −ln(u)/weight with u drawn in (0,1] from both hashes. Each score is the smallest with a
 * probability in proportion to its weight, and so on among those left. A score depends on no other PSP and no other weight, so a change of one weight
 * moves only the sessions it must.
 */
export const scoreOf = (session: Hash, psp: Hash, weight: number): number =>
  -log(uniformOf(session, psp)) / weight;

/** Avalanche of a 32-bit integer (the finaliser of MurmurHash3). */
const mix = (value: number): number => {
  let mixed = imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
};
