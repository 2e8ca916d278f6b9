/**
 * Digests of what the distribution in front proves itself with (`ORIGIN_PROOFS`: SHA-256 in hex, oldest first; each is accepted, so that they can be
 * rotated). Empty without a distribution in front.
 */
export const originProofs = (): readonly string[] => {
  proofs ??= (process.env.ORIGIN_PROOFS ?? '').split(',').filter((digest) => digest !== '');
  return proofs;
};

let proofs: readonly string[] | undefined;
