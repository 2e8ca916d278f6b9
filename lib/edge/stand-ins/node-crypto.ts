/** Replaces `node:crypto` in the bundles (`infra/bundling.ts`). Importing it as an ES module reads all its exports, and one loads all of WebCrypto. */
export const {
  createHash,
  createHmac,
  createSecretKey,
  getRandomValues,
  hash,
  randomBytes,
  randomFillSync,
  timingSafeEqual,
} = process.getBuiltinModule('node:crypto');
