/**
 * Replaces `node:crypto` in the bundles (`infra/lambda/bundling.ts`). Importing it as an ES module reads all its exports, one of which loads all of
 * WebCrypto.
 */
export const {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  getRandomValues,
  hash,
  randomBytes,
  randomFillSync,
  sign,
  timingSafeEqual,
  verify,
} = process.getBuiltinModule('node:crypto');
