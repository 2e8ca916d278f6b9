import { hash, timingSafeEqual } from 'node:crypto';

/**
 * Set by the distribution in front to a value whose digest this service has. The API can also be reached directly at its own address, without this
 * header.
 */
export const originSecretHeader = 'origin-secret';

/**
 * Whether a call came through the distribution in front: only that has the value whose digest is among `proofs` (SHA-256 in hex). True if `proofs` is
 * empty, since then no distribution is in front.
 */
export const cameThroughFront = (
  headers: Readonly<Record<string, string | undefined>> | undefined,
  proofs: readonly string[],
): boolean => {
  if (proofs.length === 0) return true;
  const given = headers?.[originSecretHeader];
  if (given === undefined) return false;
  const digest = Buffer.from(hash('sha256', given));
  return proofs.some((proof) => equals(Buffer.from(proof), digest));
};

const equals = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
